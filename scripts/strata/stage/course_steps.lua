--- Steps about the course of a game, for rules that declare it: the engine goes on with it.
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local stage_module = require("strata.stage.stage")
local step_events = require("strata.stage.step_events")

local M = {}

-- So many periods come before one that is thought not to come.
local MOST_PERIODS <const> = 1000

--- Whether the rules declare the course of the game.
---@param game strata.Game
---@return boolean
function M.has_course(game)
  return game.kinds.course ~= nil
end

--- What is wrong with a step that begins the game; nil if nothing is.
---@param game strata.Game
---@return string|nil
function M.start_problem(game)
  local play = game.kinds.play
  return not (play and play.starts)
      and "start: these rules name no event that begins a game; say play { starts = ... }"
    or nil
end

--- { start = "A" }: the game begins, with this player.
---@param stage strata.Stage
---@param step table
---@return "settled"
function M.start(stage, step)
  local problem = M.start_problem(stage.game)
  if problem then
    error(problem, 0)
  end
  local event = stage.game.kinds.play.starts
  local field = stage.game.kinds.events[event].affected
  step_events.run(stage, step.answers, function()
    local _, why = stage.world:act(event, { [field] = stage:player(step[1]) })
    if why then
      stage_module.refuse("start: %s", why)
    end
  end)
  return "settled"
end

--- The name of a period that a step calls, which may be a former one. Nil and what is wrong if
--- there is none.
---@param game strata.Game
---@param said any
---@return string|nil name
---@return string|nil problem
function M.period_named(game, said)
  local names, name = {}, type(said) == "string" and slugs.of(said)
  for place, period in ipairs(game.kinds.course) do
    names[place] = period[1]
  end
  if name and not lists.includes(names, name) then
    local now = game.files.renames:present(said)
    name = slugs.of(now or said)
  end
  if lists.includes(names, name) then
    return name
  end
  local form = "go: no period '%s'%s"
  return nil, form:format(tostring(said), spelling.hint(tostring(name), names))
end

--- What is wrong with the names that a step says which lets the course go on; nil if nothing is.
---@param game strata.Game
---@param step table as its file says it
---@param players string[]
---@return string|nil
function M.go_problem(game, step, players)
  if not M.has_course(game) then
    return nil -- phases of turns: see strata.stage.turns
  end
  local _, problem = M.period_named(game, step.go)
  local is_known = step.of == nil or lists.includes(players, step.of)
  local form = "go: of: no player '%s'; there are %s"
  return problem or not is_known and form:format(tostring(step.of), table.concat(players, ", "))
    or nil
end

--- Let the course go on by one period, which it does not when the game is over.
local function advance(stage, step, verb)
  local ended = stage.world:ended()
  if ended then
    stage_module.refuse("%s: the game is over: it ended in action %d", verb, ended)
  end
  step_events.run(stage, step.answers, function()
    stage.world:advance()
  end)
end

--- Whether a period of this name has just begun, of this player if one is given.
local function is_there(stage, name, player)
  local open = stage.world:course()
  local row = open[#open]
  return row ~= nil and row.period == name and (player == nil or row.player == player)
end

--- Let the course go on until a period begins: { go = "upkeep", of = "B" }.
---@param stage strata.Stage
---@param step table
---@return "settled"
function M.go(stage, step)
  local name, problem = M.period_named(stage.game, step[1])
  local player = step.of and stage:player(step.of)
  if problem then
    error(problem, 0)
  elseif step.turn or step.skip then
    error("go: the course of these rules has no turns by number; say whose it is, as of = \"B\"", 0)
  end
  for _ = 1, MOST_PERIODS do
    advance(stage, step, "go")
    if is_there(stage, name, player) then
      return "settled"
    end
  end
  return stage_module.refuse("go: %s does not come, in %d periods", name, MOST_PERIODS)
end

local function somebody_acts(stage)
  local attribute = stage.game.kinds.play.acting
  return attribute == nil or #stage.world:select("it." .. attribute) > 0
end

--- Into the next of the outermost periods, to where somebody may act.
---@param stage strata.Stage
---@param step table
---@return "settled"
function M.end_turn(stage, step)
  local has_begun = false
  for _ = 1, MOST_PERIODS do
    advance(stage, step, "end_turn")
    has_begun = has_begun or #stage.world:course() == 1
    if has_begun and somebody_acts(stage) then
      return "settled"
    end
  end
  return stage_module.refuse("end_turn: nobody may act, in %d periods", MOST_PERIODS)
end

return M
