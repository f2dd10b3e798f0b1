--- Handlers keep no state: captures that rules refuse, and captures that are frozen.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails

local function declare(handler)
  return strata.rules({
    layers = { "only" },
    attributes = { life = "int" },
    events = { idle = { fields = {} } },
    codes = { ["test:it"] = { "trigger", "idle", { "run", "test:it" } } },
    handlers = { ["test:it"] = handler },
  })
end

--- What running it says, "" if nothing is wrong.
local function run(handler)
  local world = declare(handler):world({ on_fault = "stop" })
  local ok, message = pcall(world.act, world, { code = "test:it" })
  return ok and "" or message
end

local count = 0
local list, nested = { 1, 2, x = 3 }, { deep = { 3 } }

-- Assignments to what is outside are found, wherever they stand.
fails("purity.lua:28: a handler assigns 'count', which is not its own", declare, function()
  count = count + 1
end)
fails("purity.lua:33: a handler assigns 'count', which is not its own", declare, function()
  local function inner()
    return function()
      count = 1
    end
  end
  inner()
end)
fails("purity.lua:39: a handler assigns the global 'total'", declare, function()
  total = 1 -- luacheck: ignore 111
end)
fails("purity.lua:42: a handler changes 'list'", declare, function()
  list.x = 1
end)
fails("a handler takes '_ENV'", declare, function()
  local all = _ENV
  all.x = 1
end)
local function counter()
  count = count + 1
end
fails("purity.lua:49: a handler assigns 'count'", declare, function()
  counter()
end)
local functions = { counter }
fails("purity.lua:49: a handler assigns 'count'", declare, function()
  functions[1]()
end)

-- Nor may it know what keeps something, or is of a world.
fails("a handler names 'nothing_here', and there is no such global", declare, function()
  return nothing_here -- luacheck: ignore 113
end)
local iterator = string.gmatch("a b", "%a")
fails("purity.lua:64: a handler names 'iterator', a function that", declare, function()
  return iterator()
end)
local rows = strata.sorted_pairs(list)
fails("a handler names 'rows', a function that keeps something", declare, function()
  return rows
end)
local world = declare(function() end):world()
fails("a handler names 'world', which is of one world", declare, function()
  return world
end)
local holder = { entity = world:spawn() }
fails("a handler names 'holder', which is of one world", declare, function()
  return holder
end)
local odd = { [{}] = 1 }
fails("a handler names 'odd', a table with a key that is no plain value", declare, function()
  return odd
end)
local deep = {}
for _ = 1, 200 do
  deep = { deep }
end
fails("a handler names 'deep', which is nested too deep", declare, function()
  return deep
end)
fails("expected a function of ctx, got string", declare, "x")
fails("expected a function of ctx, got function", declare, print)

-- Its own locals are its own, and what it names is as it was when the rules were made.
local function fact(n)
  return n <= 1 and 1 or n * fact(n - 1)
end
local this = { name = "itself" }
this.self = this
local word = "before"
local rules = declare(function(ctx)
  local mine = 0
  local function add(n)
    mine = mine + n
  end
  for i = 1, 300 do
    add(i)
  end
  equal(mine, 45150)
  equal(fact(5), 120)
  equal({ #list, list[2], nested.deep[1], list.none }, { 2, 2, 3 })
  equal(this.self.self, this)
  equal(this.self.name, "itself")
  equal(math.max(1, 2), 2)
  equal(("%d"):format(123456789012), "123456789012")
  equal(string.format("%.1f", 0.5), "0.5")
  equal(word .. type(strata.version()), "beforestring")
  local keys = {}
  for key, value in pairs(list) do
    keys[#keys + 1] = tostring(key) .. tostring(value)
  end
  equal(table.concat(keys, " "), "11 22 x3")
  equal(table.concat(list), "12")
  for i, value in ipairs(list) do
    equal(i, value)
  end
  equal(tostring(list), "frozen table")
  equal(ctx.you, nil)
end)
word = "after"
list[1] = 7
equal(rules:names("handlers"), { "test:it" })
equal(rules:world():act({ code = "test:it" }), "done")
equal(word, "after")
list[1] = 1

-- Tables from outside are frozen, however they are reached.
local function ends(line, handler)
  local message = run(handler)
  local want = ("purity.lua:%d: x: what a handler has from outside is frozen"):format(line)
  if not message:find(want, 1, true) then
    error(("expected '%s', got '%s'"):format(want, message))
  end
end
ends(146, function()
  local mine = list
  mine.x = 1
end)
ends(149, function()
  nested.deep.x = 1
end)
ends(152, function()
  string.x = 1 -- luacheck: ignore 142
end)
local function writes(t)
  t.x = 1
end
ends(155, function()
  writes(nested)
end)
equal(
  run(function()
    table.insert(list, 3)
  end):match("what a handler has from outside is frozen")
    ~= nil,
  true
)
equal(nested.x, nil)

-- The hash of rules is of what handlers say, and not of where they stand.
local function one()
  return declare(function(ctx)
    return ctx.this
  end)
end
local same = declare(function(ctx)
  return ctx.this
end)
local other = declare(function(ctx)
  return ctx.you
end)
equal(same:hash(), one():hash())
equal(same:hash() ~= other:hash(), true)

-- Texts that take long to compare, or to read as a number, are none of a handler's.
local digits, blank = ("7"):rep(3000), (" "):rep(65 * 1024)
for _, text in ipairs({ digits, blank, ("\0"):rep(300), "0x" .. ("f"):rep(3000) }) do
  fails("a text of more than 64 KiB, 256 zeros or 2000 digits", declare, function()
    return text < "8"
  end)
end
local words = ("a few words "):rep(5000)
declare(function()
  return words < "8"
end)
