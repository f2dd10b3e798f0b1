-- expect: error 'entity limit'
-- why: what a world holds is outside of Lua's memory, and has limits of its own
local rules = strata.rules({ layers = { "only" }, attributes = { power = "int" } })
local world = rules:world()
while true do
  world:spawn()
end
