--- Random games, on the engine and on the oracle: every value must be the same.
---
---   lua5.4 differential.lua <count> [first seed] [count of a full run]
---
--- The module `strata` is found by LUA_CPATH. The third number is for a run
--- with STRATA_TEST_FULL in the environment. Seeds are games: a difference is
--- found again by `differential.lua 1 <seed>`. The last line tells in how many
--- positions a rule decides anything; each must in one of twenty.

local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/?.lua;" .. here .. "/../support/?.lua;" .. package.path

local expr = require("expr")
local games = require("games")
local play = require("play")
local schema = require("schema")
local shares = require("shares")
local shrink = require("shrink")
local strata = require("strata")
local telling = require("telling")

--- Games shown in full; of how many the last position is looked at closely; and
--- how many of those make a share mean something, which is to be at least so many
--- percent.
local SHOWN <const>, ONE_IN <const>, ENOUGH <const>, LEAST <const> = 3, 4, 500, 5

-- Showing ------------------------------------------------------------------

--- What the oracle notes of clauses is nothing that they say.
local NOTES <const> = { by_layer = true, reads = true, writes = true }

--- An expression as the engine reads it; nil of anything else.
local function expression(v)
  local ok, said = expr.is_node(v[1]), nil
  if ok then
    ok, said = pcall(expr.print, v, function(n)
      return "#" .. n
    end)
  end
  return ok and ("[%s]"):format(said) or nil
end

--- Any plain value as text, with its keys in order.
local function text(v)
  return telling.text(v, expression, NOTES)
end

local function show_pool(pool)
  for _, part in ipairs({ "abilities", "definitions", "laws" }) do
    local keys = {}
    for key in pairs(pool[part]) do
      keys[#keys + 1] = key
    end
    table.sort(keys)
    for _, key in ipairs(keys) do
      print(("  %s %s %s"):format(part, key, text(pool[part][key])))
    end
  end
end

-- Shrinking ----------------------------------------------------------------

--- What differs in a game, with rules made anew; nil if nothing does, or if the
--- game cannot be played as it stands.
local function differs(game, list)
  local s = schema.new(game.kind, game.pool)
  local again = { kind = game.kind, pool = game.pool, schema = s }
  local ok, found, step = pcall(function()
    return play.run(strata, s, games.rules(strata, again), list)
  end)
  return ok and found or nil, step
end

--- Of what a difference is, without numbers.
local function sort_of(found)
  return found and found:match("^[^:]*"):gsub("%d+", "")
end

local function smallest(game)
  local first = sort_of(differs(game, game.list))
  local function is_bad(list)
    return sort_of(differs(game, list)) == first
  end
  local list = shrink.list(game.list, is_bad)
  local function still()
    return is_bad(list)
  end
  shrink.effects(list, still)
  if game.pool then
    shrink.pool(game.pool, still)
  end
  return shrink.list(list, is_bad)
end

local function report(game, seed, found)
  print(("seed %d (%s): %s"):format(seed, game.kind.kind, found))
  if not differs(game, game.list) then
    print("  not found again with rules made anew")
    return
  end
  local small = smallest(game)
  local still, step = differs(game, small)
  if game.pool then
    show_pool(game.pool)
  end
  print(("  in %d operations, at %d: %s"):format(#small, step or 0, still or "gone"))
  for i, op in ipairs(small) do
    print(("  %2d %s"):format(i, text(op)))
  end
end

-- Counting -----------------------------------------------------------------

--- False if some rule decides too few positions for the games to try it.
local function enough(counts)
  local fine = true
  for _, rule in ipairs(shares.RULES) do
    local share = 100 * counts[rule] / math.max(counts.games, 1)
    if counts.games >= ENOUGH and share < LEAST then
      print(("%s decides only %.1f %%"):format(rule, share))
      fine = false
    end
  end
  return fine
end

local function main(count, first)
  local differences, operations, counts = 0, 0, shares.new()
  for seed = first, first + count - 1 do
    if (seed - first) % 1000 == 0 then
      games.forget()
      collectgarbage()
    end
    local game = games.game(seed)
    operations = operations + #game.list
    local rules = games.rules(strata, game)
    local found, _, world = play.run(strata, game.schema, rules, game.list)
    if found then
      differences = differences + 1
      if differences <= SHOWN then
        report(game, seed, found)
      end
    elseif game.pool and seed % ONE_IN == 0 then
      shares.count(counts, world)
    end
  end
  print(("%d sequences, %d operations, %d differences"):format(count, operations, differences))
  print(shares.text(counts) or "no positions of cards")
  return enough(counts) and differences == 0 and count > 0
end

os.exit(main(telling.count(arg[1], arg[3], 1000), telling.number(arg[2], 1)), true)
