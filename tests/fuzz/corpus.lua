--- Writes what a fuzzer starts from: random inputs by seed, and past finds.
---
---   lua5.4 corpus.lua <act | archive | card | expr | load | manifest | ops |
---     replay> <folder>
package.path = arg[0]:gsub("[^/]*$", "") .. "../cli/?.lua;" .. package.path
local zip = require("zip")

local random = math.random

local function stream(size, first)
  local bytes = { string.char(first or random(0, 255)) }
  for i = 2, size do
    bytes[i] = string.char(random(0, 255))
  end
  return table.concat(bytes)
end

local function unhex(text)
  return (text:gsub("%x%x", function(pair)
    return string.char(tonumber(pair, 16))
  end))
end

--- Inputs that broke a law once; each keeps its name.
local FINDS <const> = {
  load = {
    clear_part_with_a_text = unhex("728e398d9474"),
  },
  act = {},
  archive = {},
  card = {},
  ops = {},
  expr = {
    a_whole_set = "types",
    declared_not_utf8 = "types has event.rarity a\xff\xff\xffnd power > $i",
  },
  manifest = {},
  replay = {},
}

--- Entries as fuzz_archive.c reads them: how they are odd, the name, the bytes.
local function entries(list)
  local parts = { "\1" }
  for _, entry in ipairs(list) do
    parts[#parts + 1] = ("<Bs1s1"):pack(entry.odd or 0, entry[1], entry[2])
  end
  return table.concat(parts)
end

--- A value as replays have it; { handle = 1 } is an entity's.
local function value_of(value)
  local kind = type(value)
  if kind == "table" and value.handle then
    return ("<c1i8"):pack("e", value.handle)
  elseif kind == "table" then
    local parts, count = {}, 0
    for key, item in pairs(value) do
      parts[#parts + 1], count = value_of(key) .. value_of(item), count + 1
    end
    table.sort(parts) -- the same bytes each time
    return ("<c1I4"):pack("{", count) .. table.concat(parts)
  elseif kind == "string" then
    return ("<c1s4"):pack("s", value)
  end
  return kind == "number" and ("<c1i8"):pack("i", value) or (value and "t" or "f")
end

local ALICE <const>, BOB <const> = { handle = 0x100000001 }, { handle = 0x100000002 }

--- Steps of the game in replaying.lua.
local STEPS <const> = {
  { kind = "seed", args = { 5, n = 1 } },
  { kind = "act", args = { "gain", { player = BOB, amount = 7, color = "red" }, n = 2 } },
  {
    kind = "act",
    args = { { code = "test:asking", you = ALICE, with = { target = BOB } }, n = 1 },
    decisions = { 2 },
  },
  { kind = "pass", args = { "hit", "before", { player = ALICE }, { by = BOB }, n = 4 } },
  { kind = "tick", args = { "turn", n = 1 } },
  { kind = "disable", args = { "test:block", n = 1 } },
  { kind = "act", args = { { code = "test:block", you = BOB }, n = 1 }, faults = {
    { handler = "test:block", code = "test:block", kind = "error" },
  } },
  { kind = "cancel", faults = {} },
  { kind = "state", bytes = "STRATA" },
}
for _, step in ipairs(STEPS) do
  step.hash = "h"
end

FINDS.replay.steps_with_a_hole = "\3"
  .. value_of({ steps = { STEPS[5], STEPS[5], [4] = STEPS[5] } })

--- Each step by itself, behind another, and replays that are none; as replaying.lua reads them.
local function replays()
  local list = { "\0STREPLA\26\1\0\0\0", "\1" .. value_of({ first = "", rules = "", steps = {} }) }
  for i, step in ipairs(STEPS) do
    list[#list + 1] = "\3" .. value_of({ steps = { step } })
    list[#list + 1] = "\3" .. value_of({ steps = { step, STEPS[i % #STEPS + 1] } })
    list[#list + 1] = "\2" .. stream(3 * i)
  end
  return list
end

local CARDS <const> = {
  'return card { name = "Smith", kinds = { "smith" }, skill = 2 }\n',
  'return { card { name = "A" }, card { name = "B", static { each.smith, skill = add(1) } } }\n',
  'return card { name = "T", replace { craft { who = you }, with = { price = event.price + 1 } } }',
  'return card { name = "Bell", trigger { after(mine { who = this }), act = pay { who = this } } }',
  'return card { name = "Door", on.craft.before { "x", act = function(c) c:stop() end } }\n',
  'local n = "x" .. 1\nreturn card { name = n, cant { craft { who = each.smith:except(this) } } }',
}

local EXPRESSIONS <const> = {
  "power + 1",
  "-7 // 2 * (toughness - 3)",
  "min(power, small) >= max(level, 2)",
  "count(power > outer.power) = 0",
  "sum(power, types has 'elf')",
  "distinct(colors, tapped and not flying)",
  "owner = this or owner != none",
  "#1:1.power < it.seat",
  "rarity = 'rare' and true",
  "9223372036854775807 + 1",
  "event.amount * 2 + $x",
  "event.who.owner.types has 'elf' and event.combat",
  "$target = event.who or event.by = $you",
  "types has event.rarity and power > $i",
  "count(owner = $target and power > outer.power) > event.prevented",
  "top('pile', $you, $i + 1).power > 1 and it != top('pile', owner, 2)",
}

local HEAD <const> = 'return { name = "a", version = "1.0.0-b+c", '
  .. 'description = "d", license = "e", api = 1'
local MANIFESTS <const> = {
  HEAD .. " }",
  HEAD .. ', requires = { craft = ">=0.1 <2 | lite ^1", "x ~1.2" }, optional = { "y *" } }',
  HEAD .. ', conflicts = { "z =1" }, after = { "w" }, provides = { "t 1.0.0", u = "2.0.0" } }',
  HEAD .. ', settings = { n = { "int", min = -1, max = 0x9, default = 1, startup = true } } }',
  HEAD .. ', settings = { s = { "sym", "p", [3] = "q", default = "p" } } }',
  HEAD .. ', settings = { f = { "flag", default = true } } }',
  HEAD .. ', renames = { b = "a:c", d = "b" } }',
  HEAD .. ', migrations = { { to = "1.0.0-a", file = "m/a.lua" } } }',
  HEAD .. ", authors = { 'f', [[g]], [==[h]==] }, homepage = 'https://i.example' } -- j",
  "--[[ k ]] return { api = '>=2 <4', { { { 1e9, .5, -2 } } }, verison = nil, ['rules'] = 'r'; }",
}

local makers = {
  act = function()
    local list = {}
    for size = 20, 400, 40 do
      list[#list + 1] = stream(size)
    end
    return list
  end,
  ops = function()
    local list = {}
    for rules = 0, 7 do
      for size = 100, 500, 200 do
        list[#list + 1] = stream(size, rules)
      end
    end
    return list
  end,
  load = function()
    local list = {}
    for how = 0, 15 do
      for size = 2, 20, 6 do
        list[#list + 1] = stream(size, how)
      end
    end
    return list
  end,
  archive = function()
    return {
      "\0" .. zip.archive({ { "pack.lua", "return {}" }, { "cards/a.lua", "return 1" } }),
      "\0" .. zip.archive({ { "a/b", zip.deflated_zeros(259), method = 8, size = 259 } }),
      entries({ { "pack.lua", "return {}" }, { "cards/elf.lua", "card" }, { "a~", "" } }),
      entries({ { "in/pack.lua", "x" }, { "in/.git/x", "y" }, { "__MACOSX/in/x", "z" } }),
      entries({ { "a", "x" }, { "A", "y" } }),
      entries({ { "a", "x" }, { "a/b", "y" } }),
      entries({ { "../a", "x" }, { "/a", "y" }, { "a\\b", "" } }),
      entries({ { "a", "x", odd = 128 + 1 }, { "b", "y", odd = 128 + 8 } }),
      entries({ { "a", "x", odd = 128 + 2 + 4 }, { "b", "y", odd = 128 + 4 } }),
    }
  end,
  card = function()
    return CARDS
  end,
  expr = function()
    return EXPRESSIONS
  end,
  manifest = function()
    return MANIFESTS
  end,
  replay = replays,
}

local function write(folder, name, bytes)
  local file <close> = assert(io.open(folder .. "/" .. name, "wb"))
  assert(file:write(bytes))
end

local function main(name, folder)
  math.randomseed(1, 2)
  assert(os.execute("mkdir -p '" .. folder:gsub("'", "'\\''") .. "'"))
  for i, bytes in ipairs(makers[name]()) do
    write(folder, ("seed_%03d"):format(i), bytes)
  end
  for find, bytes in pairs(FINDS[name]) do
    write(folder, "find_" .. find, bytes)
  end
end

main(arg[1], arg[2])
