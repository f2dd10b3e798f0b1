--- Drafts: cards as packs define and amend them, until they are sealed.
---
--- A pack defines its cards (`card { ... }`) and may amend cards of packs that its manifest names
--- (`amend "classic:humility" { ... }`). All files are read first; then amendments are applied in
--- the order of their packs; then drafts are compiled, and do not change any more. Two packs that
--- set the same thing without naming each other are in conflict (pack_conflicts.lua).
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local ability_words = require("strata.cards.ability")
local chain_handlers = require("strata.cards.chain_handlers")
local watchers = require("strata.cards.watchers")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")
local amended_fields = require("strata.link.amended_fields")
local pack_graph = require("strata.packs.pack_graph")

local M = {}

---@class strata.DraftPart an ability of a card
---@field item any what a word made, or the word of a keyword
---@field by table the card or the amendment that says it
---@field place integer|string where in that one's list, or in its `instead`
---@field field? string "instead"
---@field own_place? integer its place in the card's list, if it is the card's own
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
---@field back? strata.Draft
---@field earlier? strata.Draft another of its name or id
---@field altered strata.Altered[]
---@field writes table<string, table[]> by what was written: who wrote it, in order

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
---@field list strata.Draft[] in the order in which they are defined
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

local function part_of(draft, by, place, name, pack)
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
local function field_of(game, item, key)
  return game:present(game.schema.attributes, key, item, key)
end

--- The fields of a card by their present names.
local function fields_of(game, item)
  local given = host.named(item.given)
  given.back = nil
  for _, rename in ipairs(game.files.renames.list) do
    local key = rename.old
    local value = given[key]
    if value ~= nil then
      given[key] = nil
      given[field_of(game, item, key)] = value
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
    part_of(draft, item, place, id .. "." .. place, pack.name)
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

local function add_back(game, draft, pack, back, by)
  if type(back) ~= "table" or back.word ~= "card" then
    game.files:blame(by, "back", "back: expected card { ... }, got %s", vocabulary.said(back))
  end
  need_name(game, back)
  draft.back = new_draft(game, pack, back, draft.id .. "_back")
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
    add_back(self.game, draft, pack, item.given.back, item)
  end
  self.by_name[name] = self.by_name[name] or draft
  self.by_id[id] = self.by_id[id] or draft
  self.list[#self.list + 1] = draft
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
  local other = earlier and self.game.cards[earlier.given.name]
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
  read_text(self, pack, path)
  file.leaves = #self.amendments > amendments or game:traces() ~= traces
  self.files[path] = file
end

-- -- Amending ----------------------------------------------------------------

local said_fields

local function said_value(value)
  if type(value) ~= "table" or host.metatable(value) ~= nil then
    return vocabulary.said(value)
  elseif not value.word then
    return ("(%s)"):format(said_fields(value))
  end
  return value.given and ("%s { %s }"):format(value.kind, said_fields(value.given))
    or vocabulary.said(value)
end

--- A list and its fields as text: "each creature, power set 2".
function said_fields(given)
  local list = {}
  for key, value in host.sorted_pairs(given) do
    local said = said_value(value)
    list[#list + 1] = math.type(key) == "integer" and said or ("%s %s"):format(key, said)
  end
  return table.concat(list, ", ")
end

--- An ability as text: "static: each creature, power set 2".
local function said_part(item)
  if type(item) == "table" and type(item.given) == "table" then
    return ("%s: %s"):format(item.word, said_fields(item.given))
  end
  return type(item) == "string" and ("'%s'"):format(item) or vocabulary.said(item)
end

--- Note what an amendment writes, to find clashes, and what it changes, for why-def.
---@param field string|integer where the amendment says it
---@param what string
---@param old string
---@param new string
---@param change? strata.Change|string
local function note_write(amended, field, what, old, new, change)
  local draft, amendment, game = amended.draft, amended.amendment, amended.game
  local item, pack = amendment.item, amendment.pack
  local row = { what = what, old = old, new = new, pack = pack.name, path = item.path }
  row.line = game.files:line(item, field)
  if draft.altered == NOTHING then
    draft.altered, draft.writes, draft.said = {}, {}, {}
  end
  draft.altered[#draft.altered + 1] = row
  local writes = draft.writes[what] or {}
  draft.writes[what] = writes
  writes[#writes + 1] = { row = row, pack = pack, change = change }
end

--- The names by which an amendment may call the abilities of a draft, for hints.
local function labels(draft)
  local list = {}
  for _, part in ipairs(draft.parts) do
    list[#list + 1] = part.label
  end
  return list
end

local function is_called(part, called)
  return part.own_place == called or part.label == called or part.name == called
end

--- Find an ability by its place in the list of its card, by its word or short name, or by its full
--- name.
local function find_part(amended, field, called)
  local draft, item = amended.draft, amended.amendment.item
  for _, part in ipairs(draft.parts) do
    if is_called(part, called) then
      return part
    end
  end
  local known = labels(draft)
  local hint = type(called) == "string" and spelling.hint(called, known) or ""
  local form = "%s: '%s' has no ability %s%s%s"
  local list = #known > 0 and "; it has " .. table.concat(known, ", ") or ""
  local said = type(called) == "string" and ("'%s'"):format(called) or vocabulary.said(called)
  return amended.game.files:blame(item, field, form, field, draft.id, said, hint, list)
end

--- without = { 1, "flying" }: abilities that the card loses.
local function take_away(amended)
  local item = amended.amendment.item
  local list = item.given.without
  if list == nil then
    return
  end
  local is_one = type(list) == "string" or math.type(list) == "integer"
  if not is_one and not table_reader.is_plain(list) then
    local form = "without: expected an ability's place or name, or a list of them, got %s"
    amended.game.files:blame(item, "without", form, vocabulary.said(list))
  elseif not is_one then
    table_reader.check_list(amended.game.files, item, "without", list)
  end
  for _, called in ipairs(is_one and { list } or list) do
    local part = find_part(amended, "without", called)
    note_write(amended, "without", "ability " .. part.label, said_part(part.item), "gone", "gone")
    part.is_gone = true
  end
end

local function check_part(amended, field, place, item)
  local is_fine = type(item) == "string"
    or ability_words.is_ability(item)
    or watchers.is_watcher(item)
    or chain_handlers.is_handler(item)
  if not is_fine then
    local form, said = "%s: expected an ability, got %s", vocabulary.said(item)
    amended.game.files:blame(amended.amendment.item, field, form, place, said)
  end
end

--- instead = { [1] = static { ... } }: an ability that replaces another one.
local function put_instead(amended)
  local amendment = amended.amendment
  local item = amendment.item
  local given = item.given.instead
  if given == nil then
    return
  elseif type(given) ~= "table" or given.word or phrase.is(given) then
    local form = "instead: expected abilities by place or name, got %s"
    amended.game.files:blame(item, "instead", form, vocabulary.said(given))
  end
  if next(given) == nil then
    amended.game.files:blame(item, "instead", "instead: it names no ability; say [1] = ...")
  end
  for called, ability in host.sorted_pairs(given) do
    local part = find_part(amended, "instead", called)
    check_part(amended, "instead", ("instead: %s"):format(called), ability)
    local old = part.is_gone and "gone" or said_part(part.item)
    note_write(amended, "instead", "ability " .. part.label, old, said_part(ability), "instead")
    part.item, part.is_gone, part.pack = ability, nil, amendment.pack.name
    part.by, part.place, part.field = item, called, "instead"
    part.name = amended.drafts:name_part(amended.draft, amendment)
  end
end

--- The name of an ability that an amendment adds; it has the names of both packs.
function Drafts:name_part(draft, amendment)
  local base = draft.id:gsub("^([^:]+):(.*)$", amendment.pack.name .. ":%2_of_%1")
  draft.made = draft.made or {}
  local made = (draft.made[base] or 0) + 1
  draft.made[base] = made
  if made == 1 and self.by_id[base] then
    local form = "its abilities would be called as those of the card '%s'"
    self.game.files:blame(amendment.item, nil, form, base)
  end
  return ("%s.%d"):format(base, made)
end

local function add_parts(amended)
  local draft, amendment = amended.draft, amended.amendment
  local item = amendment.item
  for place = 1, #item.given do
    check_part(amended, place, ("in place %d of its list"):format(place), item.given[place])
    local name = amended.drafts:name_part(draft, amendment)
    part_of(draft, item, place, name, amendment.pack.name)
    note_write(amended, place, "ability " .. name, "none", said_part(item.given[place]), "added")
  end
end

--- Keys of an amendment that are no fields of the card: they change its abilities or its other
--- face.
local NO_FIELDS <const> = { back = true, instead = true, without = true }

local function amend_fields(amended)
  local draft, item, game = amended.draft, amended.amendment.item, amended.game
  if item.given.name ~= nil then
    game.files:blame(item, "name", "name: a card keeps its name; others call it so")
  elseif item.given.id ~= nil then
    game.files:blame(item, "id", "id: a card keeps its id; saves call it so")
  end
  for said, value in host.sorted_pairs(item.given) do
    if type(said) == "string" and not NO_FIELDS[said] then
      local key = field_of(game, item, said)
      local old = draft.given[key]
      local new, change = amended_fields.amended(game, item, key, old, value)
      note_write(amended, key, key, amended_fields.said(old), amended_fields.said(new), change)
      draft.given[key], draft.said[key] = new, item
    end
  end
end

local amend_one

--- back = { ... } amends the other face, back = card { ... } is another one.
local function amend_back(amended)
  local draft, amendment, game = amended.draft, amended.amendment, amended.game
  local item = amendment.item
  local back = item.given.back
  if back == nil then
    return
  end
  local word = type(back) == "table" and (back.word or "changes")
  if word == "card" then
    note_write(amended, "back", "back", "what it was", "another card", "instead")
    add_back(game, draft, amendment.pack, back, item)
  elseif word ~= "changes" or not draft.back then
    local form = "back: expected card { ... }%s, got %s"
    local either = draft.back and " or changes to the one that it has" or ""
    game.files:blame(item, "back", form, either, vocabulary.said(back))
  else
    local line = game.files:line(item, "back")
    local inner = { word = "amend", given = back, path = item.path, line = line }
    amend_one(amended.drafts, draft.back, { pack = amendment.pack, item = inner })
  end
end

function amend_one(drafts, draft, amendment)
  if next(amendment.item.given) == nil then
    local form = "amend: it changes nothing; say a field, an ability, `without` or `instead`"
    drafts.game.files:blame(amendment.item, nil, form)
  end
  local amended = { drafts = drafts, draft = draft, amendment = amendment, game = drafts.game }
  amend_fields(amended)
  take_away(amended)
  put_instead(amended)
  add_parts(amended)
  amend_back(amended)
end

-- -- Whose card it is ----------------------------------------------------------

--- A hint for an unknown id: the id of the pack's card whose printed name would give the unknown
--- id, although ids follow from names of files; else the nearest id.
local function hint_of(drafts, owner, id)
  for _, draft in ipairs(drafts.list) do
    if draft.pack == owner and ("%s:%s"):format(owner, slugs.of(draft.given.name)) == id then
      return ("; did you mean '%s'?"):format(draft.id)
    end
  end
  return spelling.hint(id, spelling.keys(drafts.by_id))
end

--- The draft that an amendment changes; nil if its pack is optional and not loaded.
local function target_of(drafts, amendment)
  local item, pack, game = amendment.item, amendment.pack, drafts.game
  local id = item.target
  local owner = id:match("^([^:]+):")
  if not owner then
    local own = drafts.by_name[id]
    local ids = spelling.keys(drafts.by_id)
    local hint = own and ("; did you mean '%s'?"):format(own.id) or spelling.hint(id, ids)
    game.files:blame(item, nil, "amend: expected \"pack:card\", got '%s'%s", id, hint)
  elseif owner == pack.name then
    game.files:blame(item, nil, "amend: '%s' is of this pack itself; change its file", id)
  elseif not pack_graph.names(pack, owner) then
    local form = "amend: the manifest of '%s' names no '%s'; "
      .. 'write requires or optional = { %s = ">=..." }'
    game.files:blame(item, nil, form, pack.name, owner, owner)
  elseif not pack_graph.find(game.packs, owner) then
    return nil
  end
  local draft = drafts.by_id[game.files.renames:known(drafts.by_id, id, item.path, item.line)]
  if not draft then
    local hint = hint_of(drafts, owner, id)
    game.files:blame(item, nil, "amend: no card '%s'%s", id, hint)
  end
  return draft
end

local function amend(drafts, amendment)
  local draft = target_of(drafts, amendment)
  if draft then
    drafts:keep_reading(draft)
    amend_one(drafts, draft, amendment)
  end
end

-- -- Settling ------------------------------------------------------------------

--- Apply all amendments, in the order of packs. A mistake in one of them is raised, or added to a
--- list of problems.
---@param problems? string[]
function Drafts:settle(problems)
  for _, amendment in ipairs(self.amendments) do
    if problems then
      local is_fine, problem = pcall(amend, self, amendment)
      problems[#problems + 1] = not is_fine and tostring(problem) or nil
    else
      amend(self, amendment)
    end
  end
end

return M
