-- expect: error 'instruction budget'
-- why: a loop of actions whose handlers are all too short for the hook, which counts anew in each
local rules = strata.rules({
  layers = { "only" },
  handlers = {
    short = function(ctx)
      local _ = ctx
    end,
  },
  events = { bump = { fields = {}, quiet = true, one_by_one = { { "run", "short" } } } },
})
local world = rules:world()
while true do
  world:act("bump")
end
