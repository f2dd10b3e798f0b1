-- expect: error 'expected'
-- why: a table that is 50,000 deep, or that holds itself, in the data of a world
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text", power = "int" } })
local world = rules:world()
local card = world:spawn({ power = 1 })
local ring = {}
ring.ring = ring
assert(not pcall(function()
  card.base.name = ring
end))
local deep = {}
for _ = 1, 50000 do
  deep = { deep }
end
card.base.name = deep
