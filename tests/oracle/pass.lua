--- A pass: from base values through all layers, one unit after the other.

local abilities = require("abilities")
local clause = require("clause")
local depend = require("depend")
local state = require("state")

local M = {}

local function begin(world, rules)
  local at = state.new(world, rules or {})
  for _, id in ipairs(world.order) do
    local row = {}
    for name, value in pairs(world.base[id]) do
      row[name] = value
    end
    row.abilities = abilities.own(id, row.abilities or {}, world.objects[id].stamp)
    at.values[id], at.own[id] = row, true
  end
  at.fixed, at.begun, at.seen = clause.fixed(world), {}, {}
  return at
end

--- Keep copiable values: what a copy gets (707.2). What is written to a row
--- from now on is written to another.
local function keep_copiable(at)
  at.copiable = {}
  for id, row in pairs(at.values) do
    at.copiable[id] = row
  end
  at.own = {}
end

--- Apply all units of a layer; after each, everything is looked at anew
--- (613.8c).
local function run_layer(at, layer)
  at.layer, at.applied = layer, {}
  if at.rules.started == false then
    at.started, at.begun, at.effects = {}, {}, {}
  end
  local candidates = clause.candidates(at, layer)
  while #candidates > 0 do
    local unit = depend.choose(at, candidates)
    if not at.started[unit.key] then
      at.begun[#at.begun + 1] = unit
    end
    clause.perform(at, unit)
    at.applied[unit.key] = true
    candidates = clause.candidates(at, layer)
  end
end

--- All values of a world. `rules` may switch some off, to see what they change:
--- dependency (613.8), loops (613.8b: the latest first), started (613.6), lost
--- (abilities lost before they started apply all the same), copies; or ask for
--- trials of all pairs: exhaustive. `after` is the layer with which to end.
---@param world table oracle world
---@param rules? table
---@return table state
function M.run(world, rules)
  local at = begin(world, rules)
  local schema = world.schema
  if not schema.copiable_after then
    keep_copiable(at)
  end
  for _, layer in ipairs(schema.layers) do
    run_layer(at, layer)
    if layer == schema.copiable_after then
      keep_copiable(at)
    end
    if layer == at.rules.after then
      return at
    end
  end
  return at
end

return M
