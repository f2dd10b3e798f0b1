--- finding_RW12: a name that comes from outside finds each card of the rules, or the action fails.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event = strata.event

local rules = strata.rules({
  layers = { "only" },
  attributes = { name = "sym", power = "int" },
  symbols = {
    "Grizzly Bears",
    "Urza\u{2019}s Bear",
    "Captain, the Second",
    "twin",
    "nobody",
    "plain",
    "grizzly",
    "grizzly_bears",
  },
  definitions = {
    ["one:grizzly_bears"] = { name = "Grizzly Bears", power = 2 },
    ["two:urzas_bear"] = { power = 3 },
    ["two:captain_the_second"] = { power = 4 },
    ["one:twin"] = { power = 5 },
    ["two:twin"] = { power = 6 },
    plain = { power = 7 },
    ["two:plain"] = { power = 8 },
  },
  events = {
    make = {
      fields = { card = "sym", count = "int" },
      does = { { "spawn", named = true, with = { of = event.card }, times = event.count } },
    },
  },
})

local function made(card)
  local world = rules:world()
  equal(world:act("make", { card = card, count = 1 }), "done")
  return world:entities()[1].power
end

local function refuses(message, card)
  local world = rules:world()
  local before = world:hash()
  fails(message, world.act, world, "make", { card = card, count = 1 })
  equal(world:hash(), before)
end

-- By the name of its definition, by its title, by the part behind the pack.
equal(made("Grizzly Bears"), 2)
equal(made("one:grizzly_bears"), 2) -- by its title, which calls the same
equal(made("Urza\u{2019}s Bear"), 3)
equal(made("Captain, the Second"), 4)
equal(made("plain"), 7) -- a definition of this name is not one behind a pack
equal(rules:world():spawn("Grizzly Bears").power, 2)
equal(rules:world():spawn("captain_the_second").power, 4)

equal(made("grizzly_bears"), 2)

-- What is no card, or a card of two packs, is refused, and nothing is made.
refuses("no definition is called 'nobody'", "nobody")
refuses("no definition is called 'grizzly'", "grizzly")
refuses("several packs have a definition 'twin'; say one of them with its pack", "twin")
refuses("there is no 'Grizly Bears'; the nearest is 'Grizzly Bears'", "Grizly Bears")
local world = rules:world()
fails("unknown definition 'grizly_bears'", world.spawn, world, "grizly_bears")
-- Nothing is to be made, so no card need be named.
equal(world:act("make", { count = 0 }), "done")
equal(#world:entities(), 0)
