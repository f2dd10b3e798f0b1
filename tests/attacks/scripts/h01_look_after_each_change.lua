-- expect: error 'instruction budget' | error 'effort limit'
-- why: what effects do to all is computed anew after each change, for one read
local it = strata.it
local rules = strata.rules({ layers = { "only" }, attributes = { power = "int", tough = "int" } })
local world = rules:world()
local list = {}
for i = 1, 300 do
  list[i] = world:spawn({ power = i })
end
for i = 1, 300 do
  world:effect({
    on = "it.power >= 0",
    power = strata.add(strata.sum(it.tough, it.tough:at_least(i))),
    tough = strata.add(strata.count(it.power:at_least(i))),
  })
end
while true do
  local sum = 0
  for i = 1, 300 do
    sum = sum + list[i].power
    list[i].base.power = sum % 7
  end
end
