-- expect: error 'expected'
-- why: functions and foreign values in the data of a world, which no save could hold
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text", power = "int" } })
local world = rules:world()
local card = world:spawn({ power = 1 })
for _, value in ipairs({ function() end, world, rules, {}, print }) do
  assert(not pcall(function()
    card.base.power = value
  end))
  assert(not pcall(function()
    card.base.name = value
  end))
  assert(not pcall(world.note, world, "test:x", value))
end
assert(card.power == 1)
card.base.name = function() end
