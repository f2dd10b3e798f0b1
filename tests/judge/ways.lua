--- Random small worlds played in many ways, of which each must give the same questions, log,
--- state and hash after each action: with caches or without, going on or running again, saved and
--- loaded, forked, taken back.
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

--- Each is called before each action and each answer. Where an action runs again at an answer, no
--- answer goes on where the action waited.
local WAYS <const> = {
  {
    name = "run again",
    goes_on = false,
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
      pcall(function() -- what goes on and on is taken back, too
        if not engine:answer_open() then
          engine.world:act("ping", { who = engine:find("p1") })
        end
      end)
      engine.world:rollback(mark)
    end,
  },
}

--- All lines of a world that is played in a way, and how many answers went on.
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
  return all, engine.world:stats().resumed
end

local NAMES <const> = { "so", "plain" }

--- The first difference, how many lines there are, and how many answers went on in the plain way.
local function difference(world)
  local want, plain = lines_of(world)
  for _, way in ipairs(WAYS) do
    local got, resumed = lines_of(world, way.turn)
    local found = telling.first_difference(way.name, NAMES, got, want)
    if not found and way.goes_on == false and resumed > 0 then
      found = ("%s: %d answers went on"):format(way.name, resumed)
    end
    if found then
      return found, #want, plain
    end
  end
  return nil, #want, plain
end

io.stdout:setvbuf("line")

local function main(count, first)
  local differences, lines, resumed = 0, 0, 0
  for seed = first, first + count - 1 do
    local world = worlds.world(seed)
    world.spec.play.always_ask = seed % 2 == 0 or nil
    local found, told, plain = difference(world)
    lines, resumed = lines + told, resumed + plain
    if found then
      differences = differences + 1
      print(("seed %d: %s"):format(seed, found))
    end
    if seed % 100 == 0 then
      collectgarbage()
    end
  end
  print(
    ("%d worlds in %d ways, %d lines, %d answers that went on, %d differences"):format(
      count,
      #WAYS,
      lines,
      resumed,
      differences
    )
  )
  return differences == 0 and resumed > 0
end

os.exit(main(telling.count(arg[1], arg[3], 100), telling.number(arg[2], 1)), true)
