--- The world that the REPL opens on. What is returned becomes names there.
local strata = require("strata")
local add, each, event, it, this = strata.add, strata.each, strata.event, strata.it, strata.this

local RULES <const> = strata.rules({
  layers = {
    "copy",
    "control",
    "text",
    "type",
    "color",
    "ability",
    { "pt", "cda", "set", "modify", "switch" },
  },
  -- An operation names its layer, so that a card need not.
  default_layers = {
    power = { set = "pt.set", add = "pt.modify", sub = "pt.modify", switch = "pt.switch" },
    toughness = { set = "pt.set", add = "pt.modify", sub = "pt.modify", switch = "pt.switch" },
    types = "type",
    subtypes = "type",
    colors = "color",
    keywords = "ability",
    abilities = "ability",
    controller = "control",
  },
  attributes = {
    name = "text",
    controller = "ref",
    types = { "set", "artifact", "creature", "enchantment", "land" },
    subtypes = { "set", "bear", "druid", "elf", "giant" },
    colors = { "set", "white", "blue", "black", "red", "green" },
    keywords = { "set", "flying", "trample", "vigilance" },
    power = "int",
    toughness = "int",
    abilities = "abilities",
    damage = { "int", unlayered = true },
  },
  clocks = { "turn" },
  events = {
    damage = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      amount = "amount",
      matters = event.amount:at_least(1),
      does = { { "add", "damage", who = event.who, value = event.amount } },
    },
    heal = {
      fields = { who = "ref" },
      affected = "who",
      does = { { "set", "damage", who = event.who, value = 0 } },
    },
  },
  -- The bell of the bear rings when the bear is dealt 3 damage or more at once, and heals it.
  codes = {
    bell = {
      "trigger",
      "damage",
      tests = { who = it:is(this) },
      when = event.amount:at_least(3),
      { "emit", "heal", with = { who = this } },
    },
  },
  abilities = { bell = { codes = { "bell" } } },
})

local world = RULES:world()
local alice = world:spawn({ name = "Alice" })
local bob = world:spawn({ name = "Bob" })

local function creature(name, player, color, subtypes, power, toughness)
  return world:spawn({
    name = name,
    controller = player,
    types = { "creature" },
    subtypes = subtypes,
    colors = { color },
    power = power,
    toughness = toughness,
  })
end

local bear = creature("Grizzly Bears", alice, "green", { "bear" }, 2, 2)
bear.base.abilities = { "bell" }
local elf = creature("Llanowar Elves", alice, "green", { "elf", "druid" }, 1, 1)
local giant = creature("Hill Giant", bob, "red", { "giant" }, 3, 3)
local anthem = world:spawn({
  name = "Glorious Anthem",
  controller = alice,
  types = { "enchantment" },
  colors = { "white" },
})

world:effect({
  name = "Glorious Anthem",
  source = anthem,
  on = each.creature:of(alice),
  power = add(1),
  toughness = add(1),
})
world:effect({
  name = "Giant Growth",
  on = bear,
  power = add(3),
  toughness = add(3),
  clock = "turn",
  ticks = 1,
})

return {
  world = world,
  alice = alice,
  bob = bob,
  bear = bear,
  elf = elf,
  giant = giant,
  anthem = anthem,
  try = {
    "bear.power",
    ":why bear.power",
    'world:effect { name = "Humility", on = each.creature, power = set(1) }',
  },
}
