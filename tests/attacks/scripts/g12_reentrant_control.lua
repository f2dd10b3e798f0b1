-- expect: ok
-- why: save, undo, fork and their like called from inside of the game that they control
local function nothing() end

local tried = {
  save = {},
  fork = {},
  peek = {},
  mark = {},
  commit = {},
  retract = {},
  cancel = {},
  policy = { nothing },
  view = { nothing },
  action = { nothing },
}
local handlers, codes = {}, {}
for name, arguments in pairs(tried) do
  handlers["test:" .. name] = function(ctx)
    local world = ctx.world
    world[name](world, arguments[1])
  end
  codes["test:" .. name] = { "trigger", "idle", { "run", "test:" .. name } }
end
local rules = strata.rules({
  layers = { "only" },
  attributes = { power = "int" },
  events = { idle = { fields = {} } },
  handlers = handlers,
  codes = codes,
})
local world = rules:world({ on_fault = "stop" })
world:spawn({ power = 1 })
for name in pairs(tried) do
  local before = world:hash()
  local is_fine, message = pcall(world.act, world, { code = "test:" .. name })
  local is_told = not is_fine
    and (message:find("not allowed here", 1, true) or message:find("an action runs", 1, true))
  assert(is_told, name .. ": " .. tostring(message))
  assert(world:hash() == before, name)
end
