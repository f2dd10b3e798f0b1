--- Steps that change objects and players without using an ability: control, faces, tokens, base
--- values.
local object_lookup = require("strata.stage.object_lookup")
local step_effects = require("strata.stage.step_effects")
local step_objects = require("strata.stage.step_objects")

local M = {}

-- -- Control, attachments, faces ---------------------------------------------

local function control_effect(stage, object, player, lasts, name)
  local words = stage.game.words
  local creates = stage.game:inline({ words.target, controller = words.set(words.you) })
  creates.lasts = lasts
  local context = { you = player, targets = { object.entity }, choices = {}, name = name }
  step_effects.begin(stage, creates, context)
end

function M.gain_control(stage, step)
  local object = object_lookup.one(stage, step[1])
  control_effect(stage, object, stage:player(step.by), step.lasts, "control")
end

local function is_home(stage, object)
  return object.entity:is_alive() and object.entity.zone == stage.game.schema.home
end

--- Both or none; an exchange with oneself changes nothing (701.10b).
function M.exchange_control(stage, step)
  local one, other = object_lookup.one(stage, step[1][1]), object_lookup.one(stage, step[1][2])
  if not is_home(stage, one) or not is_home(stage, other) then
    return -- it cannot be done as a whole (701.10a)
  end
  local role = stage.game.schema.roles.controller
  local first, second = one.entity[role], other.entity[role]
  if first == second then
    return
  end
  control_effect(stage, one, second, step.lasts, "exchange")
  control_effect(stage, other, first, step.lasts, "exchange")
end

function M.turn_face_down(stage, step)
  local object = object_lookup.one(stage, step[1])
  local flag = stage.game.schema.data.face_down
  if not flag then
    error("face_down: these rules have no objects that are face down", 0)
  elseif object.entity[flag] then
    return -- nothing happens (708.2b)
  end
  object.entity.base[flag] = true
  if step.as_clauses then
    local lasts = { condition = stage.game.words.this[flag] } -- it is itself again face up
    step_effects.copy(stage, object, nil, step.as_clauses, { name = "face down", lasts = lasts })
  end
end

function M.token_copy(stage, step)
  local original = object_lookup.one(stage, step[1])
  local of = step.last_known and original.before or original.entity
  local owner = stage:player(step.under)
  local object = { card = original.card, is_token = true, is_named = step.id ~= nil }
  object.entity = stage.world:spawn_copy(of)
  local base, roles = object.entity.base, stage.game.schema.roles
  base[roles.owner], base[roles.token] = owner, true
  stage:name(object, step.id)
  stage:enter(object, stage.game.schema.home, owner)
  step_effects.copy(stage, object, nil, step.except_clauses or {}, { name = "token" })
  step_objects.add_entering(stage, object, {})
end

function M.tokens(stage, step)
  for i = 1, step.count or 1 do
    local id = i == 1 and step.id or nil
    local player = step.under or stage.order[1]
    step_objects.put(stage, { card = step.card, id = id, player = player, token = true })
  end
end

--- Base values by who has them: a word, a number, a truth, a list of words; who is meant by name.
function M.set_base(stage, step)
  for name, changes in pairs(step[1]) do
    local entity = step_objects.anybody(stage, name)
    for attribute, value in pairs(changes) do
      step_objects.write(stage, entity, attribute, value)
    end
  end
end

function M.each_object(act)
  return function(stage, step)
    for _, object in ipairs(step_objects.objects(stage, step[1])) do
      act(stage, object, step)
    end
  end
end

return M
