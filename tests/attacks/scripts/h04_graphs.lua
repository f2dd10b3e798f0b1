-- expect: error 'instruction budget' | error 'effort limit'
-- why: a graph tries each effect with each
local it = strata.it
local rules = strata.rules({ layers = { "only" }, attributes = { power = "int" } })
local world = rules:world()
world:spawn({ power = 1 })
for i = 1, 500 do
  world:effect({ on = "it.power > " .. i, power = strata.add(it.power) })
end
while true do
  world:graph("only")
end
