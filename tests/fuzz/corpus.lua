--- Writes what a fuzzer starts from: random inputs by seed, and past finds.
---
---   lua5.4 corpus.lua <act | ops | load | expr> <folder>

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
  ops = {},
  expr = {},
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
  expr = function()
    return EXPRESSIONS
  end,
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
