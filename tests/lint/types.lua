--- types.lua ROOT: what C registers and what types.lua, acttypes.lua, chaintypes.lua and
-- keeptypes.lua in scripts/strata describe are the same names. The module is found by LUA_CPATH.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1])
local strata = require("strata")

local TYPES <const> = "scripts/strata/types.lua"
local ACTS <const> = "scripts/strata/acttypes.lua"
local CHAINS <const> = "scripts/strata/chaintypes.lua"
local KEEPS <const> = "scripts/strata/keeptypes.lua"

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
}

--- "World.tick" -> where it is described.
local function described(found, file)
  for number, line in tree.lines(file) do
    local class, name = line:match("^function (%a+)[.:]([%w_]+)%(")
    if not class then
      class, name = line:match("^(strata)%.([%w_]+) = nil$")
    end
    if class then
      found[class .. "." .. name] = ("%s:%d"):format(file, number)
    end
  end
  return found
end

local found = {}
for _, file in ipairs({ TYPES, ACTS, CHAINS, KEEPS }) do
  described(found, file)
end
for class, methods in pairs(registered) do
  for name in pairs(methods) do
    tree.seen = tree.seen + 1
    if not found[class .. "." .. name] then
      tree.complain("%s: %s.%s is registered and not described", TYPES, class, name)
    end
    found[class .. "." .. name] = nil
  end
end
for name, place in pairs(found) do
  tree.complain("%s: %s is described and not registered", place, name)
end
tree.close()
