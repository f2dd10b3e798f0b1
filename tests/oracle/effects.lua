--- Random games of effects, groups and durations, without abilities.
---
--- A game is a list of operations that are plain data, so that it can be played
--- twice, shrunk and printed. Whatever names an entity, an effect or a mark is a
--- number from 1 to 1000; the player takes it modulo what there is.

local speech = require("speech")

local random = math.random
local chance, one_of, pick = speech.chance, speech.one_of, speech.pick

local M = {}

local EXTREME <const> = {
  math.maxinteger,
  math.mininteger,
  math.maxinteger - 1,
  2147483647,
  -2147483648,
  1 << 40,
}

local function whole()
  return chance(6) and one_of(EXTREME) or random(-9, 9)
end

local WORDS <const> = {
  ints = { "power", "toughness", "small", "level", "seat" },
  fixed = { "seat" },
  flags = { "flying", "tapped" },
  sets = { colors = { "blue", "green", "red" }, types = { "elf", "goblin", "red", "wall" } },
  syms = { rarity = { "common", "rare" } },
  refs = { "owner" },
}

local function expression(type, only)
  return speech.say(WORDS, type, { only = only })
end

-- Values and effects -------------------------------------------------------

local function mask(schema, attr)
  local bits = 0
  for _, symbol in ipairs(attr.domain) do
    bits = bits | (chance(40) and schema.bit[symbol] or 0)
  end
  return bits
end

local NOTES <const> = { "", "asleep", "a longer text with 'quotes' in it" }

--- A constant of an attribute's type; a ref is { pick = n } or 0.
local function constant(schema, attr)
  if attr.type == "int" then
    return whole()
  elseif attr.type == "flag" then
    return chance(50)
  elseif attr.type == "set" then
    return mask(schema, attr)
  elseif attr.type == "ref" then
    return chance(20) and 0 or { pick = pick() }
  elseif attr.type == "sym" then
    return one_of(attr.domain)
  end
  return one_of(NOTES)
end

local OPERATIONS <const> = {
  int = {
    "set",
    "add",
    "add",
    "add",
    "sub",
    "mul",
    "div",
    "min",
    "max",
    "and",
    "or",
    "xor",
    "scale",
  },
  flag = { "set", "and", "or", "xor" },
  set = { "set", "add", "add", "remove", "clear" },
  ref = { "set" },
  sym = { "set" },
  text = { "set" },
}

local LAYERED <const> = {
  "colors",
  "flying",
  "level",
  "note",
  "owner",
  "power",
  "power",
  "power",
  "rarity",
  "small",
  "tapped",
  "toughness",
  "toughness",
  "types",
  "types",
}

--- Few, so that the parts of a group meet.
local GROUPED <const> = { "power", "power", "power", "toughness", "types", "flying" }

local function scale(part)
  part.value = one_of({ random(-9, 9), 2147483647, -2147483648, 3 })
  part.divisor = one_of({ 1, 2, 3, 7, 2147483647 })
end

local COMPUTED <const> = { int = true, flag = true, ref = true, set = true }

local function operand(schema, part, attr, plain)
  part.value = constant(schema, attr)
  if part.op == "scale" then
    scale(part)
  elseif part.op == "div" and part.value == 0 then
    part.value = 2 -- a constant 0 is refused
  end
  local computed = not plain and part.op ~= "clear" and part.op ~= "scale"
  if computed and COMPUTED[attr.type] and chance(35) then
    part.expr = expression(attr.type)
    part.capture = chance(30) or nil
    part.value = nil
  end
end

--- One part; `plain`: a constant operand, no switch.
local function part_of(schema, plain)
  local attr = schema.by_name[one_of(plain and GROUPED or LAYERED)]
  local layer = schema.layers[random(plain and 2 or #schema.layers)]
  local part = { attr = attr.name, layer = layer, up = chance(40) or nil }
  if not plain and chance(8) then
    part.attr, part.op, part.other = "power", "switch", "toughness"
  else
    part.op = one_of(OPERATIONS[attr.type])
    operand(schema, part, attr, plain)
  end
  return part
end

local function numeric(part)
  local suits = { power = true, toughness = true, small = true, level = true }
  return suits[part.attr] and part.op ~= "switch"
end

--- Parts in the order of their attributes, which is that of the binding;
--- in a group at most one for each attribute and layer.
local function parts_of(schema, group)
  local parts, seen = {}, {}
  for _ = 1, random(3) do
    local part = part_of(schema, group)
    local suits = group ~= "highest" and group ~= "lowest" or numeric(part)
    local place = part.attr .. "@" .. part.layer
    if not group or (suits and not seen[place]) then
      parts[#parts + 1] = part
      seen[place] = true
    end
  end
  local order = {}
  for i, part in ipairs(parts) do
    order[part] = i
  end
  table.sort(parts, function(a, b)
    if a.attr ~= b.attr then
      return a.attr < b.attr
    end
    return order[a] < order[b]
  end)
  return parts
end

local function whom(effect, group)
  if chance(60) or group == "fresh" then
    effect.targets = { pick() }
    for _ = 2, random(3) do
      effect.targets[#effect.targets + 1] = pick()
    end
  else
    effect.subject = expression("flag", group)
    effect.lock = chance(40) or nil
  end
end

local function duration(effect, group)
  if group == "fresh" then
    effect.clock, effect.left = "turn", 2 -- refreshed to the same
  elseif chance(30) then
    effect.clock, effect.left = one_of({ "turn", "step" }), random(0, 3)
  end
  if chance(12) then
    effect.while_on = expression("flag")
  end
  effect.while_source = effect.source and chance(20) or nil
end

local GROUPS <const> = { "all", "highest", "lowest", "latest", "by_source", "fresh" }

--- The group that a game is about, if it is about one.
local theme

local function effect_of(schema)
  local group = chance(theme and 60 or 15) and (theme or one_of(GROUPS)) or nil
  local effect = { group = group, priority = random(-2, 2), left = 0 }
  effect.parts = parts_of(schema, group)
  if #effect.parts == 0 then
    return nil
  end
  effect.source = chance(50) and pick() or nil
  whom(effect, group)
  if chance(20) then
    effect.condition = expression("flag", group)
  end
  duration(effect, group)
  return effect
end

-- Operations ---------------------------------------------------------------

local operations = {
  spawn = function()
    return {}
  end,
  despawn = function()
    return { who = pick() }
  end,
  base = function(schema)
    local attr = one_of(schema.attributes)
    local value = constant(schema, attr)
    if attr.type == "int" then
      value = math.max(attr.min, math.min(attr.max, value))
    end
    return { who = pick(), attr = attr.name, value = value }
  end,
  add = function(schema)
    return { effect = effect_of(schema) or effect_of(schema) or effect_of(schema) }
  end,
  remove = function()
    return { which = pick() }
  end,
  clear = function()
    return { who = pick() }
  end,
  refresh = function()
    return { which = pick(), ticks = random(0, 3) }
  end,
  tick = function(schema)
    return { clock = one_of(schema.clocks) }
  end,
  mark = function()
    return {}
  end,
  rollback = function()
    return { which = pick() }
  end,
  commit = function()
    return {}
  end,
  fork = function()
    return {}
  end,
  turn_to = function()
    return { which = pick() }
  end,
  reload = function()
    return {}
  end,
  read = function(schema)
    return { who = pick(), attr = one_of(schema.attributes).name }
  end,
  read_all = function()
    return {}
  end,
  drop = function()
    return {}
  end,
  eval = function()
    local type = one_of({ "int", "flag", "ref" })
    return { type = type, expr = expression(type), it = pick(), this = pick() }
  end,
  select = function()
    return { expr = expression("flag"), this = pick() }
  end,
}

--- How often each happens.
local WEIGHTS <const> = {
  { "add", 26 },
  { "base", 14 },
  { "read", 12 },
  { "read_all", 5 },
  { "remove", 6 },
  { "spawn", 4 },
  { "despawn", 3 },
  { "clear", 2 },
  { "refresh", 3 },
  { "tick", 6 },
  { "mark", 4 },
  { "rollback", 3 },
  { "commit", 3 },
  { "fork", 2 },
  { "turn_to", 2 },
  { "reload", 2 },
  { "drop", 1 },
  { "eval", 3 },
  { "select", 2 },
}

local bag = {}
for _, weight in ipairs(WEIGHTS) do
  for _ = 1, weight[2] do
    bag[#bag + 1] = weight[1]
  end
end

--- The entities of a game and some of their base values.
local function beginning(schema)
  local list = {}
  for _ = 1, random(2, 4) do
    list[#list + 1] = { op = "spawn" }
  end
  for _ = 1, random(3, 5) do
    local op = operations.base(schema)
    op.op = "base"
    list[#list + 1] = op
  end
  return list
end

--- One operation of the bag, nil for an effect that came to nothing.
local function step(schema)
  local name = one_of(bag)
  local op = operations[name](schema)
  op.op = name
  return (name ~= "add" or op.effect) and op or nil
end

--- A game: the same for the same seed.
---@param schema table
---@param seed integer
---@return table[] operations
function M.game(schema, seed)
  math.randomseed(seed, 20)
  theme = chance(35) and one_of(GROUPS) or nil
  local list = beginning(schema)
  local eager = chance(30) -- warm caches before each change find stale ones
  for _ = 1, eager and random(6, 14) or random(8, 26) do
    list[#list + 1] = step(schema)
    list[#list + 1] = eager and { op = "read_all" } or nil
  end
  return list
end

return M
