-- expect: error 'not a number'
-- why: NaN or an infinity in an attribute would poison every later comparison
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text", power = "int" } })
local world = rules:world()
local card = world:spawn({ power = 1 })
for _, value in ipairs({ 1 / 0, -1 / 0, 0.5 }) do
  assert(not pcall(function()
    card.base.power = value
  end))
end
assert(card.power == 1)
card.base.power = 0 / 0
