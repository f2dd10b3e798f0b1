--- Makes a game that shows a difference small: leaves out operations, then what
--- cards say, as long as some difference stays.

local thinning = require("thinning")
local keys_of, strip, thin, without =
  thinning.keys_of, thinning.strip, thinning.thin, thinning.without

local M = {}

--- The list without `count` items from `first`.
local function cut(list, first, count)
  local rest = {}
  for i, item in ipairs(list) do
    if i < first or i >= first + count then
      rest[#rest + 1] = item
    end
  end
  return rest
end

--- A list that is still bad and of which nothing can be left out.
---@param list table[]
---@param is_bad fun(list: table[]): boolean
---@return table[]
function M.list(list, is_bad)
  local size = #list // 2
  while size >= 1 do
    local first = 1
    while first <= #list do
      local rest = cut(list, first, size)
      if is_bad(rest) then
        list = rest
      else
        first = first + size
      end
    end
    size = size // 2
  end
  return list
end

local function clause(data, is_bad)
  data.by_layer, data.reads, data.writes = nil, nil, nil
  local function fresh()
    data.by_layer, data.reads, data.writes = nil, nil, nil
    return is_bad()
  end
  without(data, "condition", fresh)
  thin(data.parts, 1, fresh)
  data.by_layer, data.reads, data.writes = nil, nil, nil
end

--- Leave out of a pool what is not needed, in place.
---@param pool table
---@param is_bad fun(): boolean
function M.pool(pool, is_bad)
  thin(pool.laws, 0, is_bad)
  strip(pool.definitions, keys_of(pool.definitions), is_bad)
  strip(pool.abilities, keys_of(pool.abilities), is_bad)
  for _, name in ipairs(keys_of(pool.abilities)) do
    local ability = pool.abilities[name]
    thin(ability.clauses or {}, 1, is_bad)
    for _, data in ipairs(ability.clauses or {}) do
      clause(data, is_bad)
    end
  end
  for _, name in ipairs(keys_of(pool.definitions)) do
    strip(pool.definitions[name], keys_of(pool.definitions[name]), is_bad)
    thin(pool.definitions[name].abilities or {}, 0, is_bad)
  end
end

local LESS <const> = { "condition", "while_on", "while_source", "source", "clock", "lock" }

--- Leave out of the effects in a game what is not needed, in place.
---@param list table[]
---@param is_bad fun(): boolean
function M.effects(list, is_bad)
  for _, op in ipairs(list) do
    if op.effect then
      strip(op.effect, LESS, is_bad)
      thin(op.effect.parts, 1, is_bad)
      thin(op.effect.targets or {}, 1, is_bad)
    end
  end
end

return M
