--- Plays scenarios: performs their setup and steps, and reports the expectations that were not met.
local lists = require("strata.base.lists")
local expect = require("strata.scenario.expect")
local engine_soundness = require("strata.scenario.engine_soundness")
local properties = require("strata.scenario.properties")
local scenario_reader = require("strata.scenario.scenario_reader")
local course_steps = require("strata.stage.course_steps")
local stage_module = require("strata.stage.stage")
local step_objects = require("strata.stage.step_objects")
local steps = require("strata.stage.steps")

local M = {}

--- Of how many of its newest actions a stage gives accounts.
local REMEMBERED <const> = 256

--- Setup: all objects are made, then each enters in order, so that it may be on a later one.
local function set_up(stage, scenario)
  local made = {}
  for i, fields in ipairs(scenario.objects) do
    made[i] = stage:make(fields.card, fields)
  end
  for i, fields in ipairs(scenario.objects) do
    step_objects.settle(stage, made[i], fields)
  end
  stage.world:commit()
end

local function message_of(problem)
  if type(problem) == "table" and problem.refused then
    return problem.refused
  end
  return tostring(problem)
end

local function nothing() end

--- Do one step; what went wrong, or nil.
local function do_step(stage, step, is_sound)
  if not is_sound then
    local is_fine, problem = pcall(steps.play, stage, step)
    return not is_fine and message_of(problem) or nil
  end
  local judged = engine_soundness.step(stage, step, -1, nothing)
  if judged.unsound then
    return engine_soundness.said(judged.unsound)
  end
  return judged.refused and message_of(judged.refused)
end

--- What the pack says of every game and does not hold now, as a failure; nil if all does.
local function broken(stage)
  local property, message = properties.broken(stage.game.properties, stage)
  return property and properties.said(property, message)
end

--- Play one step; the message of what went wrong, or nil.
local function play_step(stage, step, scenario, lines, failures)
  if step.verb == "check" then
    expect.check(stage, lines, step.name, failures)
    return nil
  end
  local problem = do_step(stage, step, scenario.sound) or broken(stage)
  return problem and ("step %s (%s): %s"):format(step.place or "?", step.verb, problem)
end

--- An empty stage. One that is to be sound has limits.
local function new_stage(game, scenario)
  local options = scenario.sound and engine_soundness.WORLDS or nil
  local stage = stage_module.new(game, scenario.players, scenario.values, options)
  stage.most_asked = scenario.sound and engine_soundness.MOST_ASKED or nil
  course_steps.begin(stage, scenario.steps, scenario.sound)
  return stage
end

--- A stage on which a scenario's setup has happened, and nothing else. Raises if it cannot.
---@param game strata.Game
---@param scenario strata.Scenario
---@return strata.Stage
function M.begin(game, scenario)
  local stage = new_stage(game, scenario)
  set_up(stage, scenario)
  return stage
end

---@class strata.Failure
---@field line string what was expected
---@field message string what is the case
---@field why? string

--- A stage on which a scenario's setup and steps have happened; checks are left out.
---@param game strata.Game
---@param scenario strata.Scenario
---@param remembers? boolean so that accounts of its newest actions can be given
---@param records? boolean
---@return strata.Stage
---@return strata.Record|nil
function M.stage(game, scenario, remembers, records)
  local stage = stage_module.new(game, scenario.players, scenario.values)
  course_steps.begin(stage, scenario.steps)
  if remembers then
    stage.world:remember(REMEMBERED)
  end
  local record = records and stage.world:record() or nil
  set_up(stage, scenario)
  for place, step in ipairs(scenario.steps) do
    local problem = step.verb ~= "check" and do_step(stage, step) or nil
    if problem then
      error(("%s: step %d (%s): %s"):format(scenario.name, place, step.verb, problem), 0)
    end
  end
  return stage, record
end

--- Do what a step says, which stands in no file. Raises if it cannot be done.
---@param stage strata.Stage
---@param step table
function M.act(stage, step)
  local compiled = scenario_reader.step(stage.game, step, stage.order)
  local is_fine, problem = pcall(steps.play, stage, compiled)
  if not is_fine then
    error(message_of(problem), 0)
  end
end

local IDLE <const> = "it passes without its steps: all lines hold right after the setup; add a line"
  .. " that the steps make true, or say unchanged = true if nothing is to change"

--- Whether the steps of a scenario are to change what its lines say.
local function is_about_steps(scenario)
  for _, step in ipairs(scenario.steps) do
    if step.verb == "refused" then
      return false -- that is what it tests
    end
  end
  return #scenario.steps > 0 and #scenario.expect > 0 and not scenario.sound
end

--- Whether all lines hold before any step is done, so that the steps make none of them true.
local function all_hold(stage, scenario)
  for _, line in ipairs(scenario.expect) do
    if not expect.holds(stage, line) then
      return false
    end
  end
  return true
end

-- Rows of the log by which something has stood in the way of a step or was asked, so that what
-- stayed as it was has been tested.
local MET <const> =
  lists.set_of({ "cannot", "decided", "placed", "prevented", "replaced", "triggered" })

local function has_met(stage)
  for row in stage.world:log() do
    if MET[row.what] then
      return true
    end
  end
  return false
end

--- Do the setup; the message of what went wrong, or nil.
local function begin(stage, scenario)
  local is_fine, message = pcall(set_up, stage, scenario)
  if not is_fine then
    return "setup: " .. message_of(message)
  end
  local odd = broken(stage)
  if odd then
    return "setup: " .. odd
  elseif scenario.unchanged and not all_hold(stage, scenario) then
    return "unchanged: not all lines hold right after the setup; leave the field out"
  end
  return nil
end

--- Play all steps; the message of what went wrong, or nil; and whether all lines held all the time.
local function play_steps(stage, scenario, lines, failures)
  local is_idle = is_about_steps(scenario) and all_hold(stage, scenario)
  for place, step in ipairs(scenario.steps) do
    step.place = place
    local wrong = play_step(stage, step, scenario, lines, failures)
    if wrong then
      return wrong, false
    end
    is_idle = is_idle and (place == #scenario.steps or all_hold(stage, scenario))
  end
  return nil, is_idle
end

--- Play all of it on a stage; the message of what went wrong, or nil.
local function play_all(stage, scenario, lines, failures)
  local wrong, is_idle = begin(stage, scenario), false
  if not wrong then
    wrong, is_idle = play_steps(stage, scenario, lines, failures)
  end
  if not wrong and #stage.world:decisions() > 0 then
    wrong = "the last step leaves a question open; say steps { answer = ... }"
  end
  if wrong then
    return wrong
  end
  expect.check(stage, lines, nil, failures)
  return is_idle and not scenario.unchanged and not has_met(stage) and IDLE or nil
end

--- Reports failed handlers as failures of the test, although the game continued without them.
local function add_faults(stage, failures)
  for _, fault in ipairs(stage.world:faults()) do
    if fault.text then
      local message = ("handler '%s' has failed"):format(fault.handler)
      failures[#failures + 1] = { line = "", message = message, why = fault.text }
    end
  end
end

--- Play a scenario: what it expected and did not come out, none if all did.
---@param game strata.Game
---@param scenario strata.Scenario
---@param watch? fun(stage: strata.Stage, f: fun()) calls f, which plays it on the stage
---@param is_mutated? boolean lines are held against what they say when they are changed
---@return strata.Failure[]
function M.run(game, scenario, watch, is_mutated)
  local failures, lines = {}, scenario.expect
  local function fail(message)
    failures[#failures + 1] = { line = "", message = message }
    return failures
  end
  local stage = new_stage(game, scenario)
  stage.is_mutated = is_mutated
  local wrong
  local function act()
    wrong = play_all(stage, scenario, lines, failures)
    add_faults(stage, failures)
  end
  if watch then
    watch(stage, act)
  else
    act()
  end
  if wrong then
    fail(wrong)
  end
  return scenario.problem and fail("it expects nothing") or failures
end

return M
