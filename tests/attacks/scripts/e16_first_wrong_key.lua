-- expect: ok
-- why: of several wrong keys Lua's order picks another in each process, by its hash seed
local rules = strata.rules({
  layers = { "only" },
  attributes = { power = "int" },
  events = { idle = { fields = {} } },
  handlers = { ["t:h"] = function() end },
  codes = { ["t:h"] = { "trigger", "idle", { "run", "t:h" } } },
})
local world = rules:world()
local wrong = {}
for _, letter in ipairs({ "q", "d", "x", "b", "z", "k", "c", "y" }) do
  wrong[letter .. "_wrong"] = 1
end
local function tells(call, expected)
  local _, message = pcall(call, world, wrong)
  assert(message:find(expected, 1, true), message)
end
tells(world.spawn, "'b_wrong'")
tells(world.effect, "'b_wrong'")
for i = 1, 20 do
  wrong["m" .. i] = 1
end
wrong.a_wrong = 1
tells(world.spawn, "'a_wrong'")
tells(world.effect, "'a_wrong'")
wrong = { [true] = 1, [{}] = 2, power = 3 }
tells(world.spawn, "got a boolean")
tells(world.effect, "got a boolean")
tells(world.disable, "got a boolean")
tells(function()
  world:act({ code = "t:h", with = wrong })
end, "got a boolean")
tells(function()
  strata.rules({ layers = { "only" }, attributes = wrong })
end, "got a boolean")
tells(function()
  pairs({ [{}] = 1, [print] = 2, [world] = 3 })
end, "pairs: a table as a key")
