-- expect: error 'instruction budget' | error 'effort limit'
-- why: what was computed is thrown away again and again
local it = strata.it
local rules = strata.rules({ layers = { "only" }, attributes = { power = "int" } })
local world = rules:world()
local card = world:spawn({ power = 1 })
for i = 1, 500 do
  world:effect({ on = "it.power > " .. i, power = strata.add(it.power) })
end
while true do
  world:drop_caches()
  local _ = card.power
end
