--- The names that scripts can use, and that forbidden names are absent.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails

local absent = {
  "load",
  "loadfile",
  "dofile",
  "loadstring",
  "rawset",
  "rawget",
  "coroutine",
  "io",
  "os",
  "debug",
  "package",
  "collectgarbage",
  "next",
  "warn",
  "_G",
}
for _, name in ipairs(absent) do
  equal(_ENV[name], nil, name)
end
equal(string.dump, nil)
equal(("").dump, nil)
equal(math.random, nil)
equal(math.sin, nil)

-- Everything that can be reached is on the list, and no metatable can.
local seen = {}
local function walk(value, path, depth)
  equal(getmetatable(value) or false, false, path)
  if type(value) ~= "table" or seen[value] or depth > 6 then
    return
  end
  seen[value] = true
  for key, item in pairs(value) do
    walk(item, path .. "." .. key, depth + 1)
  end
end
walk(_ENV, "_ENV", 0)

-- No addresses.
for _, value in ipairs({ {}, print, walk, check, strata.it, strata.add(1), strata.each }) do
  equal(tostring(value):find("0x", 1, true), nil)
  equal(("%s"):format(value):find("0x", 1, true), nil)
end
fails("no addresses", string.format, "%p", {})
equal(("%5.1f|%-4s|%%|%d"):format(1.25, "a", 3), "  1.2|a   |%|3")
equal(tostring(0 / 0), "nan")
equal(tostring(-(0 / 0)), "nan")

-- Writing to a library reaches neither methods nor other scripts.
local library = string
library.rep = function() -- luacheck: ignore 122
  return "evil"
end
equal(("x"):rep(2), "xx")
library.rep = nil -- luacheck: ignore 122
fails("arithmetic", function()
  return "10" + 1
end)

-- pairs goes by keys, sort is stable.
local keys = {}
for key in pairs({ b = 1, a = 2, [10] = 3, [2] = 4, [-1] = 5 }) do
  keys[#keys + 1] = tostring(key)
end
equal(table.concat(keys, " "), "-1 2 10 a b")
fails("no stable order", pairs, { [{}] = 1 })
fails("table expected", pairs, 3)
local items = {}
for i = 1, 300 do
  items[i] = { i % 3, i }
end
table.sort(items, function(a, b)
  return a[1] < b[1]
end)
for i = 2, 300 do
  local a, b = items[i - 1], items[i]
  assert(a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]), "stable")
end
local words = { "b", "B", "a", 3, "ab", 1 }
table.sort(words)
equal(table.concat(words, " "), "1 3 B a ab b")
fails("no stable order", table.sort, { {}, {} })
fails("too many results", table.unpack, {}, 1, 1e7)
fails("too many results", table.unpack, {}, math.mininteger, math.maxinteger)
equal(select("#", table.unpack({}, 1, 3)), 3)

-- require stays in its folder.
local outside = { "../check", "/etc/passwd", "..", "a..b", "a.b.", "a/b", "C:\\x", "a\0b", "" }
for _, name in ipairs(outside) do
  fails("require: expected a module of the same folder", require, name)
end
fails("require: no module 'missing'", require, "missing")
equal(require("check") == check, true)
-- A module that returns nothing is run once all the same (finding_MU06).
equal(require("handlers.silent"), true)
equal(require("handlers.silent"), true)
equal(check.runs, 1, "runs of a module that returns nothing")
equal(require("strata") == _ENV.strata, true)

-- Handles cannot be taken apart.
local world, bear = check.game()
equal(getmetatable(bear), false)
equal(getmetatable(world), false)
equal(getmetatable(bear.types), false)
fails("bad argument", function()
  table.insert(bear, 1)
end)

-- Metatables of scripts are copies of what is allowed in them.
local parent = { __index = { inherited = 1 } }
local child = setmetatable({}, parent)
equal(child.inherited, 1)
equal(getmetatable(child), parent)
parent.__index = { inherited = 2 }
equal(child.inherited, 1)
for _, field in ipairs({ "__gc", "__mode", "__close", "__concat" }) do
  fails("'" .. field .. "' is not there", setmetatable, {}, { [field] = print })
end
equal(getmetatable(setmetatable({}, { __metatable = "locked" })), "locked")
fails("protected", setmetatable, setmetatable({}, { __metatable = 1 }), nil)
fails("table expected", setmetatable, strata.each, {})
equal(getmetatable(setmetatable(setmetatable({}, parent), nil)), nil)

-- xpcall calls its handler where the error has left.
local ok, said = xpcall(error, function(message)
  return message .. "!"
end, "oh", 0)
equal(ok, false)
equal(said, "oh!")
equal(select("#", xpcall(print, print)), 1)
