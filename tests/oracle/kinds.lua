--- The rules of games: attributes, layers, groups and clocks. Abilities, laws and definitions are
--- added for each game.

local M = {}

local MAX <const>, MIN <const> = math.maxinteger, math.mininteger

local function attribute(name, type, default, about)
  local attr = { name = name, type = type, default = default }
  for key, value in pairs(about or {}) do
    attr[key] = value
  end
  return attr
end

local function int(name, about)
  local attr = attribute(name, "int", 0, about)
  attr.min, attr.max = attr.min or MIN, attr.max or MAX
  return attr
end

local GROUPS <const> = {
  all = { policy = "all" },
  highest = { policy = "highest" },
  lowest = { policy = "lowest" },
  latest = { policy = "latest" },
  by_source = { policy = "source" },
  fresh = { policy = "refresh", limit = 2 },
}

-- Games of effects ---------------------------------------------------------

--- In the order of their names: the order in which parts of one effect apply.
local function plain_attributes()
  return {
    attribute("colors", "set", 0, { domain = { "blue", "green", "red" } }),
    attribute("flying", "flag", false),
    int("level", { min = -2147483648, max = 2147483647, default = 3 }),
    attribute("note", "text", ""),
    attribute("owner", "ref", 0),
    int("power"),
    attribute("rarity", "sym", "", { domain = { "common", "rare" } }),
    int("seat", { unlayered = true }),
    int("small", { min = -8, max = 7 }),
    attribute("tapped", "flag", true),
    int("toughness"),
    attribute("types", "set", 0, { domain = { "elf", "goblin", "red", "wall" } }),
  }
end

--- Layers by name, in their order; by_priority: which of them go by priority.
local function named(names, by_priority)
  local found = {}
  for i, name in ipairs(names) do
    found[name] = { position = i, by_priority = by_priority[name] }
  end
  return function(name)
    return found[name]
  end
end

local function numbered(by_priority)
  return function(n)
    return { position = n, by_priority = by_priority }
  end
end

local NAMED <const> = { "copy", "control", "type", "pt.set", "pt.modify", "pt.switch" }
local NUMBERS <const> = { -3, 0, 1, 2, 1000 }

--- Games without abilities, about effects, groups and durations.
---@param kind string timestamp, priority (numbered layers) or named
---@return table
function M.plain(kind)
  local layers, layer = NUMBERS, numbered(kind == "priority")
  if kind == "named" then
    layers, layer = NAMED, named(NAMED, { ["pt.modify"] = true })
  end
  return {
    kind = kind,
    numbered = kind ~= "named",
    attributes = plain_attributes(),
    layers = layers,
    layer = layer,
    groups = GROUPS,
    clocks = { "step", "turn" },
  }
end

-- Games of abilities -------------------------------------------------------

local CLASSIC <const> = {
  "copy",
  "control",
  "text",
  "type",
  "color",
  "ability",
  "pt.cda",
  "pt.set",
  "pt.modify",
  "pt.switch",
  "player",
}

M.TYPES = {
  "artifact",
  "aura",
  "basic",
  "creature",
  "elf",
  "enchantment",
  "forest",
  "goblin",
  "island",
  "land",
  "mountain",
  "saproling",
  "swamp",
}
M.COLORS = { "black", "green", "red", "white" }
M.CHOICES = { "elf", "goblin", "green", "red" }

--- In the order of their names.
local function classic_attributes()
  return {
    attribute("abilities", "abilities", {}, { copiable = true }),
    attribute("attached", "ref", 0, { unlayered = true, stamps = true }),
    int("charge", { unlayered = true, counter = true, min = 0 }),
    attribute("chosen", "sym", "", { domain = M.CHOICES, copiable = true }),
    attribute("colors", "set", 0, { domain = M.COLORS, copiable = true }),
    attribute("controller", "ref", 0),
    int("hand", { open = true }),
    int("mana", { copiable = true, min = -20, max = 50 }),
    attribute("owner", "ref", 0, { unlayered = true, kept = true }),
    int("plus", { unlayered = true, counter = true, min = 0 }),
    int("power", { copiable = true }),
    attribute("tapped", "flag", false, { unlayered = true }),
    int("toughness", { copiable = true }),
    attribute("types", "set", 0, { domain = M.TYPES, copiable = true }),
    attribute("zone", "sym", "", { unlayered = true, owned = true }),
  }
end

--- Games of objects with abilities. `kind`: classic (the layers of 613.1) or
--- numbers, where anything may be done in any layer.
---@param kind string
---@return table
function M.classic(kind)
  local is_classic = kind == "classic"
  return {
    kind = kind,
    numbered = not is_classic,
    attributes = classic_attributes(),
    layers = is_classic and CLASSIC or NUMBERS,
    layer = is_classic and named(CLASSIC, { player = true }) or numbered(false),
    copiable_after = is_classic and "copy" or -3,
    groups = GROUPS,
    clocks = { "step", "turn" },
    zones = { "battlefield", "graveyard", "hand" },
  }
end

return M
