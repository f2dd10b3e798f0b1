--- Turns as rulesets of 0.3 declare them, by `phases` and `turn`: steps and clocks (500, 514).
---
--- The place of the turn is no state of the world, and no event tells of it. Rules whose events are
--- as_of = "0.4" declare a course instead, which the engine plays: see course_steps.lua.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")

local M = {}

--- The seat of a player, from 1.
---@param stage strata.Stage
---@param player strata.Entity
---@return integer
function M.seat(stage, player)
  for seat, name in ipairs(stage.order) do
    if stage.players[name] == player then
      return seat
    end
  end
  error("a duration of 'you' needs a player", 0)
end

local function tick(stage, clock)
  if stage.clocks[clock] then
    stage.world:tick(clock)
  end
end

--- Let clocks tick: those of everybody, and those of the player whose turn it is.
local function tick_all(stage, clocks)
  for _, clock in ipairs(clocks or {}) do
    tick(stage, clock)
    tick(stage, ("%s_%d"):format(clock, stage.active))
  end
end

-- -- Phases ------------------------------------------------------------------

---@class strata.Phase
---@field [1] string its name
---@field begins? string[] clocks that tick as it begins
---@field ends? string[] clocks that tick as it ends

local function phases_of(stage)
  return stage.game.schema.data.phases or { { "main" } }
end

local function phase_named(stage, name)
  local known = {}
  for place, phase in ipairs(phases_of(stage)) do
    if phase[1] == name then
      return place
    end
    known[place] = phase[1]
  end
  name = tostring(name)
  error(("no phase '%s'%s"):format(name, spelling.hint(name, known)), 0)
end

--- Whether a clock of a player's turn is still to tick in the turn that it is, if it is theirs.
---@param stage strata.Stage
---@param clock string
---@param player strata.Entity
---@return boolean
function M.is_to_come(stage, clock, player)
  if M.seat(stage, player) ~= stage.active then
    return false
  end
  for place, phase in ipairs(phases_of(stage)) do
    for _, own in ipairs(phase.ends or {}) do
      if own == clock then
        return stage.phase <= place
      end
    end
  end
  return true
end

--- { phase = "upkeep" }: it begins, one more than the turn has perhaps.
---@param stage strata.Stage
---@param step table
function M.begin_phase(stage, step)
  tick_all(stage, phases_of(stage)[phase_named(stage, step[1])].begins)
end

-- -- Turns -------------------------------------------------------------------

local function turn_of(stage)
  return stage.game.schema.data.turn or {}
end

--- What a turn or a phase leaves behind: damage wears off (514.2).
local function reset(stage, values)
  for name, value in pairs(values or {}) do
    for _, object in ipairs(stage.objects) do
      if object.entity:is_alive() then
        object.entity.base[name] = value
      end
    end
    for _, player in ipairs(stage.order) do
      stage.players[player].base[name] = value
    end
  end
end

--- What is counted of players in a turn begins anew.
local function reset_players(stage, values)
  for name, value in pairs(values or {}) do
    for _, player in pairs(stage.players) do
      player.base[name] = value
    end
  end
end

--- The end of a turn: what lasts until then ends.
---@param stage strata.Stage
function M.cleanup(stage)
  if stage.is_clean then
    return
  end
  stage.is_clean = true
  reset(stage, turn_of(stage).resets)
  tick_all(stage, turn_of(stage).ends)
end

--- The turn goes to the next player who is still there. Of who has left only clocks tick, where
--- the turn would have begun (800.4m); when all have left, each of them is passed over once.
local function pass_turn(stage)
  for _ = 1, #stage.order do
    stage.active = stage.active % #stage.order + 1
    if not stage:has_left(stage.order[stage.active]) then
      return
    end
    tick_all(stage, turn_of(stage).begins)
  end
end

local function next_turn(stage)
  M.cleanup(stage)
  stage.is_clean = false
  stage.turn_rows[stage.turn].last = stage:newest_row()
  stage.turn = stage.turn + 1
  stage.turn_rows[stage.turn] = { after = stage.turn_rows[stage.turn - 1].last }
  pass_turn(stage)
  stage:take_turns()
  stage.phase = 1
  reset_players(stage, turn_of(stage).of_players)
  tick_all(stage, turn_of(stage).begins)
end

--- Go on to the next phase; from the last one to the next turn.
local function advance(stage, skipped)
  local phases = phases_of(stage)
  tick_all(stage, phases[stage.phase].ends)
  reset(stage, phases[stage.phase].resets)
  if stage.phase == #phases then
    next_turn(stage)
  else
    stage.phase = stage.phase + 1
  end
  if skipped[phases[stage.phase][1]] then
    return advance(stage, skipped)
  end
  stage:tell_phase(phases[stage.phase][1])
  return tick_all(stage, phases[stage.phase].begins)
end

--- Go forward to a phase of this or a later turn, past phases that do not come.
local function go(stage, name, turn, skipped)
  local wanted, target = phase_named(stage, name), turn or stage.turn
  local is_past = target < stage.turn or (target == stage.turn and wanted < stage.phase)
  if is_past then
    error(("go: %s of turn %d is past"):format(name, target), 0)
  end
  while stage.turn < target or stage.phase < wanted do
    advance(stage, skipped)
  end
end

--- { go = "upkeep", turn = 3, skip = "draw" }
---@param stage strata.Stage
---@param step table
function M.step(stage, step)
  if step.of then
    error("go: of: these rules have turns by number; say turn = 2", 0)
  end
  local skip = type(step.skip) == "table" and step.skip or { step.skip }
  go(stage, step[1], step.turn, lists.set_of(skip))
end

--- Into the next player's turn, to the phase in which players act.
---@param stage strata.Stage
function M.end_turn(stage)
  go(stage, turn_of(stage).acts or phases_of(stage)[1][1], stage.turn + 1, {})
end

return M
