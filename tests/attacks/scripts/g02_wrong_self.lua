-- expect: error 'bad argument'
-- why: methods called on what is of another type: each checks its first argument
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text", power = "int" } })
local world = rules:world()
local card = world:spawn({ power = 1 })
local methods = { card.remove, card.has, card.why, card.move, card.is_alive, world.spawn, world.entities, rules.world }
for _, method in ipairs(methods) do
  for _, self in ipairs({ {}, 1, "x", world, rules, card, strata.it }) do
    local is_fine, message = pcall(method, self, 1)
    assert(is_fine or type(message) == "string")
  end
end
card.remove({}, 1)
