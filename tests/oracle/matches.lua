--- Random games of cards: objects with abilities, in zones, and effects on them.
---
--- As in effects.lua a game is a list of plain operations, with numbers for what
--- they are done to. Entities 1 and 2 are players, who stay.

local cards = require("cards")
local kinds = require("kinds")
local speech = require("speech")

local random = math.random
local chance, one_of, pick = speech.chance, speech.one_of, speech.pick

local M = {}

local function expression(type)
  return speech.say(cards.WORDS, type)
end

-- Effects ------------------------------------------------------------------

local function whom(effect)
  if chance(60) and not cards.borrows(effect.parts) then
    effect.targets = { pick() }
    for _ = 2, random(4) do
      effect.targets[#effect.targets + 1] = pick()
    end
  else
    effect.subject = cards.subject(effect.parts)
    effect.lock = chance(60) or nil
  end
end

local function duration(effect)
  if chance(35) then
    effect.clock, effect.left = one_of({ "turn", "step" }), random(0, 3)
  end
  if chance(10) then
    effect.while_on = expression("flag")
  end
  effect.while_source = effect.source and chance(20) or nil
end

--- Operands that are worked out once, now and then.
local function capture(parts)
  for _, part in ipairs(parts) do
    if part.expr and part.op ~= "borrow" and chance(30) then
      part.capture = true
    end
  end
end

--- One that stacks with others of its group.
local function stacking(game)
  local layer = game.schema.numbered and one_of({ 0, 1 }) or "pt.modify"
  local value = random(-3, 4)
  return {
    group = one_of({ "highest", "lowest", "latest", "by_source", "all" }),
    parts = { { attr = "power", layer = layer, op = "add", value = value } },
    targets = { pick(), pick() },
    source = chance(60) and pick() or nil,
    priority = 0,
    left = 0,
  }
end

local function effect_of(game)
  if chance(6) then
    return stacking(game)
  end
  local of = pick() -- all that an effect copies is one entity
  local c = {
    schema = game.schema,
    bits = game.schema.bit,
    statics = game.statics,
    whom = function()
      return { of = { pick = of } }
    end,
  }
  local effect = { priority = random(-2, 2), left = 0, parts = cards.parts(c) }
  effect.source = chance(60) and pick() or nil
  capture(effect.parts)
  whom(effect)
  if chance(12) then
    effect.condition = expression("flag")
  end
  duration(effect)
  return effect
end

-- Operations ---------------------------------------------------------------

local function zone()
  return one_of({ "battlefield", "battlefield", "battlefield", "graveyard", "hand" })
end

local function card(game)
  return one_of(game.cards)
end

local BASES <const> = { "power", "toughness", "mana", "tapped", "controller", "types", "chosen" }

local bases = {
  int = function()
    return random(0, 9)
  end,
  flag = function()
    return chance(50)
  end,
  ref = function()
    return chance(20) and 0 or { pick = pick() }
  end,
  sym = function(_, attr)
    return one_of(attr.domain)
  end,
  set = function(game)
    local bit = game.schema.bit
    return bit[one_of(cards.WORDS.sets.types)] | bit[one_of(kinds.TYPES)]
  end,
}

local operations = {
  enter = function(game)
    return { card = card(game), zone = zone() }
  end,
  token = function()
    return { who = pick(), zone = chance(80) and "battlefield" or nil }
  end,
  move = function()
    return { who = pick(), zone = zone(), same = chance(15) or nil, first = chance(20) or nil }
  end,
  despawn = function()
    return { who = pick() }
  end,
  restamp = function()
    return { who = pick() }
  end,
  transform = function(game)
    return { who = pick(), card = card(game) }
  end,
  attach = function()
    return { who = pick(), attr = "attached", value = chance(15) and 0 or { pick = pick() } }
  end,
  counter = function()
    return { who = pick(), attr = one_of({ "plus", "charge" }), value = random(0, 3) }
  end,
  base = function(game)
    local attr = game.schema.by_name[one_of(BASES)]
    return { who = pick(), attr = attr.name, value = bases[attr.type](game, attr) }
  end,
  learn = function(game)
    local names = {}
    for i = 1, random(0, 3) do
      names[i] = one_of(chance(70) and game.statics or cards.KEYWORDS)
    end
    return { who = pick(), attr = "abilities", value = names }
  end,
  add = function(game)
    return { effect = effect_of(game) }
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
  tick = function(game)
    return { clock = one_of(game.schema.clocks) }
  end,
  rollback = function()
    return { which = pick() }
  end,
  turn_to = function()
    return { which = pick() }
  end,
  read = function(game)
    return { who = pick(), attr = one_of(game.schema.attributes).name }
  end,
  after = function(game)
    local layer = one_of(game.schema.layers)
    return { who = pick(), attr = one_of(game.schema.attributes).name, layer = layer }
  end,
  eval = function()
    local type = one_of({ "int", "flag", "ref" })
    return { type = type, expr = expression(type), it = pick(), this = pick() }
  end,
  select = function()
    return { expr = expression("flag"), this = pick() }
  end,
}

--- Those that say no more than their name.
for _, name in ipairs({ "mark", "commit", "fork", "reload", "read_all", "drop", "forget" }) do
  operations[name] = function()
    return {}
  end
end

--- How often each happens.
local WEIGHTS <const> = {
  add = 18,
  after = 2,
  attach = 6,
  base = 5,
  clear = 2,
  commit = 2,
  counter = 5,
  despawn = 2,
  drop = 1,
  enter = 8,
  eval = 2,
  forget = 1,
  fork = 2,
  learn = 4,
  mark = 4,
  move = 7,
  read = 18,
  read_all = 4,
  refresh = 1,
  reload = 2,
  remove = 4,
  restamp = 3,
  rollback = 3,
  select = 2,
  tick = 4,
  token = 3,
  transform = 3,
  turn_to = 2,
}

local bag = {}
for name, weight in pairs(WEIGHTS) do
  for _ = 1, weight do
    bag[#bag + 1] = name
  end
end
table.sort(bag)

local function operation(game, name)
  local op = operations[name](game)
  op.op = name
  return op
end

--- Mostly few cards, now and then many.
local MANY <const> = 20

local function how_many()
  if chance(2) then
    return random(MANY, 38)
  end
  return random(4, chance(20) and 14 or 8)
end

local function beginning(game)
  local list = { { op = "spawn" }, { op = "spawn" } }
  for _ = 1, how_many() do
    local op = operation(game, "enter")
    op.zone = chance(85) and "battlefield" or op.zone
    list[#list + 1] = op
    list[#list + 1] = chance(35) and operation(game, "attach") or nil
  end
  for _ = 1, random(0, 3) do
    list[#list + 1] = operation(game, "add")
  end
  return list
end

--- The names that definitions have, sorted.
local function names_of(definitions)
  local names = {}
  for name in pairs(definitions) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

--- How many operations follow on a beginning: few where each read takes long.
local function length(list, eager)
  if #list > 2 * MANY then
    return random(2, 5)
  end
  return eager and random(3, 9) or random(5, 18)
end

--- A game: the same for the same schema and seed.
---@param schema table
---@param statics string[] abilities that effects may grant
---@param seed integer
---@return table[] operations
function M.game(schema, statics, seed)
  math.randomseed(seed, 30)
  local game = { schema = schema, statics = statics, cards = names_of(schema.definitions) }
  local list = beginning(game)
  local eager = chance(25) -- warm caches before each change find stale ones
  for _ = 1, length(list, eager) do
    list[#list + 1] = operation(game, one_of(bag))
    list[#list + 1] = eager and { op = "read_all" } or nil
  end
  return list
end

return M
