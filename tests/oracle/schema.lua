--- Rules of a game, for the oracle and for the engine.
---
--- A kind (see kinds.lua) and a pool: abilities { name -> { kind, zones, clauses
--- } }, laws, definitions { name -> { attribute -> value } }.

local M = {}

local function bits_of(attributes)
  local bit, next_bit = {}, 1
  for _, attr in ipairs(attributes) do
    for _, symbol in ipairs(attr.type == "set" and attr.domain or {}) do
      if not bit[symbol] then
        bit[symbol], next_bit = next_bit, next_bit << 1
      end
    end
  end
  return bit
end

--- A schema for the oracle.
---@param kind table
---@param pool? table abilities, laws, definitions
---@return table
function M.new(kind, pool)
  pool = pool or { abilities = {}, laws = {}, definitions = {} }
  local schema = {}
  for key, value in pairs(kind) do
    schema[key] = value
  end
  schema.by_name = {}
  for _, attr in ipairs(kind.attributes) do
    schema.by_name[attr.name] = attr
  end
  schema.bit = bits_of(kind.attributes)
  schema.abilities, schema.definitions = pool.abilities, pool.definitions
  schema.laws = table.move(pool.laws, 1, #pool.laws, 1, {})
  table.sort(schema.laws, function(a, b)
    return a.name < b.name
  end)
  return schema
end

--- The symbols of a mask, in the order of the attribute's domain.
---@param schema table
---@param attr string
---@param mask integer
---@return string[]
function M.names(schema, attr, mask)
  local list = {}
  for _, symbol in ipairs(schema.by_name[attr].domain) do
    if mask & schema.bit[symbol] ~= 0 then
      list[#list + 1] = symbol
    end
  end
  return list
end

return M
