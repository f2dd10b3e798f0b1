-- expect: ok
-- why: entities that go and come while a list or a query of them is walked through
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text", power = "int" } })
local world = rules:world()
for i = 1, 20 do
  world:spawn({ power = i })
end
for _, card in ipairs(world:entities()) do
  card:remove()
  world:spawn({ power = 100 })
end
for _, card in ipairs(world:select(strata.it.power:at_least(100))) do
  card:remove()
  world:spawn({ power = 7 })
end
assert(#world:entities() == 20)
