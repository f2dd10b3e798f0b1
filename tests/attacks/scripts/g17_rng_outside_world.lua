-- expect: ok
-- why: random numbers come from the world and in an action alone: else a game would hang on when it was looked at
assert(math.random == nil and math.randomseed == nil)
local rules
rules = strata.rules({
  layers = { "only" },
  attributes = { power = "int" },
  events = { idle = { fields = {} } },
  handlers = {
    ["test:keep"] = function(ctx)
      ctx:note("rolled", ctx:roll(6))
    end,
  },
  codes = { ["test:keep"] = { "trigger", "idle", { "run", "test:keep" } } },
  predicates = {
    lucky = {
      function(it)
        return it.roll ~= nil
      end,
    },
  },
})
local world = rules:world({ on_fault = "stop" })
local card = world:spawn({ power = 1 })
assert(not pcall(function()
  return world:roll(6)
end))
world:effect({ on = strata.ask("lucky"), power = strata.add(1) })
assert(not pcall(function()
  return card.power
end))
