-- expect: error 'modifier limit'
-- why: effects on one attribute: each is kept, so their number has a limit
local rules = strata.rules({ layers = { "only" }, attributes = { power = "int" } })
local world = rules:world()
local card = world:spawn({ power = 1 })
while true do
  world:effect({ on = card, power = strata.add(1) })
end
