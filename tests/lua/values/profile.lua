--- world:profile: the cost of evaluation by layer, name and card. Scripts cannot read times.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local add, each = strata.add, strata.each

local rules = strata.rules({
  layers = { "set", "modify" },
  default_layers = { set = "set", add = "modify" },
  attributes = { power = "int", types = { "set", "creature" }, abilities = "abilities" },
  abilities = { lord = { { each.creature, power = add(1) } } },
  definitions = { lord = { abilities = { "lord" } } },
})
local world = rules:world()
local bear = world:spawn({ types = { "creature" }, power = 2 })
local function lord()
  return world:spawn("lord")
end

local function row_of(profile, name)
  for _, row in ipairs(profile) do
    if row.name == name then
      return row
    end
  end
  error("no row of " .. name)
end

for _ = 1, 3 do
  lord()
end
local hash = world:hash()
local seen
local profile = world:profile(function(first, second)
  equal(bear.power, 5)
  seen = { first, second }
end, "a", "b")
equal(seen, { "a", "b" })
equal(world:hash(), hash)
equal(profile.passes, 1)
equal(profile.avoided, 0)
equal(profile.values, 1)
equal(profile.classes, 4)
equal(profile.lost, 0)
local row = row_of(profile, "lord")
equal(row.what, "ability")
equal(row.layer, "modify")
equal(row.card, "lord")
equal(row.count, 3)
equal(row.members, 3)
equal(row.subjects, 1)
equal(row.trials, 0)
equal(row.caused, 0)
local whats = {}
for place, one in ipairs(profile) do
  whats[one.what] = true
  equal(place == 1 or profile[place - 1].time >= one.time, true, "what took longest comes first")
end
equal(whats.order and whats.plan and whats.units and whats.values, true)

-- The sandbox has no clock; the stock interpreter has.
equal(profile.time > 0, os ~= nil)
equal(row.subject_time + row.trial_time + row.apply_time, row.time)

-- Each one begins anew, and outlives its world.
profile = world:profile(function()
  world:effect({ on = each.creature, name = "Growth", power = add(2) })
  equal(bear.power, 7)
end)
equal(row_of(profile, "Growth").what, "effect")
equal(row_of(profile, "Growth").card, "")
equal(#world:profile(function() end), 0)

-- Errors go on, and end it.
fails("stop", world.profile, world, function()
  error("stop")
end)
fails("is measured already", world.profile, world, function()
  world:profile(function() end)
end)
equal(#world:profile(function() end), 0)
fails("value expected", world.profile, world)
fails("call a number", world.profile, world, 1)
local fork
world:profile(function()
  fork = world:fork()
  equal(#fork:profile(function() end), 0, "a fork is not measured")
end)
