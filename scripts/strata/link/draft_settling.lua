--- Settles drafts: what a card has of the card that it is like, and what packs amend.
---
--- A card is settled after the card that it is like, which has its amendments then: whoever changes
--- a card changes those that are like it. Amendments of a card come after what it takes.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local amended_fields = require("strata.link.amended_fields")
local card_amendments = require("strata.link.card_amendments")
local card_drafts = require("strata.link.card_drafts")
local pack_graph = require("strata.packs.pack_graph")

local M = {}

---@class strata.Settling
---@field drafts strata.Drafts
---@field game strata.Game
---@field amendments table<strata.Draft, table[]> by what they change, in order
---@field by_whole? table<string, strata.Draft> by "pack:id" and "pack:Name"
---@field path strata.Draft[] those that are being settled, each is like the next

-- -- Which card a card is like -------------------------------------------------

--- All drafts by their whole names; those that were taken over from an earlier game too.
local function by_whole(settling)
  if not settling.by_whole then
    settling.by_whole = {}
    for _, list in ipairs({ settling.drafts.list, settling.drafts.abstract }) do
      for _, draft in ipairs(list) do
        local name = ("%s:%s"):format(draft.pack, draft.given.name)
        settling.by_whole[name], settling.by_whole[draft.id] = draft, draft
      end
    end
  end
  return settling.by_whole
end

--- The message that there is no such card, with the nearest of the pack that it would be in, or the
--- one of another pack that has the name.
local function refuse_name(settling, draft, whole)
  local owner, names, elsewhere = whole:match("^[^:]*"), {}, nil
  for name in host.sorted_pairs(by_whole(settling)) do
    local pack, rest = name:match("^([^:]*):(.*)$")
    names[#names + 1] = pack == owner and name or nil
    elsewhere = rest == draft.like and name or elsewhere
  end
  local hint = elsewhere and ("; did you mean '%s'?"):format(elsewhere)
    or spelling.hint(whole, names)
  settling.game.files:blame(draft.item, "like", "like: no card '%s'%s", whole, hint)
end

--- The card that a card is like: of its own pack, or of one that its manifest names.
local function need_base(settling, draft)
  local game, item = settling.game, draft.item
  local owner = draft.like:match("^([%l_][%l%d_]*):") or draft.pack
  local whole = draft.like:find("^[%l_][%l%d_]*:") and draft.like
    or ("%s:%s"):format(owner, draft.like)
  local own = pack_graph.find(game.packs, draft.pack)
  if owner ~= draft.pack and not pack_graph.names(own, owner) then
    local form = "like: the manifest of '%s' names no '%s'; write requires = { %s = \">=...\" }"
    game.files:blame(item, "like", form, draft.pack, owner, owner)
  elseif not pack_graph.find(game.packs, owner) then
    local form = "like: the pack '%s' is optional, and is not loaded; put the card into a folder "
      .. "with_%s"
    game.files:blame(item, "like", form, owner, owner)
  end
  local all, line = by_whole(settling), game.files:line(item, "like")
  local base = all[game.files.renames:known(all, whole, item.path, line)]
  return base or refuse_name(settling, draft, whole)
end

local function check_circle(settling, draft, base)
  if not lists.includes(settling.path, base) then
    return
  end
  local names, is_in = {}, false
  for _, other in ipairs(settling.path) do
    is_in = is_in or other == base
    names[#names + 1] = is_in and other.id or nil
  end
  names[#names + 1] = base.id
  local form = "like: '%s' is like itself: %s; say in one of them what it is"
  settling.game.files:blame(draft.item, "like", form, base.given.name, table.concat(names, " -> "))
end

-- -- What it takes of it -------------------------------------------------------

--- Note who says what a card takes, for why-def.
local function note_taken(settling, draft, row, item, field)
  row.path, row.line = item.path, settling.game.files:line(item, field)
  draft.taken[#draft.taken + 1] = row
end

--- The card that says a field of a card: that card, or one that it is like.
local function sayer_of(draft, field)
  for _, row in ipairs(draft.taken or {}) do
    if row.what == field then
      return row.of
    end
  end
  return draft.id
end

local OWN <const> = { name = true, id = true }

local function take_fields(settling, draft, base)
  for key, value in host.sorted_pairs(base.given) do
    if draft.given[key] == nil and not OWN[key] then
      local item = card_drafts.said(base, key)
      draft.given[key], draft.said[key] = value, item
      local row = { what = key, value = amended_fields.said(value), of = sayer_of(base, key) }
      note_taken(settling, draft, row, item, key)
    end
  end
end

--- The abilities of a card as those of one that is like it: their names begin with its own, and
--- stay the same if it gets others.
local function taken_parts(draft, base)
  local parts = {}
  for place, part in ipairs(base.parts) do
    local own = host.named(part)
    own.name, own.of = ("%s_like.%d"):format(draft.id, place), part.of or base.id
    own.pack = part.pack == base.pack and draft.pack or part.pack
    parts[#parts + 1] = not part.is_gone and own or nil
  end
  return parts
end

--- Let abilities have the places that they have in the whole list: those that are taken come first.
local function number_parts(draft)
  for place, part in ipairs(draft.parts) do
    part.own_place = place
    part.label = tonumber(part.label) and tostring(place) or part.label
  end
end

--- Take abilities: all but those that `without` names, and those that have the name of its own.
local function take_parts(settling, draft, base)
  local own, named = draft.parts, {}
  for _, part in ipairs(own) do
    named[part.label] = not tonumber(part.label)
  end
  draft.parts = taken_parts(draft, base)
  local amendment = { pack = pack_graph.find(settling.game.packs, draft.pack), item = draft.item }
  local game = settling.game
  card_amendments.take_away({ drafts = settling.drafts, draft = draft, amendment = amendment,
    game = game })
  draft.parts = lists.filter(draft.parts, function(part)
    return not part.is_gone and not named[part.label]
  end)
  for _, part in ipairs(draft.parts) do
    local row = { what = "ability " .. part.name, of = part.of }
    row.value = amended_fields.said_part(part.item)
    note_taken(settling, draft, row, part.by, part.place)
  end
  table.move(own, 1, #own, #draft.parts + 1, draft.parts)
  number_parts(draft)
end

local take

--- Its other face is that of the card that it is like, unless it says one.
local function take_back(settling, draft, base)
  if base.back and not draft.back then
    local back = base.back
    draft.back = {
      id = draft.id .. "_back", pack = draft.pack, item = back.item, given = {}, parts = {},
      altered = card_drafts.NOTHING, writes = card_drafts.NOTHING,
    }
    draft.back.given.name = back.given.name
    take(settling, draft.back, back)
  end
end

function take(settling, draft, base)
  draft.said, draft.taken = draft.said or {}, {}
  take_fields(settling, draft, base)
  take_parts(settling, draft, base)
  take_back(settling, draft, base)
end

-- -- In which order ------------------------------------------------------------

local settle_one

--- Settle the card that a card is like, and take what it has.
local function take_base(settling, draft)
  local drafts, game = settling.drafts, settling.game
  drafts:keep_reading(draft)
  local base, other = need_base(settling, draft), drafts.by_id[draft.id .. "_like"]
  check_circle(settling, draft, base)
  if other then
    local form = "like: its abilities would be called as those of the card '%s'; give that one "
      .. "another id"
    game.files:blame(draft.item, "like", form, other.id)
  end
  settle_one(settling, base)
  take(settling, draft, base)
end

--- Settle a draft, once. An earlier game has settled those that were taken over.
function settle_one(settling, draft)
  if draft.is_settled then
    return
  end
  draft.is_settled = true
  settling.path[#settling.path + 1] = draft
  if draft.like then
    take_base(settling, draft)
  end
  for _, amendment in ipairs(settling.amendments[draft] or {}) do
    settling.drafts:keep_reading(draft)
    settling.attempt(card_amendments.amend, settling.drafts, draft, amendment)
  end
  settling.path[#settling.path] = nil
end

--- Settle all drafts. A mistake is raised, or added to a list of problems.
---@param drafts strata.Drafts
---@param problems? string[]
function M.settle(drafts, problems)
  local function attempt(f, ...)
    if not problems then
      return f(...)
    end
    local is_fine, result = pcall(f, ...)
    problems[#problems + 1] = not is_fine and tostring(result) or nil
    return is_fine and result or nil
  end
  local settling = { drafts = drafts, game = drafts.game, amendments = {}, attempt = attempt }
  local changed = {}
  for _, amendment in ipairs(drafts.amendments) do
    local draft = attempt(card_amendments.target, drafts, amendment)
    if draft then
      changed[#changed + 1] = draft
      settling.amendments[draft] = settling.amendments[draft] or {}
      table.insert(settling.amendments[draft], amendment)
    end
  end
  for _, list in ipairs({ changed, drafts.like }) do
    for _, draft in ipairs(list) do
      settling.path = {}
      attempt(settle_one, settling, draft)
    end
  end
end

return M
