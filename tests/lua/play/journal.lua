--- mark, rollback, commit, action, fork, hash, save, load.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local add = strata.add

-- A mark is returned to, more than once.
do
  local world, bear = check.game()
  local before = world:hash()
  local mark = world:mark()
  for _ = 1, 3 do
    bear.base.power = 9
    world:effect({ on = bear, power = add(1) })
    world:spawn()
    assert(world:hash() ~= before, "something changed")
    world:rollback(mark)
    equal(world:hash(), before)
    equal(bear.power, 2)
  end
  fails("mark expected, got entity", world.rollback, world, bear)
  fails("of another world", check.game().rollback, check.game(), mark)
end

-- An action is whole or nothing.
do
  local world, bear = check.game()
  local before = world:hash()
  local one, two = world:action(function(a, b)
    bear.base.power = 7
    return a, b
  end, "x", "y")
  equal(one .. two, "xy")
  equal(bear.power, 7)
  bear.base.power = 2
  equal(world:hash(), before)
  fails("half way", world.action, world, function()
    bear.base.power = 9
    bear:remove()
    error("half way")
  end)
  equal(world:hash(), before)
  -- One inside another is taken back by itself.
  world:action(function()
    bear.base.power = 3
    pcall(world.action, world, function()
      bear.base.power = 4
      error("inner")
    end)
  end)
  equal(bear.power, 3)
  local kept
  world:action(function()
    kept = world:mark()
  end)
  fails("stale", world.rollback, world, kept)
  local outside = world:mark()
  fails("stale mark", world.action, world, function()
    world:rollback(outside)
  end)
  fails("world:commit: not inside of world:action", world.action, world, function()
    world:commit()
  end)
end

-- Commit ends what was to last as long as something holds.
do
  local world, bear = check.game()
  local aura = world:effect({ on = bear, as_long_as = "#2:1.power < 9", power = add(1) })
  local mark = world:mark()
  bear.base.power = 9
  equal(aura:is_alive(), true)
  world:commit()
  equal(aura:is_alive(), false)
  fails("mark", world.rollback, world, mark)
end

-- A fork goes its own way, and has its own handles.
do
  local world, bear = check.game()
  local fork = world:fork()
  equal(fork:hash(), world:hash())
  local twin = fork:entity(bear.id)
  equal(twin == bear, false)
  twin.base.power = 9
  equal(bear.power, 2)
  assert(fork:hash() ~= world:hash(), "forks differ")
  fails("another world", fork.select, fork, strata.all, bear)
end

-- Saves.
do
  local world, bear = check.game()
  world:effect({ name = "Growth", on = bear, clock = "turn", ticks = 2, power = add(3) })
  local bytes = world:save()
  local copy = world.rules:load(bytes)
  equal(copy:hash(), world:hash())
  equal(copy:entity(bear.id).power, 5)
  equal(copy:save() == bytes, true)
  fails("rules:load", world.rules.load, world.rules, bytes:sub(1, -2))
  fails("rules:load", world.rules.load, world.rules, "")
  fails("rules:load", world.rules.load, world.rules, (bytes:gsub(".", "\0", 20)))
end

-- Figures.
do
  local world = check.game()
  local stats = world:stats()
  equal(stats.entities, 3)
  equal(stats.effects, 0)
  equal(stats.classes, 0)
  equal(tostring(world), "world with 3 entities and 0 effects")
  equal(world.strict, true)
  world:drop_caches()
  fails("a world has no field 'entitys'", function()
    return world.entitys
  end)
  fails("cannot be assigned", function()
    world.strict = false
  end)
  fails("unknown clock 'turm'; did you mean 'turn'?", world.tick, world, "turm")
end
