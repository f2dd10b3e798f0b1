--- Who is on top of a zone, in static abilities: equal cards are told apart, and what hangs on the
--- top follows when the order changes, by a move, a shuffle, or a rollback.
local check = require("check")
local strata = require("strata")
local equal = check.equal
local add = strata.add

local rules = strata.rules({
  layers = { "type", "pt" },
  default_layers = { types = "type", power = "pt" },
  zones = { library = { shared = true, ordered = true }, hand = { shared = true } },
  attributes = {
    types = { "set", "elf", "orc", "hero" },
    power = "int",
  },
  events = { shuffle = { does = { { "shuffle", "library" } } } },
  laws = {
    crown = { "it = top('library', none, 1)", power = add(1) },
    -- Heroes are besides what the card on top is.
    likeness = { "it.types has 'hero'", types = add(strata.expr("top('library', none, 1).types")) },
    elves = { "it.types has 'elf' and it.types has 'hero'", power = add(10) },
  },
})

local world = rules:world()
local hero = world:spawn({ types = { "hero" }, power = 1 })

local function card(types)
  local one = world:spawn({ types = types, power = 2 })
  return one:move("library", { position = -1, same = true })
end

local low, high = card({ "elf" }), card({ "elf" })

local function powers(...)
  local list = {}
  for i, one in ipairs({ ... }) do
    list[i] = one.power
  end
  return list
end

-- Equal but for their places.
equal(powers(low, high), { 2, 3 })
equal(hero.types:has("elf"), true)
equal(hero.power, 11)

-- Another one on top.
local mark = world:mark()
low = low:move("library", { position = -1, same = true })
equal(powers(low, high), { 3, 2 })
equal(hero.power, 11)
world:rollback(mark)
equal(powers(low, high), { 2, 3 })

-- A card that is something else.
local orc = card({ "orc" })
equal(powers(low, high, orc), { 2, 2, 3 })
equal(hero.types:has("elf"), false)
equal(hero.types:has("orc"), true)
equal(hero.power, 1)

-- What it is changes while it stays on top.
orc.base.types = { "elf" }
equal(hero.types:has("orc"), false)
equal(hero.power, 11)
orc.base.types = { "orc" }
equal(hero.power, 1)

-- It leaves.
orc:move("hand", { same = true })
equal(powers(low, high), { 2, 3 })
equal(hero.power, 11)

-- Nobody is there.
low:move("hand", { same = true })
high:move("hand", { same = true })
equal(hero.power, 1)
equal(hero.types:has("elf"), false)

-- A shuffle: whoever is on top has it, and nobody else.
for i = 1, 3 do
  card({ i == 2 and "elf" or "orc" })
end

--- The one that the crown makes stronger, of all in the library.
local function crowned()
  local found = {}
  for _, one in ipairs(world:zone("library")) do
    found[#found + 1] = one.power == 3 and one or nil
  end
  equal(#found, 1, "one is on top")
  return found[1]
end

local seen, tops = {}, 0
for seed = 1, 8 do
  world:seed(seed)
  world:act("shuffle")
  local first = crowned()
  equal(first, world:zone("library")[3], "the one on top")
  equal(hero.power == 11, first.types:has("elf"), "what the one on top is")
  tops = tops + (seen[first.id] and 0 or 1)
  seen[first.id] = true
end
equal(tops > 1, true, "the order changes")
