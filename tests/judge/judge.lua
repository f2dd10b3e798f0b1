--- Random small worlds, on the engine and on the judge: what is asked, what happens and what is
--- there must be the same.
---
---   lua5.4 judge.lua <count> [first seed] [count of a full run]
---
--- The module `strata` is found by LUA_CPATH. The third number is for a run with STRATA_TEST_FULL
--- in the environment. Seeds are worlds: `judge.lua 1 <seed>` finds a difference again. The last
--- lines tell how often a rule has decided anything.

local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/?.lua;" .. here .. "/../support/?.lua;" .. package.path

local compare = require("compare")
local shrink = require("shrink")
local strata = require("strata")
local telling = require("telling")
local worlds = require("worlds")

local text = telling.text

--- How many worlds are shown in full, and in how many each rule must decide something, or also the
--- rare ones.
local SHOWN <const>, ENOUGH <const>, MANY <const> = 3, 500, 3000

-- Showing ------------------------------------------------------------------

local PARTS <const> = { "events", "codes", "abilities", "laws", "checks", "definitions" }

local function show(world)
  for _, part in ipairs(PARTS) do
    for name, declared in strata.sorted_pairs(world.spec[part]) do
      print(("  %s %s %s"):format(part, name, text(declared)))
    end
  end
  print("  play " .. text(world.spec.play))
  for _, card in ipairs(world.cards) do
    print("  card " .. text(card))
  end
  compare.play(strata, world, {}, function(step, got, want)
    print("  step " .. text(step))
    for i = 1, math.max(#got, #want) do
      local is_same = got[i] == want[i]
      print((is_same and "    both    " or "    engine  ") .. (got[i] or "nothing"))
      if not is_same then
        print("    judge   " .. (want[i] or "nothing"))
      end
    end
  end)
end

-- Shrinking ----------------------------------------------------------------

--- What a world shows: a difference without numbers, or nil.
local function difference(world)
  local ok, found = pcall(compare.play, strata, world, {})
  return ok and found and found:gsub("%d+", ""):match("^[^:]*") or nil
end

local function report(seed, found)
  print(("seed %d: %s"):format(seed, found))
  local world = worlds.world(seed)
  local first = difference(world)
  if first == nil then
    return
  end
  shrink.world(world, function()
    return difference(world) == first
  end)
  show(world)
end

-- Counting -----------------------------------------------------------------

--- False if so many steps were given up that the worlds tell little.
local function few_given_up(counts)
  local is_few = 10 * (counts.given_up or 0) <= (counts.steps or 0)
  if not is_few then
    print("  given up: more than one of ten steps")
  end
  return is_few
end

--- False if some rule decides nothing in any of so many worlds, unless they are too few to tell.
local function enough(counts, count)
  local fine = true
  for _, rule in ipairs(compare.RULES) do
    print(("  %-44s %d"):format(rule, counts[rule] or 0))
    local is_due = count >= (compare.RARE[rule] and MANY or ENOUGH)
    if is_due and (counts[rule] or 0) == 0 then
      print("  decides nothing: " .. rule)
      fine = false
    end
  end
  return fine
end

--- How many of so many worlds show a difference.
local function differences_of(count, first, counts)
  local differences = 0
  for seed = first, first + count - 1 do
    local ok, found = xpcall(compare.play, debug.traceback, strata, worlds.world(seed), counts)
    if not ok or found then
      differences = differences + 1
      if differences <= SHOWN then
        report(seed, found)
      end
    end
    if seed % 500 == 0 then
      collectgarbage()
    end
  end
  return differences
end

local function main(count, first)
  local counts = {}
  local differences = differences_of(count, first, counts)
  print(
    ("%d worlds, %d steps, %d given up, %d differences"):format(
      count,
      counts.steps or 0,
      counts.given_up or 0,
      differences
    )
  )
  local fine = few_given_up(counts)
  return enough(counts, count) and fine and differences == 0 and count > 0
end

os.exit(main(telling.count(arg[1], arg[3], 1000), telling.number(arg[2], 1)), true)
