--- A random game as a scenario: it can be started, continued by moves, and replayed.
local game_failures = require("strata.explore.game_failures")
local move_text = require("strata.explore.move_text")
local random_answers = require("strata.explore.random_answers")
local smoke = require("strata.explore.smoke")
local engine_soundness = require("strata.scenario.engine_soundness")
local scenario = require("strata.scenario.scenario")
local scenario_reader = require("strata.scenario.scenario_reader")
local steps = require("strata.stage.steps")

local M = {}

--- The stage of a game before its first move; or nil and the failure of its setup.
function M.begin(game, given)
  local item = { word = "scenario", given = given, path = "?", line = 0 }
  local is_fine, stage = pcall(function()
    local fields = { name = given.name, players = given.players, setup = given.setup }
    fields.sound = true
    item.given = fields
    local begun = scenario.begin(game, scenario_reader.read(game, item))
    begun.is_played = true
    return begun
  end)
  if not is_fine then
    return nil, game_failures.of_setup(stage)
  end
  local trouble = game_failures.trouble_of(stage, nil)
  return not trouble and stage or nil, trouble
end

--- A step with more answers than this is one that never ends.
local TOLD <const> = engine_soundness.MOST_ASKED - 1

--- A move as a step that has all answers given to its decisions, so that replaying it asks nothing.
local function answered(step, answers)
  local done, count = {}, answers.used or 0
  for key, value in next, step do
    done[key] = value
  end
  local is_told = count > 0 and count <= TOLD
  done.answers = is_told and table.move(answers, 1, count, 1, {}) or nil
  return done
end

---@class strata.Moved what came of a move
---@field step? table as it was done; nil if it cannot be done
---@field trouble? strata.Trouble

local function answers_of(step)
  return table.move(step.answers or {}, 1, #(step.answers or {}), 1, {})
end

--- Make a move on a stage.
function M.make(stage, step, count, invent)
  local answers, plain = answers_of(step), answered(step, {})
  local is_said, compiled = pcall(function()
    return scenario_reader.step(stage.game, move_text.spoken(stage.game, plain))
  end)
  if not is_said then
    return {}
  end
  local answering = random_answers.answering(answers, invent)
  local judged = engine_soundness.step(stage, compiled, count, answering)
  local trouble = judged.refused and not judged.unsound and game_failures.refusal(judged.refused)
    or game_failures.trouble_of(stage, judged)
  if judged.refused and not trouble then
    return {}
  end
  return { step = answered(step, answers), trouble = trouble or nil }
end

--- Replay a move without checking the engine. Returns the stage after it, which is a copy of the
--- stage before it if the move cannot be done, and the move.
local function make_again(stage, step)
  local before, answers = engine_soundness.copy(stage, stage.world:fork()), answers_of(step)
  local is_done, problem = pcall(function()
    local spoken = move_text.spoken(stage.game, answered(step, {}))
    local compiled = scenario_reader.step(stage.game, spoken)
    random_answers.answering(answers, smoke.first_answer)(stage)
    steps.play(stage, compiled)
  end)
  if is_done then
    return stage, { step = answered(step, answers), trouble = game_failures.trouble_of(stage, nil) }
  end
  local trouble = game_failures.refusal(problem)
  if trouble then
    return stage, { step = answered(step, answers), trouble = trouble }
  end
  return before, {}
end

--- Replay a game. Returns the moves that could be done, up to the failing one, and the failure, or
--- nil if it does not fail. Invariants are checked after the last move only, where the failure was
--- found.
function M.replay(game, given, is_unsound)
  local stage, trouble = M.begin(game, given)
  local done = { name = given.name, players = given.players, setup = given.setup, steps = {} }
  if not stage then
    return done, trouble
  end
  for place, step in ipairs(given.steps) do
    local moved
    if is_unsound and place == #given.steps then
      moved = M.make(stage, step, -1, smoke.first_answer)
    else
      stage, moved = make_again(stage, step)
      engine_soundness.read(stage)
    end
    done.steps[#done.steps + 1] = moved.step
    if moved.trouble then
      return done, moved.trouble
    end
  end
  return nil, nil
end

return M
