--- Expressions: what the operators of Lua build, how worlds evaluate it, and what is refused.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local it, this, each, the, expr = strata.it, strata.this, strata.each, strata.the, strata.expr
local count, sum, distinct = strata.count, strata.sum, strata.distinct

-- Text: parentheses where they are needed.
equal(tostring(it.power + 1), "it.power + 1")
equal(tostring((it.power + 1) * 2), "(it.power + 1) * 2")
equal(tostring(it.power - (it.toughness - 1)), "it.power - (it.toughness - 1)")
equal(tostring(2 - it.power // 3), "2 - it.power // 3")
equal(tostring(-(it.power + 1)), "-(it.power + 1)")
equal(tostring(it.power:at_least(3)), "it.power >= 3")
equal(tostring((it.tapped | it.tapped) & ~it.tapped), "(it.tapped or it.tapped) and not it.tapped")
equal(tostring(~it.power:is(3)), "not (it.power = 3)")
equal(tostring(it.rarity:is("rare")), "it.rarity = 'rare'")
equal(tostring(it.types:has("elf")), "it.types has 'elf'")
equal(tostring(it.types:has(this.rarity)), "it.types has this.rarity")
equal(tostring(each.elf), "each.elf")
equal(tostring(each.elf:except(this)), "each.elf and it != this")
equal(tostring(strata.min(it.power, 3, 4)), "min(min(it.power, 3), 4)")
equal(tostring(expr("power > 2") & it.tapped), "(power > 2) and it.tapped")

-- Answers.
local world, bear, elf, alice = check.game()
equal(world:eval(it.power + 1, bear), 3)
equal(world:eval(this.power * 10 + it.power, bear, elf), 12)
equal(world:eval(it.power // 0, bear), 0)
equal(world:eval("power * 2", bear), 4)
equal(world:eval(it.controller, bear) == alice, true)
equal(world:eval(it.power:more_than(1), bear), true)
equal(world:eval(the(bear).power), 2)
equal(world:eval(count(each.creature)), 2)
equal(world:eval(count(each.creature & each.elf)), 1)
equal(world:eval(count("types has 'elf'")), 1)
equal(world:eval(sum(it.power, each.creature)), 3)
equal(world:eval(distinct("types", strata.all)), 2)
equal(world:eval(strata.max(it.power, 7), bear), 7)
equal(world:eval(count(each.creature:of(it)), alice), 0, "inside count, it is another")
equal(world:eval(count(each.creature:of(strata.outer)), alice), 2)
equal(world:eval(count(each.creature:of(the(alice)))), 2)
equal(world:eval(count(each.creature:of(alice))), 2)
equal(world:eval(it:has("elf"), elf), true)
equal(world:eval(this:has("elf"), bear, elf), true)
equal(world:eval(it.tapped:is(false), bear), true)
equal(world:count(each.creature), 2)
equal(world:count(each.tapped), 0, "a flag of that name")
local found = world:select(each.creature:except(bear))
equal(#found, 1)
equal(found[1] == elf, true)
equal(#world:select(each.creature:of(strata.you), bear), 2)
equal(#world:select(strata.all), 3)
equal(#world:select(~each.creature), 1)
equal(world:select("power > 100"), {})

-- One expression serves two rules.
local creatures = each.creature
equal(world:count(creatures), 2)
equal(check.rules():world():count(creatures), 0)
equal(world:count(creatures), 2)

-- What Lua turns into booleans.
fails("a boolean where an expression belongs", function()
  return it.power > 2
end)
fails("a boolean where an expression belongs", function()
  return it.power <= it.toughness
end)
fails("a boolean where an expression belongs", function()
  return it.power == it.toughness
end)
fails("a boolean where an expression belongs", world.count, world, bear.power > 1)
fails("a boolean where an expression belongs", function()
  return it.tapped & (bear.power == 2)
end)

-- Other mistakes.
fails("write //", function()
  return it.power / 2
end)
fails("only integers", function()
  return it.power + 0.5
end)
fails("expected a number or an expression, got table", function()
  return it.power + {}
end)
fails("no field 'toughness'", function()
  return (it.power + 1).toughness
end)
fails("is no name of an attribute", function()
  return it["power or true"]
end)
fails("no quotes", function()
  return each["elf' or 'elf"]
end)
fails("control character", expr, "power \1")
fails("control character", world.count, world, "power \1")
fails("control character", world.count, world, "power = 2\0")
fails("did you mean 'power'?", world.count, world, it.powr:is(2))
fails("unknown symbol 'creatur'; did you mean 'creature'?", world.count, world, each.creatur)
fails("world:count: expected an expression, got nil", world.count, world)
fails("world:select", world.select, world, it.power + 1)
fails("world:count", world.count, world, expr("power >"))
fails("more than 64 KiB", function()
  local p = each.creature
  for _ = 1, 20 do
    p = p & p
  end
end)
fails("attempt to concatenate", function()
  return it.power .. ""
end)
fails("stale", world.select, world, strata.all, (function()
  local gone = world:spawn()
  gone:remove()
  return gone
end)())

-- A count changes with those to whom the counted lead, also if some hundred entities lie between.
local ranks = strata.rules {
  layers = { "all" },
  attributes = { power = "int", strong = "int", own = "int", number = "int", friend = "ref" },
}
local crowd, list = ranks:world(), {}
for i = 1, 300 do
  list[i] = crowd:spawn({ number = i })
end
for i = 250, 300 do
  list[i].base.friend = list[2]
end
local many = strata.add(expr("count(friend.power > 3)")):at("all")
local few = strata.add(expr("count(power > 3)")):at("all")
crowd:effect({ on = expr("number < 5"), strong = many, own = few })
for _, power in ipairs({ 0, 5, 2, 9 }) do
  list[2].base.power = power
  equal(list[1].strong, power > 3 and 51 or 0, "friends of one with power " .. power)
  equal(list[1].own, power > 3 and 1 or 0)
end
