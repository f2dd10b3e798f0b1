--- types.lua ROOT: what C registers and what scripts/strata/help/help_texts.lua tells of scripts
-- are the same names. The module is found by LUA_CPATH.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1])
local strata = require("strata")
local described = require("described")
described.install(arg[1])

--- The table of methods behind a value: its __index, or what that closes over.
local function methods_of(value)
  local index = debug.getmetatable(value).__index
  if type(index) == "function" then
    local _, methods = debug.getupvalue(index, 1)
    return methods
  end
  return index
end

--- The methods of a kind of which no value can be had outside of a run.
local function methods_by(kind)
  for _, value in pairs(debug.getregistry()) do
    if type(value) == "table" and rawget(value, "__name") == kind then
      local _, methods = debug.getupvalue(value.__index, 1)
      return methods
    end
  end
end

local rules = strata.rules({
  layers = { "only" },
  attributes = { power = "int", types = { "set", "elf" } },
})
local world = rules:world()
local card = world:spawn()
local registered = {
  strata = strata,
  Rules = methods_of(rules),
  World = methods_of(world),
  Entity = methods_of(card),
  Effect = methods_of(world:effect({ on = card, power = strata.add(1) })),
  Op = methods_of(strata.add(1)),
  Expr = methods_of(strata.it),
  Set = methods_of(card.types),
  Ctx = methods_by("ctx"),
  Record = methods_of(world:record()),
  History = methods_of(world:history()),
}

--- "World:tick" and "strata.add", as they are described.
local there = {}
for class, methods in pairs(registered) do
  for name in pairs(methods) do
    there[class .. (class == "strata" and "." or ":") .. name] = true
  end
end

-- What makes a description, and nothing more, costs nothing worth telling.
local CHEAP <const> = { strata = true, Op = true, Expr = true }

described.compare("scripts", there, function(name)
  return not CHEAP[name:match("^%a+")]
end)
tree.close()
