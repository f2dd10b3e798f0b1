--- A save that a session opens.
---
--- It is read into a world of its own and judged there, so that a save that does not fit leaves the
--- session as it is.
local error_text = require("strata.base.error_text")
local course_steps = require("strata.stage.course_steps")
local hosted_game = require("strata.stage.hosted_game")

local M = {}

--- The reason why a save is refused, as a reader of a session needs it.
local function reason(problem)
  local text = error_text.plain(problem):gsub("^rules:load: ", ""):gsub("^load: ", "")
  local packs, found = text:gsub(" Load those packs, or pass allow_changed = true$", "")
  if found > 0 then
    return packs .. " Begin a session with those packs, as by strata --pack PACK repl"
  end
  return text .. "; name a file that :save, :autosave or a host has written"
end

--- Raise if the players of a save are not those of the session, whose names stand for them.
local function must_have_players(stage, loaded)
  local hosted = { game = stage.game, seats = stage.order }
  for seat, name in ipairs(stage.order) do
    local there = hosted_game.seat(hosted, loaded, seat)
    if not there or there.id ~= stage.players[name].id then
      local form = "the save is of other players: it has no '%s' where this session has it; a"
        .. " host can load it, as by strata serve"
      error(form:format(name), 0)
    end
  end
end

--- Read a save under the rules of a world. Raises if it is none, or of other packs or players.
---@param world strata.World
---@param bytes string
---@param stage strata.Stage|nil of the world, if it is the session's game
---@return strata.World
function M.read(world, bytes, stage)
  local rules = world.rules
  local is_fine, loaded = pcall(rules.load, rules, bytes)
  if not is_fine then
    error(reason(loaded), 0)
  elseif stage then
    must_have_players(stage, loaded)
  end
  return loaded
end

--- Whether an object is in the world as this entity, or has become something there. Where the
--- world got another state, the handle may be that of an object of another card.
local function is_there(stage, object, entity)
  if not entity:is_alive() then
    return entity:successor() ~= nil
  end
  local card = stage.game.definitions[entity:definition()]
  return card == nil or card == object.card or card == object.card.back
end

--- Find an object of a stage in a world that got another state: as what it was last, or, where its
--- last move was taken back, as what it was before.
---@param stage strata.Stage
---@param object strata.Object
---@return boolean is_there
function M.find_again(stage, object)
  if is_there(stage, object, object.entity) then
    return true
  elseif object.before and is_there(stage, object, object.before) then
    object.entity, object.before = object.before, nil
    return true
  end
  return false
end

--- The place of the player whose turn it is, as the rules have it in values.
local function read_active(stage)
  local role = stage.game.schema.roles.active
  for place, name in ipairs(stage.order) do
    if role and stage.players[name].base[role] then
      return place
    end
  end
  return stage.active
end

local function read_phase(stage, base)
  local schema = stage.game.schema
  local role = schema.roles.phase
  for place, phase in ipairs(role and schema.data.phases or {}) do
    if base[role] == schema:symbol(phase[1]) then
      return place
    end
  end
  return stage.phase
end

--- Turns of rules without a course stand in the stage, and what the rules ask of them in values.
local function read_turn(stage)
  local base, role = stage.the_game and stage.the_game.base, stage.game.schema.roles.turn
  stage.active = read_active(stage)
  stage.phase = base and read_phase(stage, base) or stage.phase
  return base and role and base[role] or stage.turn
end

--- Find what a stage knows of its world anew: the turn and the objects.
---@param stage strata.Stage
function M.follow(stage)
  local turn = stage.game.kinds.course and course_steps.turn_number(stage) or read_turn(stage)
  turn = math.max(turn, 1) -- before the game begins it is 0
  stage.turn, stage.turn_rows = turn, {}
  for earlier = 1, turn do
    stage.turn_rows[earlier] = { after = 0 }
  end
  stage:follow()
end

return M
