--- The rules that random games play by, for the oracle and for the engine.

local M = {}

local function int(name, lo, hi, default)
  return { name = name, type = "int", min = lo, max = hi, default = default or 0 }
end

local MAX <const>, MIN <const> = math.maxinteger, math.mininteger

--- In the order of their names: the order in which parts of one effect apply.
local function attributes()
  local list = {
    { name = "colors", type = "set", default = 0, domain = { "blue", "green", "red" } },
    { name = "flying", type = "flag", default = false },
    int("level", -2147483648, 2147483647, 3),
    { name = "note", type = "text", default = "" },
    { name = "owner", type = "ref", default = 0 },
    int("power", MIN, MAX),
    { name = "rarity", type = "sym", default = "" },
    int("seat", MIN, MAX),
    int("small", -8, 7),
    { name = "tapped", type = "flag", default = true },
    int("toughness", MIN, MAX),
    { name = "types", type = "set", default = 0, domain = { "elf", "goblin", "red", "wall" } },
  }
  list[8].unlayered = true
  return list
end

local GROUPS <const> = {
  all = { policy = "all" },
  highest = { policy = "highest" },
  lowest = { policy = "lowest" },
  latest = { policy = "latest" },
  by_source = { policy = "source" },
  fresh = { policy = "refresh", limit = 2 },
}

local NAMED <const> = { "copy", "control", "type", "pt.set", "pt.modify", "pt.switch" }

--- Layers by number, ordered by timestamp or by priority; or by name.
local function layers_of(kind)
  if kind == "named" then
    local found = {}
    for i, name in ipairs(NAMED) do
      found[name] = { position = i, by_priority = name == "pt.modify" }
    end
    return NAMED, function(name)
      return found[name]
    end
  end
  return { -3, 0, 1, 2, 1000 }, function(n)
    return { position = n, by_priority = kind == "priority" }
  end
end

--- A schema for the oracle.
---@param kind string timestamp, priority (numbered layers) or named
---@return table
function M.new(kind)
  local layers, layer = layers_of(kind)
  local schema = {
    kind = kind,
    attributes = attributes(),
    groups = GROUPS,
    clocks = { "step", "turn" },
    layers = layers,
    layer = layer,
    by_name = {},
    bit = {},
    symbols = { "common", "rare" },
  }
  local bit = 1
  for _, attr in ipairs(schema.attributes) do
    schema.by_name[attr.name] = attr
    for _, symbol in ipairs(attr.domain or {}) do
      if not schema.bit[symbol] then
        schema.bit[symbol] = bit
        bit = bit << 1
      end
    end
  end
  return schema
end

--- An attribute as strata.rules{} takes it.
local function declared(attr)
  local spec = { attr.type, unlayered = attr.unlayered }
  if attr.type == "int" or attr.type == "flag" then
    spec.default = attr.default
  end
  if attr.min and attr.min ~= MIN then
    spec.min, spec.max = attr.min, attr.max
  end
  for i, symbol in ipairs(attr.domain or {}) do
    spec[i + 1] = symbol
  end
  return spec
end

local function declared_layers(schema)
  if schema.kind ~= "named" then
    return "numbers"
  end
  return {
    "copy",
    "control",
    "type",
    { "pt", "set" },
    { "pt", "modify", order = "priority" },
    { "pt", "switch" },
  }
end

--- The same as rules of the engine.
---@param strata table the module
---@param schema table
---@return table rules
function M.declare(strata, schema)
  local attributes_spec, groups = {}, {}
  for _, attr in ipairs(schema.attributes) do
    attributes_spec[attr.name] = declared(attr)
  end
  attributes_spec.rarity = { "sym", "common", "rare" }
  for name, group in pairs(schema.groups) do
    groups[name] = group.limit and { group.policy, limit = group.limit } or group.policy
  end
  return strata.rules({
    layers = declared_layers(schema),
    order = schema.kind == "priority" and "priority" or "timestamp",
    attributes = attributes_spec,
    clocks = schema.clocks,
    groups = groups,
  })
end

return M
