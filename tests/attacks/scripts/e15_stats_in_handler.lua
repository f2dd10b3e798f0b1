-- expect: output '1 1 1'
-- why: what a host has read before must change nothing: what is counted of it is refused to handlers
local event = strata.event
local rules = strata.rules({
  layers = { "only" },
  attributes = { power = "int" },
  events = {
    idle = { fields = {} },
    gain = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      does = { { "set", "power", who = event.who, value = event.amount } },
    },
  },
  handlers = {
    ["test:stats"] = function(ctx)
      ctx:emit("gain", { who = ctx.me, amount = ctx.world:stats().evaluations })
    end,
    ["test:profile"] = function(ctx)
      local read = function() return ctx.me.power end
      ctx:emit("gain", { who = ctx.me, amount = ctx.world:profile(read).evaluations or 1 })
    end,
    ["test:tune"] = function(ctx) ctx.world:tune("sums", "never") end,
    ["test:drop"] = function(ctx) ctx.world:drop_caches() end,
  },
  codes = {
    ["test:stats"] = { "trigger", "idle", { "run", "test:stats" }, names = { me = "ref" } },
    ["test:profile"] = { "trigger", "idle", { "run", "test:profile" }, names = { me = "ref" } },
    ["test:tune"] = { "trigger", "idle", { "run", "test:tune" }, names = { me = "ref" } },
    ["test:drop"] = { "trigger", "idle", { "run", "test:drop" }, names = { me = "ref" } },
  },
})
local function play(looks)
  local world = rules:world()
  local a = world:spawn({ power = 1 })
  for i = 1, looks do
    a.base.power = i
    assert(a.power == i)
  end
  a.base.power = 1
  for _, code in ipairs({ "test:stats", "test:profile", "test:tune", "test:drop" }) do
    world:act({ code = code, with = { me = a } })
  end
  assert(#world:faults() == 4, "ESCAPED: a handler may count what the host did")
  for _, fault in ipairs(world:faults()) do
    assert(fault.text:find("handler", 1, true), fault.text)
  end
  return a.base.power
end
print(play(0) .. " " .. play(3) .. " " .. play(9))
