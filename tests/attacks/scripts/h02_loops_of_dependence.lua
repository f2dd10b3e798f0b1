-- expect: error 'instruction budget' | error 'effort limit'
-- why: effects of which each depends on the next take a trial of each pair
local it = strata.it
local attributes = {}
for i = 1, 60 do
  attributes["a" .. i] = "int"
end
local rules = strata.rules({ layers = { "only" }, attributes = attributes })
local world = rules:world()
local card = world:spawn()
for i = 1, 60 do
  for k = 1, 20 do
    world:effect({
      on = ("it.a%d >= %d"):format(i % 60 + 1, k - 30),
      ["a" .. i] = strata.add(it["a" .. ((i + k) % 60 + 1)]),
    })
  end
end
for k = 1, 1000000 do
  card.base.a1 = k % 17
  local _ = card.a30
end
