-- expect: error 'effort limit' | output 'the whole is taken back: 0'
-- why: a handler is at fault for its steps alone; an effort limit ends the script, disables nobody
local it = strata.it
local N <const> = 400
local rules = strata.rules({
  layers = { "only" },
  attributes = { power = "int", tough = "int" },
  events = { idle = { fields = {} } },
  handlers = {
    ["t:h"] = function(ctx)
      for i = 1, N do
        ctx.world:effect({
          on = "it.power >= sum(it.tough, it.power > " .. i .. ")",
          power = strata.add(strata.sum(it.tough, it.tough:at_least(i))),
          tough = strata.add(strata.count(it.power:at_least(i))),
        })
      end
      for i = 1, 20 do
        ctx.world:effect({ on = "it.power >= 0", power = strata.add(i) })
        local _ = ctx.me.power
      end
    end,
  },
  codes = { ["t:h"] = { "trigger", "idle", { "run", "t:h" }, names = { me = "ref" } } },
})
local world = rules:world()
for i = 1, N do
  world:spawn({ power = i, tough = i % 7 })
end
local me = world:spawn({ power = 1 })
pcall(world.act, world, { code = "t:h", with = { me = me } })
for _, fault in ipairs(world:faults()) do
  assert(fault.text:find("instruction budget", 1, true), fault.text)
end
print("the whole is taken back: " .. #world:effects())
