--- The values of a world at one point of a pass, and forks of them for trials.
---
--- A row holds an entity's values by attribute; `abilities` is a list of what
--- abilities.lua makes. A fork shows what it was made of until it is written to,
--- and nothing that is written to it shows there: to try something, fork.

local M = {}

--- What a fork shares until it writes to it.
local SHOWN <const> = {
  "values", -- id -> row
  "started", -- key of a clause -> whom it affects (613.6)
  "effects", -- key of an ability -> a clause of it has started (613.6)
  "texts", -- key of an ability -> changes of its words (612)
  "forbidden", -- id -> name of an ability -> true
  "steps", -- id -> all that was done to its row, for stacking groups
}

--- The start of a pass: base values. `rules` says which rules are in force, for
--- games that ask what one of them changes: see pass.lua.
---@param world table schema, order, base, objects, effects
---@param rules table
---@return table
function M.new(world, rules)
  local state = {
    schema = world.schema,
    order = world.order,
    objects = world.objects,
    base = world.base,
    zones = world.zones,
    rules = rules,
    has_groups = false,
    own = {}, -- id -> the row here is no other state's
    touched = {}, -- attribute -> written to
  }
  for _, name in ipairs(SHOWN) do
    state[name] = {}
  end
  for _, effect in ipairs(world.effects) do
    state.has_groups = state.has_groups or effect.group ~= nil
  end
  return state
end

--- The same values, going their own way.
---@param state table
---@return table
function M.fork(state)
  local fork = {
    schema = state.schema,
    order = state.order,
    objects = state.objects,
    base = state.base,
    zones = state.zones,
    rules = state.rules,
    has_groups = state.has_groups,
    layer = state.layer,
    copiable = state.copiable,
    own = {},
    touched = {},
  }
  for _, name in ipairs(SHOWN) do
    fork[name] = setmetatable({}, { __index = state[name] })
  end
  return fork
end

--- Write a value.
---@param state table
---@param id integer
---@param attr string
---@param value any
function M.write(state, id, attr, value)
  local row = state.values[id]
  if row[attr] == value then
    return
  end
  if not state.own[id] then
    local copy = {}
    for name, old in pairs(row) do
      copy[name] = old
    end
    row, state.values[id], state.own[id] = copy, copy, true
  end
  row[attr] = value
  state.touched[attr] = true
end

--- A scope for expressions: what `this` and `it` mean, and a text.
---@param state table
---@param this integer
---@param it integer
---@param text table[]?
---@return table
function M.scope(state, this, it, text)
  return { it = it, this = this, outer = 0, world = state, text = text }
end

return M
