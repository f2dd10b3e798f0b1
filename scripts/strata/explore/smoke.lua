--- The smoke test: each card of a pack alone in a small world, in every zone that can hold a card.
---
--- The test needs no author. Both players get the card in each zone; all values of all entities are
--- read; a turn is passed; the world settles, and each question gets the first legal answer. The
--- test fails if anything raises an error.
local error_text = require("strata.base.error_text")
local host = require("strata.host")
local coverage = require("strata.explore.coverage")
local course_steps = require("strata.stage.course_steps")
local step_events = require("strata.stage.step_events")
local stage_module = require("strata.stage.stage")
local step_objects = require("strata.stage.step_objects")
local former_turns = require("strata.stage.former_turns")

local M = {}

--- The players of the small world.
M.PLAYERS = { "A", "B" }

--- The cards that a pack defines.
---@param game strata.Game
---@param pack table its manifest
---@return strata.Card[]
function M.cards(game, pack)
  local list = {}
  for _, draft in ipairs(game.drafts.list) do
    list[#list + 1] = draft.pack == pack.name and game.cards[draft.given.name] or nil
  end
  return list
end

-- -- Answers -----------------------------------------------------------------

--- Amounts for options that add up: the least for each, and the first gets the rest.
local function amounts(decision)
  local list, rest = {}, decision.total
  for place = 1, #decision.options do
    list[place] = decision.least
    rest = rest - decision.least
  end
  if list[1] then
    list[1] = list[1] + rest
  end
  return list
end

--- The first legal answer to a decision: yes, or the first options.
---@param decision strata.Decision
---@return any
function M.first_answer(decision)
  if decision.purpose == "may" then
    return true
  elseif decision.purpose == "number" then
    return decision.least
  elseif decision.purpose == "divide" or decision.purpose == "allocate" then
    return amounts(decision)
  end
  local list = {}
  for place = 1, math.max(decision.least, math.min(decision.most, 1)) do
    list[place] = place
  end
  return list
end

-- -- A small world -----------------------------------------------------------

--- Put the card into each zone of both players. The message names the place at which it failed.
local function put_everywhere(stage, card, say)
  for zone in host.sorted_pairs(stage.game.schema.data.zones or {}) do
    for _, player in ipairs(M.PLAYERS) do
      say(("in %s of %s"):format(zone, player))
      local object = step_objects.put(stage, { card = card, player = player, zone = zone })
      if card.back then
        stage:transform(object)
        coverage.read_all(stage)
        stage:transform(object)
      end
      stage.world:commit()
      coverage.read_all(stage)
    end
  end
end

local function pass_turn(stage, say)
  local data = stage.game.schema.data
  local has_course = course_steps.has_course(stage.game)
  if has_course or data.turn or data.phases then
    say("as the turn passes")
    if has_course then
      course_steps.end_turn(stage, { verb = "end_turn" })
    else
      former_turns.end_turn(stage)
    end
    stage.world:commit()
    coverage.read_all(stage)
  end
end

local function settle(stage, say)
  if next(stage.game.kinds.events) then
    say("as the world settles")
    step_events.settle(stage, "all")
    stage.world:commit()
    coverage.read_all(stage)
  end
end

--- The first error, without the position in the library that raised it.
local function message_of(problem)
  local text = type(problem) == "table" and problem.refused or tostring(problem)
  return error_text.plain(text)
end

--- Test a card in a world of its own.
---@param game strata.Game frozen; it knows M.PLAYERS as symbols
---@param card strata.Card
---@return string|nil problem what failed, and where
---@return string|nil why
function M.try(game, card)
  local where = "as the world begins"
  local function say(what)
    where = what
  end
  local stage
  local is_fine, problem = pcall(function()
    stage = stage_module.new(game, M.PLAYERS)
    stage.choose = M.first_answer
    put_everywhere(stage, card, say)
    pass_turn(stage, say)
    settle(stage, say)
  end)
  if not is_fine and stage and stage.world:ended() then
    return nil -- a card may end the game, after which nothing happens
  elseif not is_fine then
    return ("%s %s: %s"):format(card.name, where, message_of(problem))
  end
  for _, fault in ipairs(stage.world:faults()) do
    if fault.text then
      return ("%s: handler '%s' has failed"):format(card.name, fault.handler), fault.text
    end
  end
  return nil
end

return M
