--- Makes a game that shows a difference small: leaves out operations, then what
--- cards say, as long as some difference stays.

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

--- Try a table without one of its fields; put it back if nothing is bad then.
local function without(t, key, is_bad)
  local value = t[key]
  if value ~= nil then
    t[key] = nil
    t[key] = not is_bad() and value or nil
  end
end

--- Leave out items of a list in place, as long as it is bad.
local function thin(list, least, is_bad)
  for i = #list, 1, -1 do
    if #list > least then
      local item = table.remove(list, i)
      if not is_bad() then
        table.insert(list, i, item)
      end
    end
  end
end

local function keys_of(t)
  local keys = {}
  for key in pairs(t) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
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
  for _, name in ipairs(keys_of(pool.definitions)) do
    without(pool.definitions, name, is_bad)
  end
  for _, name in ipairs(keys_of(pool.abilities)) do
    without(pool.abilities, name, is_bad)
  end
  for _, name in ipairs(keys_of(pool.abilities)) do
    local ability = pool.abilities[name]
    thin(ability.clauses or {}, 1, is_bad)
    for _, data in ipairs(ability.clauses or {}) do
      clause(data, is_bad)
    end
  end
  for _, name in ipairs(keys_of(pool.definitions)) do
    for _, attr in ipairs(keys_of(pool.definitions[name])) do
      without(pool.definitions[name], attr, is_bad)
    end
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
      for _, key in ipairs(LESS) do
        without(op.effect, key, is_bad)
      end
      thin(op.effect.parts, 1, is_bad)
      thin(op.effect.targets or {}, 1, is_bad)
    end
  end
end

return M
