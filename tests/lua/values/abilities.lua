--- Abilities: lists, operations on lists, clauses, copies, and the explanations of all these.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local each, it = strata.each, strata.it

-- Lists.
do
  local world = check.table()
  local bear = world:spawn("test:bear")
  bear.base.abilities = { "trample", "flying" }
  equal(bear.abilities, { "trample", "flying" }, "in their order")
  equal(bear.base.abilities, { "trample", "flying" })
  equal(tostring(bear.abilities), "{trample, flying}")
  equal(bear.abilities == bear.base.abilities, true)
  equal(bear.abilities == bear.types, false)
  equal(bear.abilities:has("flying"), true)
  equal(bear.abilities:has("tap_for_blue"), false)
  equal(bear:has("flying"), true)
  equal(bear:has("tap_for_blue"), false)
  equal(world:count(each.flying), 1)
  equal(world:count(it.abilities:has("trample")), 1)
  bear.base.abilities = "flying"
  equal(bear.abilities, { "flying" })
  bear.base.abilities = {}
  equal(bear.abilities, {})
  equal(world:eval(it.abilities:is(strata.none), bear), true)
  bear.base.chosen = "island"
  local land = world:spawn("test:island")
  equal(world:eval(it.types:has(strata.this.chosen), land, bear), true)
  equal(world:eval(it.types:has(strata.this.chosen), bear, bear), false)
  fails("there is no 'flyng'; the nearest is 'flying'", function()
    bear.base.abilities = { "flyng" }
  end)
  fails("an ability, and there is no 'island'", function()
    bear.base.abilities = { "island" }
  end)
end

-- Where they come from.
do
  local world, _, play = check.table()
  local drake, island = play("test:drake"), play("test:island")
  world:effect({ on = drake, source = island, abilities = strata.grant("trample") })
  local rows = drake:abilities()
  equal(#rows, 2)
  equal(rows[1].name, "flying")
  equal(rows[1].origin, "printed")
  equal(rows[1].giver, nil)
  equal(rows[1].timestamp, drake:timestamp())
  equal(rows[2].name, "trample")
  equal(rows[2].origin, "granted")
  equal(rows[2].giver == island, true)
  equal(rows[2].timestamp > rows[1].timestamp, true)
  rows = island:abilities()
  equal(#rows, 1)
  equal(rows[1].name, "tap_for_blue")
  equal(rows[1].origin, "intrinsic")
  fails("entity expected", drake.abilities, {})
end

-- An attribute of another name does not hide the method.
do
  local rules = strata.rules({
    layers = { "only" },
    attributes = { skills = "abilities" },
    abilities = { lift = "keyword" },
  })
  local hero = rules:world():spawn({ skills = { "lift" } })
  equal(hero.skills, { "lift" })
  equal(hero:abilities()[1].name, "lift")
  local plain = strata.rules({ layers = { "only" } }):world():spawn()
  fails("abilities", plain.abilities, plain)
end

-- What operations do to them.
do
  local function after(operations, prepare)
    local world, _, play = check.table()
    local drake, island = play("test:drake"), play("test:island")
    if prepare then
      prepare(world, drake, island)
    end
    world:effect({ on = drake, abilities = operations })
    return drake.abilities
  end
  local function trample_too(world, drake)
    world:effect({ on = drake, abilities = strata.grant({ "trample" }) })
  end
  equal(after(strata.add("trample")), { "flying", "trample" })
  equal(after(strata.remove_all()), {})
  equal(after(strata.set({ "trample" })), { "trample" })
  equal(after(strata.remove("flying"), trample_too), { "trample" })
  equal(after(strata.strip(), trample_too), { "trample" })
  equal(after({ strata.forbid("trample"), strata.grant("trample") }), { "flying" })
  equal(after(strata.borrow(each.island)), { "flying", "tap_for_blue" })
  equal(after(strata.borrow(each.island, "mana")), { "flying", "tap_for_blue" })
  equal(after(strata.borrow("types has 'island'", "static")), { "flying" })
  local stronger = it.power:more_than(strata.outer.power)
  equal(after(strata.borrow(stronger)), { "flying" })
  equal(
    after(strata.borrow(stronger), function(_, drake, island)
      island.base.power = 9
      drake.base.abilities = {}
    end),
    { "tap_for_blue" }
  )
  fails("abilities: add: expected an ability", after, strata.grant("flyng"))
  fails("no kind 'manna'; did you mean 'mana'?", strata.borrow, each.island, "manna")
end

-- Static abilities, CDAs and laws.
do
  local world, _, play = check.table()
  local drake = play("test:drake", { plus_one = 1 })
  equal(drake.plus_one, 0, "counters stay behind")
  drake.base.plus_one = 2
  equal(drake.power, 4)
  local humility = play("test:humility")
  equal(drake.abilities, {})
  equal(drake.power, 3, "1/1 with two counters")
  play("test:levitation")
  equal(drake.abilities, { "flying" }, "what came later")
  equal(drake:value_after("pt.set", "power"), 1)
  equal(drake:value_after("copy.facedown", "abilities"), { "flying" })
  humility:move(strata.none)
  equal(drake.power, 4)
  drake.base.face_down = true
  equal(drake.name, "")
  equal(drake.power, 4, "2/2 with two counters")
  local land = play("test:island")
  world:effect({ on = land, types = strata.substitute("island", "swamp"):at("text") })
  equal(land.types, { "land", "swamp" })
  equal(land.abilities, {}, "no island any more")
  land.base.abilities = { "test:chosen" }
  land.base.chosen = "island"
  equal(land.types, { "island", "land", "swamp" })
  land.base.face_down = true
  equal(land.types, { "land", "swamp" })
  local counter = play("test:bear", nil)
  counter.base.abilities = { "test:count" }
  equal(counter.power, 1)
  fails("unknown layer 'pt.sett'", drake.value_after, drake, "pt.sett", "power")
  fails("unknown attribute 'powr'", drake.value_after, drake, "pt.set", "powr")
end

-- Copies: of all that is copiable, with exceptions, or of one attribute.
do
  local world, _, play = check.table()
  local drake, bear, clone = play("test:drake"), play("test:bear"), play("test:island")
  world:effect({ on = clone, copy = drake, types = strata.add("enchantment"):at("copy.effects") })
  equal(clone.name, "Wind Drake")
  equal(clone.types, { "creature", "enchantment" })
  equal(clone.abilities, { "flying" })
  drake.base.power = 7
  equal(clone.power, 2, "as it was when the effect started")
  world:effect({ on = bear, power = strata.copy(drake) })
  equal(bear.power, 7)
  equal(bear.name, "Grizzly Bears")
  world:effect({ on = bear, copy = strata.copy(clone):at("copy.effects") })
  equal(bear.name, "Wind Drake")
  world:effect({ on = drake, copy = strata.the(bear) })
  equal(drake.types, { "creature", "enchantment" })
  local gone = world:spawn("test:bear")
  gone:move("graveyard", { player = clone:zone_player() })
  world:effect({ on = clone, copy = gone })
  equal(clone.name, "Grizzly Bears", "also of somebody gone")
  local hash = world:hash()
  local function bad(text, copied)
    fails(text, world.effect, world, { on = bear, copy = copied })
  end
  bad("copy: expected whom: an entity, or an expression that gives one", strata.set(3))
  bad("copy: expected an expression, got table", { drake })
  bad("copy: a boolean where an expression belongs", drake == bear)
  bad("another world", strata.rules(check.declared()):world():spawn())
  equal(world:hash(), hash)
  bear:remove()
  fails("copies", world.effect, world, { on = clone, copy = bear })
end

-- Sets take a symbol that an expression gives.
do
  local world, _, play = check.table()
  local land, bear = play("test:island"), play("test:bear")
  bear.base.chosen = "swamp"
  world:effect({ on = land, source = bear, types = strata.add(strata.this.chosen) })
  equal(land.types, { "island", "land", "swamp" })
  world:effect({ on = land, source = bear, types = strata.remove(strata.this.chosen) })
  equal(land.types, { "island", "land" })
end

-- Why, and why not.
do
  local world, _, play = check.table()
  local drake, humility = play("test:drake"), play("test:humility")
  drake.base.plus_one = 1
  local why = drake:why("power")
  equal(why.value, 2)
  equal(why[1].attr, "power", "the law about what is face down has no row")
  equal(why[1].because, "timestamp")
  equal(why[1].source == humility, true)
  equal(why[1].waited_for, "")
  equal(why[1].difference, "")
  equal(why[1].taken_by, "")
  equal(why[1].rule, "613.7")
  equal(why[1].target, nil)
  equal(why[2].because, "law")
  equal(why[2].source == drake, true, "whose counters they are")
  local levitation = play("test:levitation")
  local not_why = levitation:why_not(humility)
  equal(not_why.entity == levitation, true)
  equal(not_why.of == humility, true)
  equal(not_why.value, nil)
  equal(#not_why > 0, true)
  for _, row in ipairs(not_why) do
    equal(row.step, "subject", "Humility is about creatures")
  end
  equal(tostring(not_why), not_why.text)
  local growth = world:effect({ on = drake, when = it.face_down, power = strata.add(3) })
  local row = drake:why_not(growth)[1]
  equal(row.step, "condition")
  equal(row.attr, "power")
  humility:move("graveyard", { player = humility:zone_player() })
  local buried = world:zone("graveyard", drake:zone_player())[1]
  equal(drake:why_not(buried)[1].step, "zone")
  fails("why_not: expected an entity or an effect, got 'power'", drake.why_not, drake, "power")
  fails("another world", drake.why_not, drake, strata.rules(check.declared()):world():spawn())
end

-- The order of a layer.
do
  local world, _, play = check.table()
  play("test:drake")
  play("test:levitation")
  local humility = play("test:humility")
  local graph = world:graph("ability")
  equal(#graph > 0, true)
  equal(graph.layer, "ability")
  equal(tostring(graph), graph.text)
  equal(graph.dot:match("^%a*%s*digraph") ~= nil, true)
  local last = graph[#graph]
  equal(last.source == humility, true)
  equal(last.layer, "ability")
  equal(world:graph("control").text ~= nil, true)
  fails("unknown layer 'abilty'; did you mean 'ability'?", world.graph, world, "abilty")
  fails("expected the name of a layer, got 3", world.graph, world, 3)
end

-- Who gives trample to those who fly waits for who gives flying (613.8a).
do
  local world, _, play = check.table()
  local bear = play("test:bear")
  local waits = world:effect({ on = each.flying, abilities = strata.grant("trample") })
  world:effect({ name = "Jump", on = bear, abilities = strata.grant("flying") })
  equal(bear.abilities, { "flying", "trample" })
  local rows = bear:why("abilities")
  local row = rows[#rows]
  equal(row.effect == waits, true)
  equal(row.because, "depends")
  equal(row.waited_for, "Jump")
  equal(row.difference ~= "", true)
  local graph = world:graph("ability")
  row = graph[#graph]
  equal(row.effect == waits, true)
  equal(row.because, "depends")
  equal(row.waited_for, "Jump")
  equal(graph.dot:find("Jump", 1, true) ~= nil and graph.dot:find("->", 1, true) ~= nil, true)
end
