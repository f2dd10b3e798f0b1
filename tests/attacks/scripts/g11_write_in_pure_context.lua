-- expect: error 'may only read'
-- why: a predicate must not change the world, nor through a helper
local other
local rules = strata.rules({
  layers = { "only" },
  attributes = { power = "int", bonus = "int" },
  predicates = {
    helped = {
      function()
        pcall(function()
          other.base.power = 99
        end)
        pcall(function()
          other:remove()
        end)
        return true
      end,
    },
    direct = {
      function(it)
        it.power = 3
        return true
      end,
    },
  },
})
local world = rules:world({ on_fault = "stop" })
other = world:spawn({ power = 1 })
local card = world:spawn({ power = 1 })
world:effect({ on = strata.ask("helped"), bonus = strata.add(1) })
assert(card.bonus == 1 and other:is_alive() and other.power == 1)
world:effect({ on = strata.ask("direct"), bonus = strata.add(1) })
print(card.bonus)
