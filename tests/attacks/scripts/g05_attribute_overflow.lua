-- expect: ok
-- why: values saturate at the range of their attribute, and never wrap around
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text", power = "int" } })
local world = rules:world()
local card = world:spawn({ power = 1 })
world:effect({ on = card, power = strata.add(math.maxinteger) })
local most = card.power
assert(most > 0)
world:effect({ on = card, power = strata.add(math.maxinteger) })
assert(card.power == most)
world:effect({ on = card, power = strata.mul(-2) })
assert(card.power < 0)
