--- Applies amendments to drafts: what a pack changes of a card of another pack.
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local ability_words = require("strata.cards.ability")
local chain_handlers = require("strata.cards.chain_handlers")
local watchers = require("strata.cards.watchers")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")
local amend_targets = require("strata.link.amend_targets")
local amended_fields = require("strata.link.amended_fields")
local card_drafts = require("strata.link.card_drafts")

local M = {}

---@class strata.Amended a draft that is being changed
---@field drafts strata.Drafts
---@field draft strata.Draft
---@field amendment table { pack, item }
---@field game strata.Game

-- -- What is written ---------------------------------------------------------

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
  if draft.altered == card_drafts.NOTHING then
    draft.altered, draft.writes, draft.said = {}, {}, draft.said or {}
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
  local list = "; it has " .. (#known > 0 and table.concat(known, ", ") or "none")
  local said = type(called) == "string" and ("'%s'"):format(called) or vocabulary.said(called)
  return amended.game.files:blame(item, field, form, field, draft.id, said, hint, list)
end

--- without = { 1, "flying" }: abilities that the card loses.
---@param amended strata.Amended
function M.take_away(amended)
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
    local old = amended_fields.said_part(part.item)
    note_write(amended, "without", "ability " .. part.label, old, "gone", "gone")
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

--- The name of an ability that an amendment adds; it has the names of both packs.
local function name_part(drafts, draft, amendment)
  local base = draft.id:gsub("^([^:]+):(.*)$", amendment.pack.name .. ":%2_of_%1")
  draft.made = draft.made or {}
  local made = (draft.made[base] or 0) + 1
  draft.made[base] = made
  if made == 1 and drafts.by_id[base] then
    local form = "its abilities would be called as those of the card '%s'"
    drafts.game.files:blame(amendment.item, nil, form, base)
  end
  return ("%s.%d"):format(base, made)
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
    local old = part.is_gone and "gone" or amended_fields.said_part(part.item)
    local new = amended_fields.said_part(ability)
    note_write(amended, "instead", "ability " .. part.label, old, new, "instead")
    part.item, part.is_gone, part.pack = ability, nil, amendment.pack.name
    part.by, part.place, part.field = item, called, "instead"
    part.name = name_part(amended.drafts, amended.draft, amendment)
  end
end

local function add_parts(amended)
  local draft, amendment = amended.draft, amended.amendment
  local item = amendment.item
  for place = 1, #item.given do
    check_part(amended, place, ("in place %d of its list"):format(place), item.given[place])
    local name = name_part(amended.drafts, draft, amendment)
    card_drafts.add_part(draft, item, place, name, amendment.pack.name)
    local new = amended_fields.said_part(item.given[place])
    note_write(amended, place, "ability " .. name, "none", new, "added")
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
  elseif item.given.like ~= nil or item.given.abstract ~= nil then
    local key = item.given.like ~= nil and "like" or "abstract"
    game.files:blame(item, key, "%s: only the card itself can say it", key)
  end
  for said, value in host.sorted_pairs(item.given) do
    if type(said) == "string" and not NO_FIELDS[said] then
      local key = card_drafts.field_of(game, item, said)
      local old = draft.given[key]
      local new, change = amended_fields.amended(game, item, key, old, value)
      note_write(amended, key, key, amended_fields.said(old), amended_fields.said(new), change)
      draft.given[key], draft.said[key] = new, item
    end
  end
end

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
    card_drafts.add_back(game, draft, amendment.pack, back, item)
  elseif word ~= "changes" or not draft.back then
    local form = "back: expected card { ... }%s, got %s"
    local either = draft.back and " or changes to the one that it has" or ""
    game.files:blame(item, "back", form, either, vocabulary.said(back))
  else
    local line = game.files:line(item, "back")
    local inner = { word = "amend", given = back, path = item.path, line = line }
    M.amend(amended.drafts, draft.back, { pack = amendment.pack, item = inner })
  end
end

--- Apply an amendment to a draft.
---@param drafts strata.Drafts
---@param draft strata.Draft
---@param amendment table { pack, item }
function M.amend(drafts, draft, amendment)
  if next(amendment.item.given) == nil then
    local form = "amend: it changes nothing; say a field, an ability, `without` or `instead`"
    drafts.game.files:blame(amendment.item, nil, form)
  end
  local amended = { drafts = drafts, draft = draft, amendment = amendment, game = drafts.game }
  amend_fields(amended)
  M.take_away(amended)
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
---@param drafts strata.Drafts
---@param amendment table { pack, item }
---@return strata.Draft|nil
function M.target(drafts, amendment)
  local item, game = amendment.item, drafts.game
  local id = item.target
  local owner = id:match("^([^:]+):")
  if not owner then
    local own = drafts.by_name[id]
    local ids = spelling.keys(drafts.by_id)
    local hint = own and ("; did you mean '%s'?"):format(own.id) or spelling.hint(id, ids)
    game.files:blame(item, nil, "amend: expected \"pack:card\", got '%s'%s", id, hint)
  elseif not amend_targets.has_owner(game, amendment, owner) then
    return nil
  end
  local draft = drafts.by_id[game.files.renames:known(drafts.by_id, id, item.path, item.line)]
  if not draft then
    local other = amend_targets.other_hint(game, id, "cards")
    local hint = other and "; " .. other or hint_of(drafts, owner, id)
    game.files:blame(item, nil, "amend: no card '%s'%s", id, hint)
  end
  return draft
end

return M
