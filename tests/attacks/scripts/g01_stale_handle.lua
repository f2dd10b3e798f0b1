-- expect: error 'no longer exists'
-- why: a handle kept after the entity has gone must fail cleanly: ids with generations, never a pointer
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text", power = "int" } })
local world = rules:world()
local card = world:spawn({ power = 1 })
card:remove()
world:spawn({ power = 2 }) -- takes its place
print(card.power)
