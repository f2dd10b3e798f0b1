-- expect: ok
-- why: metatables of handles are locked: __gc called by hand would free twice
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text", power = "int" } })
local world = rules:world()
local card = world:spawn({ power = 1 })
local all = { rules, world, card, card.base, strata.it, strata.add(1), world:effect({ on = card, power = strata.add(1) }), card:why("power") }
for _, value in ipairs(all) do
  assert(type(getmetatable(value)) ~= "table")
  assert(type(value) == "table" or not pcall(setmetatable, value, {}))
end
assert(#all == 8)
