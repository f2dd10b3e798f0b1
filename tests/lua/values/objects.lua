--- Objects: definitions, zones, moving, last-known values, timestamps, other faces.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local world, alice, play = check.table()
local bob = world:spawn({ name = "Bob" })

-- Spawned of a definition, and with other values.
local bear = world:spawn("test:bear")
equal(bear.name, "Grizzly Bears")
equal(bear.power, 2)
equal(bear.types, { "creature" })
equal(bear.abilities, {})
equal(bear:definition(), "test:bear")
equal(bear.zone, nil)
equal(bear:zone_player(), nil)
equal(world:spawn():definition(), nil)
local big = world:spawn("test:bear", { power = 5, owner = alice })
equal(big.power, 5)
equal(big.base.power, 5)
equal(big.owner == alice, true)

-- Mistakes change nothing.
local before = world:hash()
fails("unknown definition 'test:bar'; did you mean 'test:bear'?", world.spawn, world, "test:bar")
fails("unknown attribute 'powr'", world.spawn, world, "test:bear", { powr = 1 })
fails("zone: entities begin in no zone", world.spawn, world, { zone = "library" })
fails("world:spawn: power", world.spawn, world, "test:bear", { power = "big" })
fails("an ability, and there is no 'flyng'", world.spawn, world, { abilities = { "flyng" } })
fails("unknown zone 'librry'; did you mean 'library'?", bear.move, bear, "librry")
fails("move: expected a string, got nil", bear.move, bear)
local function bad_move(text, zone, options)
  fails(text, bear.move, bear, zone, options)
end
bad_move("move: no option 'place'; did you mean 'player'?", "stack", { place = alice })
bad_move("move: player: expected an entity, got 'Alice'", "library", { player = "Alice" })
bad_move("move.position: expected an integer, got 'top'", "stack", { position = "top" })
bad_move("move.position: out of range", "stack", { position = 1 << 40 })
bad_move("move.position: out of range", "stack", { position = 1 << 31 })
bad_move("move: position 2147483647 of 'stack'", "stack", { position = (1 << 31) - 1 })
bad_move("move: position -2147483648 of 'stack'", "stack", { position = -1 << 31 })
bad_move("move.same: expected true or false, got 1", "stack", { same = 1 })
bad_move("move: ", "library")
bad_move("move: ", "stack", { player = alice })
bad_move("move: ", "stack", { position = 9 })
equal(world:hash(), before, "hash after refused calls")

-- A move makes a new object.
local token = world:spawn("test:drake", { power = 7, owner = alice, plus_one = 3 })
equal(token.power, 10, "with its counters")
local entered = token:move("battlefield", { player = alice })
equal(token:is_alive(), false)
equal(token:successor() == entered, true)
equal(token:last_known("power"), 10)
equal(token:last_known("abilities"), { "flying" })
equal(token:last_known("owner") == alice, true)
fails(token.id, function()
  return token.power
end)
equal(entered.power, 2, "as its definition says")
equal(entered.plus_one, 0)
equal(entered.owner == alice, true, "kept")
equal(entered.zone, "battlefield")
equal(entered:zone_player() == alice, true)
equal(entered:definition(), "test:drake")
equal(entered:successor(), nil)
fails("last_known", entered.last_known, entered, "power")
fails("unknown attribute 'powr'", token.last_known, token, "powr")

-- Unless it is to stay the same.
entered.base.power = 4
local same = entered:move("graveyard", { player = alice, same = true })
equal(same == entered, true)
equal(same.power, 4)
equal(same.zone, "graveyard")

-- Zones are lists from the bottom to the top.
for i = 1, 3 do
  world:spawn({ power = i }):move("library", { player = alice })
end
local low = world:spawn({ power = 9 }):move("library", { player = alice, position = 1 })
local second = world:spawn({ power = 8 }):move("library", { player = alice, position = -2 })
local powers = {}
for i, card in ipairs(world:zone("library", alice)) do
  powers[i] = card.power
end
equal(powers, { 9, 1, 2, 8, 3 })
equal(world:zone("library", bob), {})
equal(#world:zone("stack"), 0)
fails("unknown zone 'libary'; did you mean 'library'?", world.zone, world, "libary", alice)
fails("world:zone: player: expected an entity, got 3", world.zone, world, "library", 3)
fails("each player has a 'library'; say whose", world.zone, world, "library")
fails("'stack' is shared; leave out the player", world.zone, world, "stack", alice)
low:move("stack")
local out = second:move(strata.none)
equal(out.zone, nil)
equal(#world:zone("library", alice), 3)
equal(#world:zone("stack"), 1)

-- A change of zone is not an assignment.
fails("zone", function()
  bear.base.zone = "library"
end)

-- Timestamps.
local first, later = world:spawn("test:bear"), world:spawn("test:bear")
equal(first:timestamp() < later:timestamp(), true)
first:restamp()
equal(first:timestamp() > later:timestamp(), true)
later.base.attached = first
equal(later:timestamp() > first:timestamp(), true, "what stamps does")
local stamp = later:timestamp()
later.base.power = 3
equal(later:timestamp(), stamp)

-- Another face.
local card = world:spawn("test:bear", { owner = alice, plus_one = 1 })
card:transform("test:humility")
equal(card.name, "Humility")
equal(card.types, { "enchantment" })
equal(card.owner == alice, true)
equal(card.plus_one, 1)
equal(card:definition(), "test:bear")
equal(card:move("battlefield", { player = alice }).name, "Grizzly Bears")
fails("unknown definition", bear.transform, bear, "test:beer")
fails("string expected", bear.transform, bear)

-- A token that is a copy.
local drake = play("test:drake", { owner = alice })
world:effect({ on = drake, power = strata.add(5) })
local twin = world:spawn_copy(drake)
equal(twin.name, "Wind Drake")
equal(twin.power, 2, "what is copiable")
equal(twin.abilities, { "flying" })
equal(twin.owner, nil)
equal(twin:definition(), nil)
equal(world:spawn_copy(token).name, "Wind Drake", "also of somebody gone")
fails("expected an entity, got table", world.spawn_copy, world, {})
fails("another world", world.spawn_copy, world, strata.rules(check.declared()):world():spawn())

-- What was, until it is forgotten.
world:forget_gone()
equal(token:successor(), nil)
fails("last_known", token.last_known, token, "power")
fails("world:spawn_copy", world.spawn_copy, world, token)

-- Stale handles name themselves.
drake:remove()
fails("last_known", drake.last_known, drake, "name")
for _, method in ipairs({ "timestamp", "definition", "zone_player", "restamp", "abilities" }) do
  fails(drake.id, function()
    return drake[method](drake)
  end)
end
fails(drake.id, drake.move, drake, "stack")

-- Undone with the rest.
local hash = world:hash()
pcall(world.action, world, function()
  bear:move("battlefield", { player = alice })
  error("no")
end)
equal(world:hash(), hash)
equal(bear:is_alive(), true)
