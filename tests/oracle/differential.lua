--- Random games, on the engine and on the oracle: every value must be the same.
---
---   lua5.4 differential.lua <count> [first seed] [count of a full run]
---
--- The module `strata` is found by LUA_CPATH. The third number is for a run
--- with STRATA_TEST_FULL in the environment. Seeds are games: a difference is
--- found again by `differential.lua 1 <seed>`.

local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/?.lua;" .. package.path

local generate = require("generate")
local play = require("play")
local schema = require("schema")
local strata = require("strata")

local KINDS <const> = { "timestamp", "priority", "named" }

local function new_table()
  local tables = {}
  for i, kind in ipairs(KINDS) do
    local s = schema.new(kind)
    tables[i] = { schema = s, rules = schema.declare(strata, s) }
  end
  return tables
end

-- Shrinking ----------------------------------------------------------------

--- The list without `count` items from `first`.
local function cut(list, first, count)
  local rest = {}
  for i, op in ipairs(list) do
    if i < first or i >= first + count then
      rest[#rest + 1] = op
    end
  end
  return rest
end

--- A list that still differs and of which nothing can be left out.
local function shrink(at, list)
  local size = #list // 2
  while size >= 1 do
    local first = 1
    while first <= #list do
      local rest = cut(list, first, size)
      if play.run(strata, at.schema, at.rules, rest) then
        list = rest
      else
        first = first + size
      end
    end
    size = size // 2
  end
  return list
end

--- Any plain value as text, with its keys in order.
local function text(v)
  if type(v) == "string" then
    return ("%q"):format(v)
  elseif type(v) ~= "table" then
    return tostring(v)
  end
  local items, keys = {}, {}
  for _, item in ipairs(v) do
    items[#items + 1] = text(item)
  end
  for key in pairs(v) do
    if type(key) == "string" then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    items[#items + 1] = key .. " = " .. text(v[key])
  end
  return "{ " .. table.concat(items, ", ") .. " }"
end

local function report(at, seed, list, found)
  print(("seed %d (%s): %s"):format(seed, at.schema.kind, found))
  local small = shrink(at, list)
  local still, step = play.run(strata, at.schema, at.rules, small)
  print(("  in %d operations, at %d: %s"):format(#small, step or 0, still or "gone"))
  for i, op in ipairs(small) do
    print(("  %2d %s"):format(i, text(op)))
  end
end

local function number(digits, otherwise)
  return digits and math.tointeger(tonumber(digits)) or otherwise
end

local function main(count, first)
  local tables, differences, operations = nil, 0, 0
  for seed = first, first + count - 1 do
    if (seed - first) % 1000 == 0 then
      tables = new_table() -- rules keep what was compiled for them
      collectgarbage()
    end
    local at = tables[seed % #KINDS + 1]
    local list = generate.game(at.schema, seed)
    operations = operations + #list
    local found = play.run(strata, at.schema, at.rules, list)
    if found then
      differences = differences + 1
      if differences <= 3 then
        report(at, seed, list, found)
      end
    end
  end
  print(("%d sequences, %d operations, %d differences"):format(count, operations, differences))
  return differences == 0 and count > 0
end

local count = number(arg[1], 1000)
if os.getenv("STRATA_TEST_FULL") then
  count = number(arg[3], count)
end
os.exit(main(count, number(arg[2], 1)), true)
