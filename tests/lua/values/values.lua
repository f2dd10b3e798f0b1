--- Entities: current and base values of each type, handles, mistakes.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local world, bear, elf, alice = check.game()

local function write(card, name, value)
  card.base[name] = value
end

local function read(card, name)
  return card[name]
end

-- Each type, read and written.
equal(bear.power, 2)
equal(bear.base.power, 2)
bear.base.power = 5
equal(bear.power, 5)
bear.base.power = math.mininteger
equal(bear.power, math.mininteger)
bear.base.power = 2
equal(bear.tapped, false)
bear.base.tapped = true
equal(bear.tapped, true)
equal(elf.types, { "creature", "elf" })
equal(tostring(elf.types), "{creature, elf}")
assert(elf.types == elf.types and elf.types ~= bear.types, "sets compare by content")
equal(elf.types:has("elf"), true)
elf.base.types = "goblin"
equal(elf.types, { "goblin" })
elf.base.types = { "elf", "creature" }
equal(elf.types, { "creature", "elf" })
equal(elf:has("elf"), true)
equal(bear:has("elf"), false)
equal(bear.controller == alice, true)
bear.base.controller = nil
equal(bear.controller, nil)
bear.base.controller = strata.none
equal(bear.controller, nil)
bear.base.controller = alice
equal(bear.rarity, nil)
bear.base.rarity = "rare"
equal(bear.rarity, "rare")
bear.base.name = "Runeclaw Bear"
equal(bear.name, "Runeclaw Bear")
bear.base.name = "Grizzly Bears"
equal(bear.level, 1)

-- Wrong values name the attribute, and change nothing.
local before = world:hash()
fails("power: expected an integer, got 'strong'", write, bear, "power", "strong")
fails("nan is not a number", write, bear, "power", 0 / 0)
fails("power: expected an integer in range, got 2.5", write, bear, "power", 2.5)
fails("power: expected an integer in range", write, bear, "power", 2.0 ^ 63)
fails("power: expected an integer, got nil", write, bear, "power", nil)
fails("range 0 to 9, got 10", write, bear, "level", 10)
fails("tapped: expected true or false, got 1", write, bear, "tapped", 1)
fails("there is no 'elv'; the nearest is 'elf'", write, bear, "types", { "elv" })
fails("declared for it, and 'rare' was not", write, bear, "types", { "rare" })
fails("a name, or an array of names", write, bear, "types", { 3 })
fails("controller: expected an entity or none, got 3", write, bear, "controller", 3)
fails("name: expected a string, got 3", write, bear, "name", 3)
fails("zero byte", write, bear, "name", "a\0b")
fails("unknown attribute 'powr'; did you mean 'power'?", write, bear, "powr", 3)
fails("unknown attribute 'powr'; did you mean 'power'?", read, bear, "powr")
fails("unknown attribute 'powr'", read, bear.base, "powr")
fails("expected the name of an attribute, got number", read, bear, 1)
fails("write card.base.power", function()
  bear.power = 3
end)
equal(world:hash(), before, "hash after refused writes")

-- Spawning is all or nothing.
local count = #world:entities()
fails("world:spawn: level: expected", world.spawn, world, { power = 1, level = 100 })
fails("world:spawn: unknown attribute 'toughnes'; did", world.spawn, world, { toughnes = 1 })
fails("got a number", world.spawn, world, { 1 })
equal(#world:entities(), count)
equal(world:hash(), before, "hash after refused spawns")

-- Handles.
equal(tostring(bear), "Grizzly Bears " .. bear.id)
equal(tostring(world:spawn()):match("^entity #%d+:%d+$") ~= nil, true)
equal(world:entity(bear.id) == bear, true)
equal(world:entity(tonumber(bear.id:match("%d+"))) == bear, true)
equal(world:entity("#4000:1"), nil)
equal(bear.world == world, true)
assert(bear ~= elf and world:entities()[2] == bear, "two handles of one entity are equal")
equal(getmetatable(bear), false)
fails("entity expected, got table", bear.is_alive, {})
fails("entity expected, got world", bear.is_alive, world)
fails("world expected, got entity", world.hash, bear)

-- One attribute of many.
bear.base.tapped = true
local several = { elf, bear, elf }
equal(world:values("power", several), { elf.power, bear.power, elf.power })
equal(world:values("tapped", several), { false, true, false })
equal(world:values("power", {}), {})
world:effect({ on = { bear }, power = strata.add(3) })
equal(world:values("power", world:entities())[2], 5)
equal(bear.power, 5)
local values = world.values
fails("world:values: unknown attribute 'powr'; did you", values, world, "powr", several)
fails("world:values: attribute 'types' is no int or flag", values, world, "types", several)
fails("world:values: entities[2]: expected an entity, got", values, world, "power", { bear, 1 })
fails("table expected", values, world, "power", bear)
fails("entities[1]: entity of another world", values, world:fork(), "power", several)
bear.base.tapped = false

-- Stale handles.
local gone = world:spawn({ power = 1 })
gone:remove()
equal(gone:is_alive(), false)
equal(tostring(gone), "stale entity " .. gone.id)
fails(gone.id, read, gone, "power")
fails("[2]: " .. gone.id .. " no longer exists", values, world, "power", { bear, gone })
fails(gone.id, write, gone, "power", 1)
fails(gone.id, gone.remove, gone)
fails("this one is stale", write, bear, "controller", gone)
fails("stale", world.effect, world, { on = gone, power = strata.add(1) })

-- Of another world.
local other = check.rules():world()
local stranger = other:spawn()
fails("an entity of this world", write, bear, "controller", stranger)
fails("another world", world.effect, world, { on = stranger, power = strata.add(1) })

-- A world that is not strict ignores mistakes, and tells its log.
local lines = {}
local easy, easy_bear = check.game({
  strict = false,
  log = function(line)
    lines[#lines + 1] = line
  end,
})
before = easy:hash()
equal(easy_bear.powr, nil)
easy_bear.base.powr = 3
easy_bear.base.power = "strong"
equal(easy:hash(), before)
equal(lines, {
  "unknown attribute 'powr'; did you mean 'power'?",
  "unknown attribute 'powr'; did you mean 'power'?",
  "power: expected an integer, got 'strong'",
})
fails("no option 'strickt'", check.game, { strickt = false })
fails("log: expected a function, got string", check.game, { log = "file" })
