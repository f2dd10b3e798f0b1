--- Random small worlds played in many ways, of which each must give the same questions, log,
--- state and hash after each action: with caches or without, going on or running again, saved and
--- loaded, forked, recorded.
---
---   lua5.4 ways.lua <count> [first seed] [count of a full run]

local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/?.lua;" .. here .. "/../support/?.lua;" .. package.path

local sides = require("sides")
local strata = require("strata")
local telling = require("telling")
local worlds = require("worlds")

local TUNED <const> = { "classes", "sums", "updates", "answers", "sets" }

local function tuned(how)
  return function(engine)
    for _, what in ipairs(TUNED) do
      engine.world:tune(what, how)
    end
  end
end

--- Each is called before each action and each answer.
local WAYS <const> = {
  {
    name = "run again",
    turn = function(engine)
      engine.world:tune("answers", "never")
    end,
  },
  { name = "never tuned", turn = tuned("never") },
  { name = "always tuned", turn = tuned("always") },
  {
    name = "without caches",
    turn = function(engine)
      engine.world:drop_caches()
    end,
  },
  {
    name = "saved and loaded",
    turn = function(engine)
      engine:go_on_in(engine.rules:load(engine.world:save(), engine.options))
    end,
  },
  {
    name = "forked",
    turn = function(engine)
      engine:go_on_in(engine.world:fork())
    end,
  },
  {
    name = "taken back",
    turn = function(engine)
      local mark = engine.world:mark()
      pcall(engine.world.act, engine.world, "ping", { who = engine:find("p1") })
      engine.world:rollback(mark)
    end,
  },
}

--- All lines of a world that is played in a way.
local function lines_of(world, turn)
  local engine, all = sides.engine(strata, world, turn), {}
  for _, step in ipairs(world.steps) do
    local is_there = engine:find(step.with.who) and (not step.source or engine:find(step.source))
    local done, lines = true, {}
    if is_there then
      done, lines = engine:act(step)
    end
    table.move(lines, 1, #lines, #all + 1, all)
    all[#all + 1] = engine.world:hash()
    if not done then
      break
    end
  end
  return all
end

local NAMES <const> = { "so", "plain" }

local function difference(world)
  local want = lines_of(world)
  for _, way in ipairs(WAYS) do
    local found = telling.first_difference(way.name, NAMES, lines_of(world, way.turn), want)
    if found then
      return found, #want
    end
  end
  return nil, #want
end

io.stdout:setvbuf("line")

local function main(count, first)
  local differences, lines = 0, 0
  for seed = first, first + count - 1 do
    local world = worlds.world(seed)
    world.spec.play.always_ask = seed % 2 == 0 or nil
    local found, told = difference(world)
    lines = lines + told
    if found then
      differences = differences + 1
      print(("seed %d: %s"):format(seed, found))
    end
    if seed % 100 == 0 then
      collectgarbage()
    end
  end
  print(
    ("%d worlds in %d ways, %d lines, %d differences"):format(count, #WAYS, lines, differences)
  )
  return differences == 0 and lines > 0
end

os.exit(main(telling.count(arg[1], arg[3], 100), telling.number(arg[2], 1)), true)
