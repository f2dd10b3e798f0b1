-- expect: output 'in a loop with an effect'
-- why: two that depend on each other: the older first, by their timestamps, and why says so
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text", power = "int" } })
local world = rules:world()
local a, b = world:spawn({ power = 1 }), world:spawn({ power = 10 })
world:effect({ on = a, power = strata.set(strata.the(b).power + 1) })
world:effect({ on = b, power = strata.set(strata.the(a).power + 1) })
assert(a.power == 11 and b.power == 12)
print(a:why("power"))
print(b:why("power"))
