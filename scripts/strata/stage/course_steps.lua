--- Steps about the course of a game, for rules that declare it: the engine goes on with it.
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local stage_module = require("strata.stage.stage")
local scripted_answers = require("strata.stage.scripted_answers")
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

-- -- The tree of periods -----------------------------------------------------

--- The place of a period in the list of all, in which each stands behind the one around it.
local function place_of(stage, name)
  for place, period in ipairs(stage.game.kinds.course) do
    if period[1] == name then
      return place
    end
  end
  return nil
end

--- The name of a period that a step calls, which may be a former one. Nil and what is wrong if
--- there is none.
local function period_named(game, verb, said)
  local names, name = {}, type(said) == "string" and slugs.of(said)
  for place, period in ipairs(game.kinds.course) do
    names[place] = period[1]
  end
  if name and not lists.includes(names, name) then
    name = slugs.of(game.files.renames:present(said) or said)
  end
  if lists.includes(names, name) then
    return name
  end
  local hint = spelling.hint(tostring(name or said), names)
  return nil, ("%s: no period '%s'%s"):format(verb, tostring(said), hint)
end

local function named(stage, verb, said)
  local name, problem = period_named(stage.game, verb, said)
  return name or error(problem, 0)
end

--- What is wrong with the names that a step says which lets the course go on; nil if nothing is.
---@param game strata.Game
---@param step table as its file says it
---@param players string[]
---@return string|nil
function M.go_problem(game, step, players)
  if not M.has_course(game) then
    return nil -- phases of turns: see strata.stage.former_turns
  end
  local _, problem = period_named(game, "go", step.go)
  local is_known = step.of == nil or lists.includes(players, step.of)
  local form = "go: of: no player '%s'; there are %s"
  return problem or not is_known and form:format(tostring(step.of), table.concat(players, ", "))
    or nil
end

--- The period that comes behind another one by the order of the rules.
local function behind(course, place)
  local within = course[place].within
  for next = place + 1, #course do
    if course[next].within == within then
      return next
    end
  end
  if not within then
    return 1
  end
  for outer = place - 1, 1, -1 do
    if course[outer][1] == within then
      return behind(course, outer)
    end
  end
end

--- The period that comes next by the order of the rules: the first inside of the one that has just
--- begun, or the one behind it.
local function coming(stage)
  local course, open = stage.game.kinds.course, stage.world:course()
  if #open == 0 then
    return 1
  end
  local place = place_of(stage, open[#open].period)
  local inner = course[place + 1]
  return inner and inner.within == course[place][1] and place + 1 or behind(course, place)
end

-- -- Going on ----------------------------------------------------------------

--- Notes which rows of the log a turn has that has begun.
local function note_turn(stage)
  local number = M.turn_number(stage)
  if not number or number <= stage.turn then
    return
  end
  local newest = stage:newest_row()
  stage.turn_rows[stage.turn].last = newest
  for turn = stage.turn + 1, number do
    stage.turn_rows[turn] = { after = newest }
  end
  stage.turn = number
end

--- Call `act` with the stage; if it fails, the world and the rows of the turns are as before.
local function or_take_back(stage, act, ...)
  local mark, turn = stage.world:mark(), stage.turn
  local is_fine, message = pcall(act, stage, ...)
  if is_fine then
    return
  end
  stage.world:rollback(mark)
  stage:follow()
  for after = turn + 1, stage.turn do
    stage.turn_rows[after] = nil
  end
  stage.turn, stage.turn_rows[turn].last = turn, nil
  error(message, 0)
end

--- Let the course go on by one period: the next one, or `into`.
local function advance(stage, going, into)
  local ended = stage.world:ended()
  if ended then
    local form = "%s: the game is over: it ended in action %d"
    stage_module.refuse(form, going.step.verb, ended)
  end
  step_events.run(stage, going.step.answers, function()
    stage.world:advance(into)
  end, going)
  note_turn(stage)
end

--- Do what a step says by going on as often as it takes; all its answers have to be asked for.
local function along(act)
  return function(stage, step)
    local going = { step = step, used = 0 }
    M.begin(stage, { step })
    if #stage.world:course() == 0 then
      error(step.verb .. ": the game has not begun; begin it by start = \"A\"", 0)
    end
    act(stage, step, going)
    if #(step.answers or {}) > going.used then
      scripted_answers.give(stage, table.move(step.answers, going.used + 1, #step.answers, 1, {}))
    end
    return "settled"
  end
end

--- The number of the turn, if the rules number them.
---@param stage strata.Stage
---@return integer|nil
function M.turn_number(stage)
  local number = stage.game.kinds.turn_number
  return number and stage.world:eval(number)
end

local function somebody_acts(stage)
  local attribute = stage.game.kinds.play.acting
  return attribute == nil or #stage.world:select("it." .. attribute) > 0
end

-- -- The beginning -----------------------------------------------------------

--- The event that begins the game happens, and all settles in this mode.
local function start(stage, step, player, settling)
  local event = stage.game.kinds.play.starts
  local field = stage.game.kinds.events[event].affected
  step_events.run(stage, step.answers, function()
    local _, why = stage.world:act(event, { [field] = player }, { settling = settling })
    if why then
      stage_module.refuse("start: %s", why)
    end
  end)
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
  start(stage, step, stage:player(step[1]), "all")
  return "settled"
end

--- { concede = "B" }: the player concedes. Once the game is over that is refused.
---@param stage strata.Stage
---@param step table
---@return "settled"
function M.concede(stage, step)
  local player = stage:player(step[1])
  step_events.run(stage, step.answers, function()
    stage.world:concede(player)
  end)
  return "settled"
end

-- The verbs that go along the course.
local GOES <const> = lists.set_of({ "await", "cleanup", "end_turn", "go", "phase" })

--- The first of the steps that goes along the course; true if one of them begins the game.
local function first_going(steps)
  local first
  for _, step in ipairs(steps) do
    local own = step.verb == "refused" and step[1] or step
    if own.verb == "start" then
      return true
    end
    first = first or (GOES[own.verb] and own or nil)
  end
  return first
end

--- Whether a step goes to a period of the first turn in which nobody has acted yet.
local function is_early(stage, step)
  local course, place = stage.game.kinds.course, nil
  if step.verb == "go" and (step.turn or 1) == 1 and not step.of then
    place = place_of(stage, named(stage, "go", step[1]))
  end
  for before = 1, place or 0 do
    if course[before].acts then
      return false
    end
  end
  return place ~= nil and course[place].within ~= nil
end

--- Whether an event is that by which a period begins: its fields that are the same each time are.
local function begins_by(period, deed)
  local first = period.within and period.begins and period.begins[1]
  if not first or first[1] ~= "emit" or first[2] ~= deed[2] then
    return false
  end
  for field, text in host.sorted_pairs(first.with) do
    if text:match("^'.*'$") and deed.with[field] ~= text then
      return false
    end
  end
  return true
end

local function add_made(stage, step, made)
  local own = step.verb == "refused" and step[1] or step
  for _, deed in ipairs(own.happens and own.happens.deeds or {}) do
    for _, period in ipairs(stage.game.kinds.course) do
      made[period[1]] = made[period[1]] or begins_by(period, deed) or nil
    end
  end
end

--- The periods whose beginning steps make themselves, as by emit = phase_begins { ... }.
local function made_by(stage, steps)
  local made = {}
  for _, step in ipairs(steps) do
    add_made(stage, step, made)
  end
  return made
end

--- Whether the rules have a course that has not begun, and an event that begins it.
---@param stage strata.Stage
---@return boolean
local function is_to_begin(stage)
  local kinds = stage.game.kinds
  local starts = kinds.course and kinds.play and kinds.play.starts
  return starts ~= nil and #stage.world:course() == 0
end
M.is_to_begin = is_to_begin

--- Begin the game where a scenario begins that does not say how: with the first player, in the
--- period in which somebody acts first; or before it, if the first of the steps that go along the
--- course goes to such a period. What its steps make themselves the course leaves out.
---@param stage strata.Stage
---@param steps table[] that follow
---@param is_open? boolean more may follow, so that they decide nothing but whether it begins
function M.begin(stage, steps, is_open)
  local first = first_going(steps)
  if first == true or not is_to_begin(stage) then
    return
  end
  local is_before = first and not is_open and is_early(stage, first)
  start(stage, {}, stage:player(), is_before and "checks" or "all")
  if is_before then
    advance(stage, { step = { verb = "start" } })
  end
  stage.made = made_by(stage, is_open and {} or steps)
  stage.turn_rows[1].after = stage:newest_row()
end

-- -- The steps ---------------------------------------------------------------

local function is_open(stage, name)
  for _, row in ipairs(stage.world:course()) do
    if row.period == name then
      return true
    end
  end
  return false
end

--- Whether a period of this name has just begun, of this player if one is given.
local function is_there(stage, name, player)
  local open = stage.world:course()
  local row = open[#open]
  return row ~= nil and row.period == name and (player == nil or row.player == player)
end

--- The periods that a step on its way to one leaves out: those of its list, and those that steps
--- make themselves.
local function left_out(stage, step, wanted)
  local skip, left = step.skip, lists.copied(stage.made)
  for _, name in ipairs(type(skip) == "table" and skip or { skip }) do
    left[named(stage, "go: skip", name)] = true
  end
  left[wanted] = nil
  return left
end

--- Go on by one period, past those that are left out.
local function advance_past(stage, going, skip)
  local course, place = stage.game.kinds.course, coming(stage)
  if not skip[course[place][1]] then
    return advance(stage, going)
  end
  for _ = 1, #course do
    place = skip[course[place][1]] and behind(course, place) or place
  end
  return advance(stage, going, course[place][1])
end

--- The turn to which a step goes: this one, unless it says another. Nil if it is told by whose the
--- period is, or the rules do not number turns.
local function target_of(stage, step)
  local number = M.turn_number(stage)
  if step.turn and not number then
    local form = "go: turn: these rules do not number turns; say course { number = ... } there, or"
      .. " of = \"B\" here"
    error(form, 0)
  elseif step.turn and step.turn < number then
    error(("go: %s of turn %d is past"):format(step[1], step.turn), 0)
  end
  return not step.of and number and (step.turn or number) or nil
end

--- Go on, period by period, to one of a turn or of a player.
local function go_to(stage, going, name, player, target)
  local skip = left_out(stage, going.step, name)
  for _ = 1, MOST_PERIODS do
    advance_past(stage, going, skip)
    local turn = target and M.turn_number(stage)
    if turn == target and is_there(stage, name, player) then
      return
    elseif target and turn > target then
      error(("go: %s of turn %d is past, or does not come"):format(name, target), 0)
    end
  end
  stage_module.refuse("go: %s does not come, in %d periods", name, MOST_PERIODS)
end

--- Let the course go on until a period begins: { go = "upkeep", of = "B" }, { go = "upkeep",
--- turn = 3 }. If it does not come all is as it was.
M.go = along(function(stage, step, going)
  local name, player = named(stage, "go", step[1]), step.of and stage:player(step.of)
  local target = target_of(stage, step)
  local is_here = target and target == M.turn_number(stage) and is_open(stage, name)
  if not is_here then
    or_take_back(stage, go_to, going, name, player, target)
  end
end)

--- The place of the turn among the open periods: the outermost period that has a player. A round
--- has none. If no period has one, the outermost.
local function turn_place(open)
  for place, row in ipairs(open) do
    if row.player then
      return place
    end
  end
  return 1
end

--- Past this turn, to where somebody may act: { end_turn = true }.
M.end_turn = along(function(stage, _, going)
  local has_begun, place = false, turn_place(stage.world:course())
  for _ = 1, MOST_PERIODS do
    advance_past(stage, going, stage.made)
    has_begun = has_begun or #stage.world:course() <= place
    if has_begun and somebody_acts(stage) then
      return
    end
  end
  stage_module.refuse("end_turn: nobody may act, in %d periods", MOST_PERIODS)
end)

--- What is wrong with a step that waits; nil if nothing is.
---@param game strata.Game
---@return string|nil
function M.await_problem(game)
  return not M.has_course(game)
      and "await: these rules declare no course that could go on; say course { period { ... } } in"
        .. " the file of events"
    or nil
end

--- Whether the line of a step holds now, and what is the case. One that cannot be judged yet, as of
--- an object that is not there, does not.
local function judged(stage, step)
  local is_fine, holds, got = pcall(step.judge, stage)
  if is_fine then
    return holds, got
  elseif type(holds) == "table" and holds.refused then
    return false, holds.refused
  end
  error(holds, 0)
end

--- Where the course is: "upkeep of B, turn 3".
local function said_place(stage)
  local open, number = stage.world:course(), M.turn_number(stage)
  local row = open[#open]
  local whose = row and row.player and stage:player_name(row.player)
  local period = (row and row.period or "no period") .. (whose and " of " .. whose or "")
  return period .. (number and ", turn " .. number or "")
end

--- Go on, period by period, until the line of a step holds.
local function go_until(stage, going)
  local step, got = going.step, nil
  local most = step.most or MOST_PERIODS
  for passed = 0, most do
    local holds
    holds, got = judged(stage, step)
    if holds then
      return
    elseif stage.world:ended() then
      local form = "await: '%s' did not hold before the game ended: it is %s, in %s"
      stage_module.refuse(form, step[1], got, said_place(stage))
    elseif passed < most then
      advance_past(stage, going, stage.made)
    end
  end
  local form = "await: '%s' does not hold in %d periods: it is %s in %s"
  stage_module.refuse(form, step[1], most, got, said_place(stage))
end

--- Let the course go on until something holds, which a line says as in `expect`: { await =
--- "A life < 10", most = 20 }. If it does not come to hold all is as it was.
M.await = along(function(stage, _, going)
  or_take_back(stage, go_until, going)
end)

--- Let a period begin now, and what is around it.
local function advance_into(stage, going, name)
  local within = stage.game.kinds.course[place_of(stage, name)].within
  if within and not is_open(stage, within) then
    advance_into(stage, going, within)
  end
  advance(stage, going, name)
end

--- A period begins now, whatever would come before it: { phase = "upkeep" }.
M.phase = along(function(stage, step, going)
  advance_into(stage, going, named(stage, "phase", step[1]))
end)

--- The last period of the turn begins now, in which ends what lasts until then (514.2):
--- { cleanup = true }.
M.cleanup = along(function(stage, _, going)
  local open, last = stage.world:course(), nil
  local turn = open[turn_place(open)].period
  for _, period in ipairs(stage.game.kinds.course) do
    last = period.within == turn and period[1] or last
  end
  if not last then
    error(("cleanup: the period '%s' has no others in it"):format(turn), 0)
  elseif not is_open(stage, last) then
    advance(stage, going, last)
  end
end)

return M
