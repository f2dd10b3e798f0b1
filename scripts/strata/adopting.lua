--- Adopting: what a game that is loaded anew takes over from the one before it.
---
--- Where nothing has changed that words of cards depend on - packs, their rules, laws and events -,
--- a file that says what it said gives the cards that it gave. They are taken over if making them
--- has left nothing in their game but themselves (see Game:traces), and nobody amends them.
local host = require("strata.host")

local M = {}

--- The files of a pack that words of cards depend on.
local GROUND <const> = { "rules", "laws", "events" }

local function is_same_file(earlier, pack, field)
  local path = pack[field] and pack.path .. "/" .. pack[field]
  return not path or host.read(path) == earlier.files.texts[path]
end

--- Whether cards of a game can be taken over into one of these packs.
---@param earlier strata.Game
---@param packs strata.Manifest[]
---@param variant? string
---@return boolean
function M.is_ground(earlier, packs, variant)
  if earlier.variant ~= variant or not host.same(earlier.packs, packs) then
    return false
  end
  for _, pack in ipairs(packs) do
    for _, field in ipairs(GROUND) do
      if not is_same_file(earlier, pack, field) then
        return false
      end
    end
  end
  return true
end

-- -- Files -------------------------------------------------------------------

--- Take the drafts of a file over if it says what it said.
---@param game strata.Game
---@param path string
---@return boolean is_done
function M.file(game, path)
  local earlier = game.earlier
  local file = earlier and earlier.drafts.files[path]
  local text = earlier and earlier.files.texts[path]
  if not file or file.leaves or host.read(path) ~= text then
    return false
  end
  game.files.texts[path], game.files.outlines[path] = text, earlier.files.outlines[path]
  game.drafts:adopt(path, earlier.drafts.list, file)
  return true
end

--- Whether nothing contradicts what was taken over: two of a name, or an amendment. Else all must
--- be read, as what is said of that is said of drafts.
---@param game strata.Game
---@return boolean
function M.holds(game)
  local drafts = game.drafts
  for _, amendment in ipairs(drafts.amendments) do
    local name = game.files.renames:known(drafts.by_id, amendment.item.target)
    if drafts.adopted[drafts.by_id[name]] then
      return false
    end
  end
  return not drafts.is_crossed
end

-- -- Cards -------------------------------------------------------------------

local function adopt_face(game, card, known)
  local abilities, order = game.abilities, game.ability_order
  game.symbols[game.schema:symbol(card.name)] = true
  game.definitions[card.definition] = card
  for _, name in ipairs(card.abilities) do
    if not abilities[name] then -- else it is a keyword
      abilities[name] = known[name]
      order[#order + 1] = name
    end
  end
end

--- Take over the card of a draft that was taken over.
---@param game strata.Game
---@param draft strata.Draft
function M.card(game, draft)
  local earlier = game.earlier
  local card = earlier.definitions[draft.id]
  adopt_face(game, card, earlier.abilities)
  if card.back then
    adopt_face(game, card.back, earlier.abilities)
  end
  game.cards[card.name] = card
end

-- -- Rules -------------------------------------------------------------------

-- What may differ if only bodies do.
local BODIES <const> = { abilities = true, definitions = true }

--- Names of those that say something else than before; nil if there are other names.
local function changed(before, after)
  local list, count = {}, 0
  for name, body in next, after do
    local old = before[name]
    if old == nil then
      return nil
    elseif old ~= body and not host.same(old, body) then
      list[#list + 1] = name
    end
    count = count + 1
  end
  for _ in next, before do
    count = count - 1
  end
  table.sort(list)
  return count == 0 and list or nil
end

--- Which abilities and definitions say something else than before; nil if more than that differs.
---@param before table as strata.rules reads it
---@param after table
---@return string[]|nil abilities
---@return string[]|nil definitions
function M.changes(before, after)
  local others = { {}, {} }
  for i, spec in ipairs({ before, after }) do
    for section, value in host.sorted_pairs(spec) do
      others[i][section] = not BODIES[section] and value or nil
    end
  end
  if not host.same(others[1], others[2]) then
    return nil
  end
  local abilities = changed(before.abilities, after.abilities)
  return abilities, abilities and changed(before.definitions, after.definitions)
end

--- The engine's rules of a spec, made of those of the earlier game if little differs; nil if not.
---@param game strata.Game
---@param spec table
---@return strata.Rules|nil
function M.rules(game, spec)
  local earlier = game.earlier
  if not earlier or not earlier.spec then
    return nil
  end
  local abilities, definitions = M.changes(earlier.spec, spec)
  if not definitions then
    return nil
  end
  return host.revised_rules(spec, abilities, definitions, earlier.rules)
end

return M
