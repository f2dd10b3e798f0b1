--- A schema as rules of the engine: strata.rules{}; and parts of effects as its
--- operations.

local expr = require("expr")
local schema_of = require("schema")

local M = {}

local MIN <const> = math.mininteger

-- Operations ---------------------------------------------------------------

local WORDS <const> = { ["and"] = "band", ["or"] = "bor", ["xor"] = "bxor" }
local OF_ABILITIES <const> = { add = "grant", clear = "remove_all" }
local ROUNDED <const> = { div = true, scale = true }
local NOTHING <const> = { clear = true, strip = true }

--- What the word for an operation takes; `read` turns values and expressions
--- into the module's.
local function operands(part, read)
  if NOTHING[part.op] then
    return {}
  elseif part.op == "switch" then
    return { part.other }
  elseif part.op == "substitute" then
    return part.value
  elseif part.op == "borrow" then
    return { read.expr(part.expr), part.kind }
  elseif part.of then
    return { read.entity(part.of) }
  elseif part.expr then
    return { read.expr(part.expr) }
  end
  return { read.value(part.attr, part.value) }
end

--- One part as an operation of the module.
---@param strata table
---@param part table
---@param read table expr, value, entity: functions
---@return any
function M.operation(strata, part, read)
  local words = part.attr == "abilities" and OF_ABILITIES or WORDS
  local word = strata[words[part.op] or part.op]
  local list = operands(part, read)
  if ROUNDED[part.op] then
    list[2] = part.divisor
    list[#list + 1] = part.up and "up" or "down"
  end
  local made = word(table.unpack(list)):at(part.layer)
  return part.capture and made:locked() or made
end

--- Add all parts to a table, by their attributes.
---@param strata table
---@param into table
---@param parts table[]
---@param read table
function M.operations(strata, into, parts, read)
  for _, part in ipairs(parts) do
    local made = M.operation(strata, part, read)
    if part.attr then
      local list = into[part.attr] or {}
      list[#list + 1] = made
      into[part.attr] = list
    else
      into.copy = made
    end
  end
end

--- A value that names nobody, as the module takes it.
---@param schema table
---@param attr string
---@param v any
---@return any
function M.value(schema, attr, v)
  if attr and schema.by_name[attr].type == "set" then
    return schema_of.names(schema, attr, v)
  end
  return v
end

-- Rules --------------------------------------------------------------------

local function attribute(attr)
  local spec = { attr.type }
  for _, key in ipairs({ "unlayered", "copiable", "kept", "stamps", "open", "counter" }) do
    spec[key] = attr[key]
  end
  if attr.type == "int" or attr.type == "flag" then
    spec.default = attr.default
  end
  if attr.min and attr.min ~= MIN and not attr.counter then
    spec.min, spec.max = attr.min, attr.max
  end
  for i, symbol in ipairs(attr.domain or {}) do
    spec[i + 1] = symbol
  end
  return spec
end

local function layers(schema)
  if schema.numbered then
    return "numbers"
  end
  local list = {}
  for i, name in ipairs(schema.layers) do
    local by_priority = schema.layer(name).by_priority
    local first, second = name:match("^(%w+)%.(%w+)$")
    list[i] = first and { first, second } or { name }
    list[i].order = by_priority and "priority" or nil
  end
  return list
end

local function reader(strata, schema)
  return {
    expr = function(e)
      return strata.expr(expr.print(e))
    end,
    value = function(attr, v)
      return M.value(schema, attr, v)
    end,
  }
end

local function clause(strata, schema, data)
  local read = reader(strata, schema)
  local spec = {
    on = data.subject and read.expr(data.subject),
    when = data.condition and read.expr(data.condition),
  }
  M.operations(strata, spec, data.parts, read)
  return spec
end

local function abilities(strata, schema)
  local all = {}
  for name, ability in pairs(schema.abilities) do
    local spec = { kind = ability.kind }
    for zone in pairs(ability.zones or {}) do
      spec.zones = spec.zones or {}
      table.insert(spec.zones, zone)
    end
    for i, data in ipairs(ability.clauses or {}) do
      spec[i] = clause(strata, schema, data)
    end
    all[name] = spec
  end
  return all
end

local function laws(strata, schema)
  local all = {}
  for _, law in ipairs(schema.laws) do
    local spec = clause(strata, schema, law)
    spec.counter, spec.last, spec.intrinsic = law.counter, law.last, law.intrinsic
    all[law.name] = spec
  end
  return all
end

local function definitions(schema)
  local all = {}
  for name, values in pairs(schema.definitions) do
    local spec = {}
    for attr, value in pairs(values) do
      spec[attr] = M.value(schema, attr, value)
    end
    all[name] = spec
  end
  return all
end

local function groups(schema)
  local all = {}
  for name, group in pairs(schema.groups) do
    all[name] = group.limit and { group.policy, limit = group.limit } or group.policy
  end
  return all
end

local function attributes(schema)
  local all = {}
  for _, attr in ipairs(schema.attributes) do
    if not attr.owned then
      all[attr.name] = attribute(attr)
    end
  end
  return all
end

--- Rules of the engine.
---@param strata table the module
---@param schema table
---@return table rules
function M.rules(strata, schema)
  local spec = {
    layers = layers(schema),
    order = schema.kind == "priority" and "priority" or nil,
    attributes = attributes(schema),
    clocks = schema.clocks,
    groups = groups(schema),
  }
  if schema.zones then
    spec.zones, spec.copiable_after = {}, schema.copiable_after
    for _, zone in ipairs(schema.zones) do
      spec.zones[zone] = { shared = true, ordered = true }
    end
    spec.abilities, spec.laws = abilities(strata, schema), laws(strata, schema)
    spec.definitions = definitions(schema)
  end
  return strata.rules(spec)
end

return M
