-- expect: error 'instruction budget'
-- why: a question to the whole world takes as many steps as there are entities
local rules = strata.rules({ layers = { "only" }, attributes = { power = "int" } })
local world = rules:world()
for _ = 1, 1000 do
  world:spawn()
end
while true do
  world:count("it.power > 1")
  world:entities()
end
