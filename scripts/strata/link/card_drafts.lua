--- Drafts: cards as packs define and amend them, until they are sealed.
---
--- A pack defines its cards (`card { ... }`), some of which are like others, and may amend cards of
--- packs that its manifest names (`amend "classic:humility" { ... }`). All files are read first;
--- then drafts are settled (draft_settling.lua), compiled, and do not change any more. Two packs
--- that set the same thing without naming each other are in conflict (pack_conflicts.lua).
local slugs = require("strata.base.slug")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

---@class strata.DraftPart an ability of a card
---@field item any what a word made, or the word of a keyword
---@field by table the card or the amendment that says it
---@field place integer|string where in that one's list, or in its `instead`
---@field field? string "instead"
---@field own_place? integer its place in the card's list, if it is the card's own
---@field of? string the id of another card, which this one is like, that says it
---@field name string of the ability
---@field label string by which amendments call it
---@field pack string who says it
---@field is_gone? boolean

---@class strata.Altered what an amendment has changed, for those who ask
---@field what string "power", "ability 2"
---@field old string
---@field new string
---@field pack string
---@field path string
---@field line integer

---@class strata.Draft
---@field id string "classic:humility"
---@field pack string who defines it
---@field item table what `card` made
---@field given table<string, any> its fields as they are now, without abilities
---@field said? table<string, table> by field: the amendment that said it last; else it is the card
---@field parts strata.DraftPart[]
---@field like? string the card whose fields and abilities it has, as its file says it
---@field taken? strata.Taking[] its fields that are of that card
---@field is_abstract? boolean nothing is made of it: it is there for cards that are like it
---@field is_settled? boolean
---@field back? strata.Draft
---@field earlier? strata.Draft another of its name or id
---@field altered strata.Altered[]
---@field writes table<string, table[]> by what was written: who wrote it, in order

---@class strata.Taking a field that a card has as another one
---@field what string
---@field value string
---@field of string the id of the card that says it
---@field path string
---@field line integer

---@class strata.DraftFile what a file has given
---@field path string
---@field is_adopted boolean it is as it was in an earlier game
---@field leaves boolean it, or a card of it, has left something else in the game: see Game:traces
---@field first integer its drafts, places in the list
---@field last integer
---@field faces? { first: integer, last: integer } its own, places in game.face_order
---@field abilities? { first: integer, last: integer } the same in game.ability_order

---@class strata.Drafts
---@field game strata.Game
---@field list strata.Draft[] in the order in which they are defined, without abstract ones
---@field abstract strata.Draft[]
---@field like strata.Draft[] those that are like others, in that order
---@field by_id table<string, strata.Draft>
---@field amendments table[] { pack, item }
---@field by_name table<string, strata.Draft> without those that were taken over, unless there are
--- amendments; by_id too
---@field order strata.DraftFile[] in which files are read
---@field files table<string, strata.DraftFile> by their paths
---@field is_crossed boolean a face has the name or id of another
local Drafts = {}
Drafts.__index = Drafts

-- The amendments of most drafts: none.
local NOTHING <const> = {}
M.NOTHING = NOTHING

--- The part that set a field last: the card, or an amendment.
---@param draft strata.Draft
---@param field string
---@return table item
function M.said(draft, field)
  return draft.said and draft.said[field] or draft.item
end

--- The faces of an amended card, the front first.
---@param draft strata.Draft
---@return strata.Draft[]
function M.amended_faces(draft)
  local back = draft.back
  if draft.altered == NOTHING and not (back and back.altered ~= NOTHING) then
    return NOTHING
  end
  return { draft, back }
end

---@param game strata.Game
---@return strata.Drafts
function M.new(game)
  local drafts = { game = game, list = {}, by_id = {}, by_name = {}, amendments = {} }
  drafts.order, drafts.files, drafts.is_crossed = {}, {}, false
  drafts.abstract, drafts.like = {}, {}
  return setmetatable(drafts, Drafts)
end

-- -- Defining ----------------------------------------------------------------

--- The name by which an amendment can call an ability of a list: the word of a keyword, or the
--- short name that stands first. Nil if only its place identifies it.
local function label_of(item, place)
  if type(item) == "string" then
    return item
  end
  local first = type(item) == "table" and type(item.given) == "table" and item.given[1]
  return type(first) == "string" and first or tostring(place)
end

--- Add what stands in a place of a list to a draft.
---@param draft strata.Draft
---@param by table the card or the amendment
---@param place integer
---@param name string of the ability
---@param pack string
function M.add_part(draft, by, place, name, pack)
  local item = by.given[place]
  draft.parts[#draft.parts + 1] = {
    item = item,
    by = by,
    place = place,
    name = name,
    label = label_of(item, place),
    pack = pack,
    own_place = by == draft.item and place or nil,
  }
end

--- The present name of a field.
---@param game strata.Game
---@param item table
---@param key string
---@return string
function M.field_of(game, item, key)
  return game:present(game.schema.attributes, key, item, key)
end

--- The fields of a card by their present names.
local function fields_of(game, item)
  local given = host.named(item.given)
  given.back, given.abstract, given.like = nil, nil, nil
  if item.given.like ~= nil then
    given.without = nil
  end
  for _, rename in ipairs(game.files.renames.list) do
    local key = rename.old
    local value = given[key]
    if value ~= nil then
      given[key] = nil
      given[M.field_of(game, item, key)] = value
    end
  end
  return given
end

local function new_draft(game, pack, item, id)
  local draft = {
    id = id,
    pack = pack.name,
    item = item,
    given = fields_of(game, item),
    parts = {},
    altered = NOTHING,
    writes = NOTHING,
  }
  local hole = table_reader.hole(item.given)
  if hole then
    game.files:blame(item, hole, table_reader.HOLE, hole)
  end
  for place = 1, #item.given do
    M.add_part(draft, item, place, id .. "." .. place, pack.name)
  end
  return draft
end

local function need_name(game, item)
  local name = item.given.name
  if type(name) ~= "string" or name == "" then
    local form = "card: name: expected its name as a text, got %s"
    game.files:blame(item, "name", form, vocabulary.said(name))
  end
  return name
end

-- What a card says of itself as a whole.
local WHOLE <const> = { "abstract", "like" }

--- Give a draft its other face.
---@param game strata.Game
---@param draft strata.Draft
---@param pack table the manifest of the pack that says it
---@param back any
---@param by table the card or the amendment
function M.add_back(game, draft, pack, back, by)
  if type(back) ~= "table" or back.word ~= "card" then
    game.files:blame(by, "back", "back: expected card { ... }, got %s", vocabulary.said(back))
  end
  for _, key in ipairs(WHOLE) do
    if back.given[key] ~= nil then
      local form = "%s: a card says it of both its faces; write it in the front"
      game.files:blame(back, key, form, key)
    end
  end
  need_name(game, back)
  draft.back = new_draft(game, pack, back, draft.id .. "_back")
end

--- Read what a card says of itself as a whole.
local function read_whole(drafts, draft)
  local item, files = draft.item, drafts.game.files
  draft.like, draft.is_abstract = item.given.like, item.given.abstract
  if draft.is_abstract ~= nil and type(draft.is_abstract) ~= "boolean" then
    local form = "abstract: expected true or false, got %s"
    files:blame(item, "abstract", form, vocabulary.said(draft.is_abstract))
  elseif draft.like ~= nil and type(draft.like) ~= "string" then
    local form = 'like: expected the name of a card, such as "Grizzly Bears" of this pack or '
      .. '"classic:Grizzly Bears", got %s'
    files:blame(item, "like", form, vocabulary.said(draft.like))
  end
  drafts.like[#drafts.like + 1] = draft.like and draft or nil
end

--- Define a card of the file that is read. A name or id that another card has already is reported
--- when the card is compiled, as mistakes in the card itself are reported before.
---@param pack table its manifest
---@param item table what `card` made
---@param id string "classic:humility"
function Drafts:define(pack, item, id)
  local name = need_name(self.game, item)
  local draft = new_draft(self.game, pack, item, id)
  draft.earlier = self.by_name[name] or self.by_id[id]
  self.is_crossed = self.is_crossed or draft.earlier ~= nil
  if item.given.back ~= nil then
    M.add_back(self.game, draft, pack, item.given.back, item)
  end
  read_whole(self, draft)
  self.by_name[name] = self.by_name[name] or draft
  self.by_id[id] = self.by_id[id] or draft
  local list = draft.is_abstract and self.abstract or self.list
  list[#list + 1] = draft
  self.order[#self.order].last = #self.list
end

--- The next file: its drafts follow.
local function begin_file(drafts, path, is_adopted)
  local first = #drafts.list + 1
  local file = { path = path, is_adopted = is_adopted, leaves = false, first = first }
  file.last = first - 1
  drafts.order[#drafts.order + 1] = file
  return file
end

--- Take over the drafts of a file from an earlier game.
---@param path string
---@param list strata.Draft[] of that game
---@param file strata.DraftFile in that list
function Drafts:adopt(path, list, file)
  local own = begin_file(self, path, true)
  table.move(list, file.first, file.last, own.first, self.list)
  own.last = #self.list
  self.files[path] = own
end

--- Note that a file adds more to the game than its drafts, so that a reload reads it again.
---@param draft strata.Draft
function Drafts:keep_reading(draft)
  local file = self.files[draft.item.path]
  if file then
    file.leaves = true
  end
end

--- Raise if a draft has the name or the id of an earlier draft that is a card.
---@param draft strata.Draft
function Drafts:check_double(draft)
  local earlier = draft.earlier
  local other = earlier and (earlier.is_abstract or self.game.cards[earlier.given.name])
  if not other then
    return
  elseif earlier.given.name == draft.given.name then
    local form = "'%s' is a card of %s already; give it another name"
    self.game.files:blame(draft.item, "name", form, draft.given.name, earlier.item.path)
  end
  local form = "'%s' is the id of '%s' in %s already; give it another id"
  local name, path = earlier.given.name, earlier.item.path
  self.game.files:blame(draft.item, "name", form, draft.id, name, path)
end

--- The loader decides to which pack a card belongs; an id that is given names the card within its
--- pack.
local function own_id(drafts, pack, item, otherwise)
  local id, game = item.given.id, drafts.game
  if id == nil then
    return pack.name .. ":" .. otherwise
  end
  local owner, name = tostring(id):match("^([^:]*):(.*)$")
  if owner and owner ~= pack.name then
    local form = "id: '%s' is in the namespace of pack '%s'; here it is %s, set by the loader"
    game.files:blame(item, "id", form, id, owner, pack.name)
  end
  name = name or id
  if type(name) ~= "string" or not name:find("^[%l_][%l%d_]*$") then
    game.files:blame(
      item,
      "id",
      "id: expected a name of a-z, 0-9 and _, got %s",
      vocabulary.said(id)
    )
  end
  return ("%s:%s"):format(pack.name, name)
end

local WANTED <const> = "card { ... } or a list of them"

local function read_item(drafts, pack, item, path, is_alone)
  if type(item) == "table" and item.word == "amend" then
    drafts.amendments[#drafts.amendments + 1] = { pack = pack, item = item }
    return
  elseif type(item) ~= "table" or item.word ~= "card" then
    drafts.game.files:refuse_result(path, WANTED, item)
  end
  local name = not is_alone and item.given.name
  local own = type(name) == "string" and slugs.of(name) or path:match("([^/]+)%.lua$")
  drafts:define(pack, item, own_id(drafts, pack, item, own))
end

local function read_text(drafts, pack, path)
  local files = drafts.game.files
  local result = files:run(path, drafts.game:words_of(pack))
  if type(result) ~= "table" or phrase.is(result) then
    files:refuse_result(path, WANTED, result)
  elseif result.word then
    return read_item(drafts, pack, result, path, true)
  end
  files:check_list(path, WANTED, result)
  for _, item in ipairs(result) do
    read_item(drafts, pack, item, path, false)
  end
end

--- Read what a file of cards returns: one or a list of what is defined and amended.
---@param pack table its manifest
---@param path string
function Drafts:read(pack, path)
  local game = self.game
  local file, amendments, traces = begin_file(self, path, false), #self.amendments, game:traces()
  local abstract = #self.abstract
  read_text(self, pack, path)
  file.leaves = #self.amendments > amendments or #self.abstract > abstract
    or game:traces() ~= traces
  self.files[path] = file
end

return M
