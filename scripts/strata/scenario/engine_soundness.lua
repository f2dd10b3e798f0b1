--- Invariants: what must hold after every step of every game, whatever its packs declare.
---
--- A step is first performed and rolled back, then performed, and performed by a copy of the game.
--- The rollback must leave no change; both games must reach the same state, and so must a saved and
--- loaded game. All values are read in between, so that incrementally updated values are compared
--- with newly computed ones. A violation is an error of the engine, not of a pack.
local error_text = require("strata.base.error_text")
local host = require("strata.host")
local steps = require("strata.stage.steps")

local M = {}

---@class strata.Unsound
---@field law string which of the laws: "taken back", "copy", "reading", ...
---@field text string what differs

--- How a game is begun that is to be sound: what goes on so long in one action, or asks so often,
--- is thought to go on for ever.
M.WORLDS = { on_fault = "disable", event_limit = 2000 }
M.MOST_ASKED = 48

-- Ways to evaluate, none of which changes a value: see World:tune.
local WAYS <const> = {
  {},
  { "classes", "always" },
  { "classes", "never" },
  { "sums", "always" },
  { "sums", "never" },
}

local function unsound(law, form, ...)
  return { law = law, text = form:format(...) }
end

--- That a law does not hold, as a sentence.
---@param problem strata.Unsound
---@return string
function M.said(problem)
  return ("unsound, %s: %s"):format(problem.law, problem.text)
end

-- -- Copies of a stage ---------------------------------------------------------

--- The same entity in another world with the same past, also if it is gone.
local function counterpart(world, entity)
  return entity and host.entity_of(world, host.entity_handle(entity))
end

local function copied_object(world, object)
  local copy = {}
  for key, value in next, object do
    copy[key] = value
  end
  copy.entity, copy.before = counterpart(world, object.entity), counterpart(world, object.before)
  return copy
end

--- The same game with another world, which must be a copy of the stage's.
---@param stage strata.Stage
---@param world strata.World
---@return strata.Stage
function M.copy(stage, world)
  local copy = setmetatable({}, getmetatable(stage))
  for key, value in next, stage do
    copy[key] = value
  end
  copy.world, copy.the_game = world, counterpart(world, stage.the_game)
  copy.players, copy.objects, copy.ids, copy.turn_rows = {}, {}, {}, {}
  copy.asked, copy.tried = {}, table.move(stage.tried, 1, #stage.tried, 1, {})
  for name, player in next, stage.players do
    copy.players[name] = counterpart(world, player)
  end
  for place, object in ipairs(stage.objects) do
    copy.objects[place] = copied_object(world, object)
    copy.ids[object.id] = copy.objects[place]
  end
  for turn, rows in ipairs(stage.turn_rows) do
    copy.turn_rows[turn] = { after = rows.after, last = rows.last }
  end
  return copy
end

-- -- All values ----------------------------------------------------------------

--- All values of everybody, as texts in an order that worlds of one hash have in common.
---@param stage strata.Stage
---@return string[]
local function board(stage)
  local list, schema = {}, stage.game.schema
  for _, entity in ipairs(stage.world:entities()) do
    for _, name in ipairs(schema.order) do
      list[#list + 1] = tostring(entity[name])
    end
  end
  return list
end

--- What is the first value that differs between two boards; nil if none does.
local function difference(stage, one, other)
  local order = stage.game.schema.order
  for place = 1, math.max(#one, #other) do
    if one[place] ~= other[place] then
      local entity = stage.world:entities()[(place - 1) // #order + 1]
      local name = order[(place - 1) % #order + 1]
      local who = entity and (stage:id_of(entity) or tostring(entity)) or "somebody"
      return ("%s of %s is %s, and %s"):format(name, who, tostring(one[place]),
        tostring(other[place]))
    end
  end
  return nil
end

--- The board of a stage, which is read anew only if its world has changed.
local function known_board(stage)
  local hash = stage.world:hash()
  if not stage.board or stage.board.hash ~= hash then
    stage.board = { hash = hash, values = board(stage) }
  end
  return stage.board.values
end

--- Read all values, as each step of a game that is to be sound does.
---@param stage strata.Stage
function M.read(stage)
  known_board(stage)
end

-- -- The laws --------------------------------------------------------------------

--- Reading changes nothing.
local function check_reading(stage)
  local before = stage.world:hash()
  known_board(stage)
  local after = stage.world:hash()
  return before ~= after and unsound("reading", "the hash was %s before all values were read, "
    .. "and is %s now", before, after) or nil
end

local function check_same(law, stage, other, what)
  local hash, got = stage.world:hash(), other.world:hash()
  if hash ~= got then
    return unsound(law, "the hash is %s, and %s %s", hash, got, what)
  end
  local differs = difference(stage, known_board(stage), board(other))
  return differs and unsound(law, "%s %s", differs, what) or nil
end

-- Raised to take back what has been done.
local BACK <const> = {}

--- Try a step, read what has come of it, and take it back. Nil if it could be done, else why not.
local function tried(stage, step)
  local is_done = false
  stage.is_tried = true
  local _, problem = pcall(stage.world.action, stage.world, function()
    steps.play(stage, step)
    is_done = true
    board(stage)
    error(BACK, 0)
  end)
  return not is_done and problem or nil
end

--- Begin a step and give it up at its first decision: nothing of it may be left.
local function check_cancel(stage, step, scratch)
  scratch.meets = function()
    error(BACK, 0)
  end
  pcall(steps.play, scratch, step)
  if #scratch.world:decisions() > 0 then
    scratch.world:cancel()
  end
  return check_same("cancel", stage, scratch, "when its first decision is cancelled")
end

--- Whether a decision can be answered, and the reason if not. An option may be an entity that
--- exists only within the action.
local function check_decision(decision)
  local least, most, count = decision.least, decision.most, #decision.options
  local is_amount = decision.purpose == "number"
  local is_shared = decision.purpose == "divide" or decision.purpose == "allocate"
  if is_shared and (count == 0 or least * count > decision.total) then
    return unsound("decision", "%s: %d each of %d options, and %d in all", decision.purpose, least,
      count, decision.total)
  elseif not is_shared and (least > most or (least > count and not is_amount)) then
    return unsound("decision", "%s: from %d to %d of %d options", decision.purpose, least, most,
      count)
  end
  return nil
end

--- A world of what is saved of a stage's.
local function loaded_world(stage)
  return stage.game.rules:load(stage.world:save(), stage.options)
end

--- What a save becomes when it is loaded, evaluated in some ways.
local function check_loaded(stage, ways)
  local is_fine, world = pcall(loaded_world, stage)
  if not is_fine then
    local text = error_text.plain(world)
    return unsound("save", "what was saved cannot be loaded: %s", text)
  end
  local loaded = M.copy(stage, world)
  for _, way in ipairs(ways) do
    if way[1] then
      world:tune(way[1], way[2])
    end
    local what = way[1] and ("when it is saved, loaded and worked out anew, %s %s"):format(way[1],
      way[2]) or "when it is saved, loaded and worked out anew"
    local problem = check_same("values", stage, loaded, what)
    if problem then
      return problem
    end
    if way[1] then
      world:tune(way[1], "auto")
    end
  end
  return nil
end

-- -- A step -----------------------------------------------------------------------

---@class strata.Judged what came of a step
---@field refused? any why it could not be done: nothing has happened then
---@field unsound? strata.Unsound

--- A copy of a game: of its world, or of what is saved of it.
local function twin_of(stage, is_loaded)
  if not is_loaded then
    return M.copy(stage, stage.world:fork())
  end
  return M.copy(stage, loaded_world(stage))
end

--- Try a step on a copy. Returns why it cannot be done, and what is unsound.
local function judge_trial(stage, twin, step, prepare)
  local scratch, first, odd = M.copy(twin, twin.world), nil, nil
  prepare(scratch)
  scratch.meets = function(decision)
    first = first or decision
    odd = odd or check_decision(decision)
  end
  local refused = tried(scratch, step)
  local problem = odd or check_same("taken back", stage, scratch, "when the step is taken back")
  if not problem and not refused and first and not first.firm and step.happens then
    local again = M.copy(twin, twin.world)
    prepare(again)
    problem = check_cancel(stage, step, again)
  end
  return refused, problem
end

--- Try a step on each copy. Returns why it cannot be done, and what is unsound.
local function judge_trials(stage, twins, step, prepare)
  for _, twin in ipairs(twins) do
    local refused, problem = judge_trial(stage, twin, step, prepare)
    if refused or problem then
      return refused, problem
    end
  end
  return nil, nil
end

--- What an error says.
local function said_of(problem)
  return type(problem) == "table" and problem.refused or tostring(problem)
end

--- Let a copy that waits for an answer be saved, and go on with what is loaded.
local function reload(twin)
  local world = loaded_world(twin)
  local other = M.copy(twin, world)
  for _, field in ipairs({ "world", "the_game", "players", "objects", "ids" }) do
    twin[field] = other[field]
  end
end

--- Let a copy do what a stage has done.
local function check_copy(stage, twin, step, prepare)
  prepare(twin)
  if step.happens or step.verb == "settle" then
    twin.meets = function()
      reload(twin)
    end
  end
  local is_fine, message = pcall(steps.play, twin, step)
  if not is_fine then
    return unsound("copy", "a copy of the game cannot do it: %s", said_of(message))
  end
  return check_same("copy", stage, twin, "when a copy of the game does the same")
end

--- Do a step that could be done on copies. Nil, or what is unsound.
local function do_it(stage, twins, step, count, prepare)
  prepare(stage)
  local is_fine, message = pcall(steps.play, stage, step)
  if not is_fine then
    return unsound("trial", "it can be done when it is tried, and then not: %s", said_of(message))
  end
  local problem = nil
  for _, twin in ipairs(twins) do
    problem = problem or check_copy(stage, twin, step, prepare)
  end
  local ways = count < 0 and WAYS or { WAYS[1], WAYS[count % #WAYS + 1] }
  return problem or check_reading(stage) or check_loaded(stage, ways)
end

--- Do a step on a stage, if it can be done, and judge what comes of it.
---@param stage strata.Stage
---@param step table compiled
---@param count integer of the steps before: some laws take turns; -1: all of them are tried
---@param prepare fun(stage: strata.Stage) is called before the step is done on a stage
---@return strata.Judged
function M.step(stage, step, count, prepare)
  local problem, twins = check_reading(stage), { twin_of(stage, count % 2 == 1) }
  twins[2] = count < 0 and twin_of(stage, false) or nil
  local refused, odd = judge_trials(stage, twins, step, prepare)
  problem = problem or odd
  if refused or problem then
    return { refused = refused, unsound = problem }
  end
  return { unsound = do_it(stage, twins, step, count, prepare) }
end

return M
