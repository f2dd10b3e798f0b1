--- world:effect: operations, targets, durations, stacking groups, and mistakes.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local add, set, each, it, this = strata.add, strata.set, strata.each, strata.it, strata.this

--- The value of power 10 (or another attribute) after one operation.
local function after(operation, name)
  local world, bear = check.game()
  bear.base.power = 10
  local spec = { on = bear, layer = "pt.modify" }
  spec[name or "power"] = operation
  world:effect(spec)
  return bear[name or "power"]
end

equal(after(set(3)), 3)
equal(after(add(3)), 13)
equal(after(strata.sub(3)), 7)
equal(after(strata.mul(-3)), -30)
equal(after(strata.div(4)), 2)
equal(after(strata.div(4, "up")), 3)
fails("division by the constant 0", after, strata.div(0))
equal(after(strata.div(it.level - 1)), 10, "division by what happens to be zero")
equal(after(strata.min(3)), 3)
equal(after(strata.at_most(3)), 3)
equal(after(strata.max(30)), 30)
equal(after(strata.at_least(30)), 30)
equal(after(strata.band(6)), 2)
equal(after(strata.bor(6)), 14)
equal(after(strata.bxor(6)), 12)
equal(after(strata.scale(2, 3)), 6)
equal(after(strata.scale(2, 3, "up")), 7)
equal(after(strata.switch("toughness")), 2)
equal(after(add(math.maxinteger)), math.maxinteger, "saturates")
equal(after({ set(1), add(2), strata.mul(3) }), 9, "a list, in its order")
equal(after(set(true), "tapped"), true)
equal(after(add({ "elf", "goblin" }), "types"), { "creature", "elf", "goblin" })
equal(after(add("elf"), "types"), { "creature", "elf" })
equal(after(set({ "elf" }), "types"), { "elf" })
equal(after(strata.remove("creature"), "types"), {})
equal(after(strata.clear(), "types"), {})
equal(after(set(strata.none), "controller"), nil)
equal(after(set("rare"), "rarity"), "rare")
equal(after(set("Bob"), "name"), "Bob")

-- Layers: of the operation, else of the effect, else by default.
do
  local world, bear = check.game()
  world:effect({ on = bear, power = { add(1), set(5), strata.mul(2):at("pt.switch") } })
  equal(bear.power, 12, "set, then add, then what was put last")
  equal(bear:why("power")[1].layer, "pt.set")
  local plain = strata.rules({ layers = { "a", "b" }, attributes = { power = "int" } })
  local card = plain:world():spawn()
  fails("which layer?", card.world.effect, card.world, { on = card, power = add(1) })
  fails("did you mean 'pt.set'?", world.effect, world, { on = bear, power = add(1):at("pt.sett") })
end

-- Whom: an entity, a list, a predicate; locked or not.
do
  local world, bear, elf, alice = check.game()
  world:effect({ on = { bear, elf }, power = add(1) })
  equal(bear.power + elf.power, 5)
  world:effect({ each.elf, power = add(10), source = alice })
  equal(elf.power, 12)
  world:effect({ on = each.creature, lock = true, power = add(100) })
  local late = world:spawn({ types = { "creature", "elf" } })
  equal(late.power, 10, "locked to those who were there")
  world:effect({ on = each.creature:except(this), source = bear, toughness = add(1) })
  equal(bear.toughness, 2)
  equal(elf.toughness, 2)
end

-- When and how long.
do
  local world, bear, elf, alice = check.game()
  local the = strata.the
  world:effect({ on = bear, when = the(elf).tapped, power = add(1) })
  equal(bear.power, 2)
  elf.base.tapped = true
  equal(bear.power, 3)
  local growth = world:effect({ name = "Growth", on = bear, clock = "turn", power = add(3) })
  equal(growth.ticks_left, 1, "a clock without ticks is one tick")
  growth:refresh(2)
  equal(world:tick("turn"), 0)
  equal(bear.power, 6)
  equal(world:tick("turn"), 1)
  equal(growth:is_alive(), false)
  equal(tostring(growth), "stale effect " .. growth.id)
  fails(growth.id, growth.remove, growth)
  world:effect({ on = bear, source = elf, while_source = true, power = add(5) })
  equal(bear.power, 8)
  elf:remove()
  equal(bear.power, 2, "the elf is gone, and nobody is tapped")
  local lasting = the(alice).level:at_least(1)
  local aura = world:effect({ on = bear, as_long_as = lasting, power = add(9) })
  equal(bear.power, 11)
  alice.base.level = 0
  equal(aura:is_alive(), true)
  world:commit()
  equal(aura:is_alive(), false, "ended with the action")
end

-- Operands are expressions, computed anew or once.
do
  local world, bear, elf = check.game()
  local elves = strata.count(each.elf)
  world:effect({ on = bear, power = add(elves * 10) })
  world:effect({ on = bear, toughness = add(elves * 10):locked() })
  equal(bear.power, 12)
  elf.base.types = { "creature", "elf" }
  world:spawn({ types = { "elf" } })
  equal(bear.power, 22)
  equal(bear.toughness, 12)
  world:effect({ on = each.elf, power = add(it.toughness) })
  equal(elf.power, 2)
end

-- Groups.
do
  local world, bear = check.game()
  for amount = 1, 3 do
    world:effect({ on = bear, group = "shield", power = add(amount) })
  end
  equal(bear.power, 5, "the highest counts")
  local first = world:effect({ on = bear, group = "poison", clock = "turn", power = add(-1) })
  world:effect({ on = bear, group = "poison", clock = "turn", power = add(-1) })
  local third = world:effect({ on = bear, group = "poison", clock = "turn", power = add(-1) })
  equal(bear.power, 3, "two at most")
  equal(first:is_alive() and third:is_alive(), true)
  equal(third.group, "poison")
end

-- Handles of effects.
do
  local world, bear, elf = check.game()
  local effect = world:effect({
    name = "Anthem",
    on = each.creature,
    source = elf,
    priority = 3,
    power = add(1),
  })
  equal(effect.name, "Anthem")
  equal(effect.source == elf, true)
  equal(effect.priority, 3)
  equal(effect.parts, 1)
  equal(effect.targets, 0)
  equal(effect.clock, nil)
  equal(effect.world == world, true)
  equal(tostring(effect), "Anthem " .. effect.id)
  local second = world:effect({ on = bear, power = add(1) })
  equal(second.timestamp > effect.timestamp, true)
  assert(world:effects()[1] == effect and world:effects()[2] == second, "oldest first")
  bear:clear()
  equal(#world:effects(), 1, "the locked one is gone")
  effect:remove()
  equal(bear.power, 2)
  fails("an effect has no field 'foo'", function()
    local alive = world:effect({ on = bear, power = add(1) })
    return alive.foo
  end)
end

-- Mistakes change nothing and name the place.
do
  local world, bear = check.game()
  local before = world:hash()
  local function bad(text, spec)
    spec.on = spec.on or bear
    fails(text, world.effect, world, spec)
  end
  fails("on whom?", world.effect, world, { power = add(1) })
  fails("an empty list", world.effect, world, { on = {}, power = add(1) })
  fails("1 to 64 parts", world.effect, world, { on = bear })
  bad("when: a boolean where an expression belongs", { when = bear.power > 2, power = add(1) })
  bad("power: a boolean where an expression belongs", { power = add(bear.power == 2) })
  bad("power: expected an operation, such as set(3) or add(3), got 3", { power = 3 })
  bad("no option 'powr'; did you mean 'power'?", { powr = 3 })
  bad("no option 'whn'; did you mean 'when'?", { whn = 3 })
  bad("there are name, on, source, when", { background = 3 })
  bad("unknown attribute 'powr'; did you mean 'power'?", { powr = add(3) })
  bad("unknown clock 'turm'; did you mean 'turn'?", { clock = "turm", power = add(1) })
  bad("unknown group 'shild'; did you mean 'shield'?", { group = "shild", power = add(1) })
  bad("ticks: expected an integer in range, got -1", { clock = "turn", ticks = -1, power = add(1) })
  bad("lock: expected true or false, got 1", { lock = 1, power = add(1) })
  bad("source: expected an entity, got 'elf'", { source = "elf", power = add(1) })
  bad("name", { name = 3, power = add(1) })
  bad("types: add: expected a symbol, and there is no 'elv'", { types = add("elv") })
  bad("switch: unknown attribute 'thoughness'", { power = strata.switch("thoughness") })
  bad("unknown attribute", { when = it.powr:is(3), power = add(1) })
  bad("power: add: expected an integer, got 'elf'", { power = add("elf") })
  fails("add: expected an operand, got nil", add)
  fails("more than 64 parts", function()
    local parts = {}
    for i = 1, 65 do
      parts[i] = add(i)
    end
    world:effect({ on = bear, power = parts })
  end)
  equal(world:hash(), before)
end
