-- expect: error 'instruction budget'
-- why: an explanation has a row for each effect
local rules = strata.rules({ layers = { "only" }, attributes = { power = "int" } })
local world = rules:world()
local card = world:spawn({ power = 1 })
for i = 1, 3000 do
  world:effect({ on = card, power = strata.add(1), name = "n" .. i })
end
while true do
  card:why("power")
end
