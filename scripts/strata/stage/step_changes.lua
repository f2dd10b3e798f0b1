--- Steps that change objects and players without using an ability: numbers, control, faces, blocks,
--- tokens, base values.
local step_events = require("strata.stage.step_events")
local object_lookup = require("strata.stage.object_lookup")
local observe = require("strata.stage.observe")
local stage_module = require("strata.stage.stage")
local step_effects = require("strata.stage.step_effects")
local step_objects = require("strata.stage.step_objects")

local refuse = stage_module.refuse

local M = {}

-- -- Numbers -----------------------------------------------------------------

--- A number, or what a value of an object last was.
local function amount_of(stage, amount)
  if type(amount) ~= "table" then
    return amount
  end
  local object = object_lookup.one(stage, amount.of)
  return object.before and object.before:last_known(amount.last) or object.entity[amount.last]
end

function M.change_life(sign)
  return function(stage, step)
    local player = stage:player(step[1])
    if sign > 0 and not player.can_gain_life then
      return
    end
    player.base.life = player.base.life + sign * amount_of(stage, step.amount)
  end
end

function M.set_life(stage, step)
  stage:player(step[1]).base.life = amount_of(stage, step.set)
end

function M.damage(stage, step)
  local amount = amount_of(stage, step.amount)
  if stage.players[step[1]] then
    local player = stage:player(step[1])
    player.base.life = player.base.life - amount
    return
  end
  local base = object_lookup.one(stage, step[1]).entity.base
  base.damage = base.damage + amount
end

--- Move cards from the top of a library.
function M.from_top(zone)
  return function(stage, step)
    for _ = 1, step.count or 1 do
      local cards = stage.world:zone("library", stage:player(step[1]))
      local top = cards[#cards]
      for _, object in ipairs(stage.objects) do
        if top and object.entity == top then
          stage:move(object, zone, {})
          break
        end
      end
    end
  end
end

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
  if object.entity.face_down then
    return -- nothing happens (708.2b)
  end
  object.entity.base.face_down = true
  if step.as_clauses then
    local lasts = { condition = stage.game.words.this.face_down } -- it is itself again face up
    step_effects.copy(stage, object, nil, step.as_clauses, { name = "face down", lasts = lasts })
  end
end

--- Turn up what lies face down and would have morph, and so a cost for it, if it were face up
--- (708.7).
function M.unmorph(stage, step)
  local object = object_lookup.one(stage, step[1])
  local id, ahead = object.entity.id, stage.world:fork()
  for _, entity in ipairs(ahead:entities()) do
    if entity.id == id then
      entity.base.face_down = false
      local has_morph = entity.abilities:has("morph")
      if not object.entity.face_down or not has_morph then
        refuse("%s cannot be turned face up", object.id)
      end
    end
  end
  object.entity.base.face_down = false
end

--- Whether an event of a kind has happened since a row of the log.
local function has_happened(stage, kind, since)
  for row in stage.world:log(since) do
    if row.kind == kind and row.what == "happened" then
      return true
    end
  end
  return false
end

--- Block an attacker with all that a step names; what is not legal does not happen (509.1).
function M.block(stage, step)
  local blockers, since = step_objects.objects(stage, step[1]), 0
  local attacker = object_lookup.one(stage, step.on)
  for row in stage.world:log() do
    since = row.number
  end
  step_events.emit(stage, "be_blocked", { who = attacker.entity, count = #blockers })
  local names, is_legal = {}, has_happened(stage, "be_blocked", since)
  for i, blocker in ipairs(blockers) do
    names[i] = blocker.id
    if is_legal then
      step_events.emit(stage, "block", { who = blocker.entity, attacker = attacker.entity })
    end
  end
  stage.blocks[#stage.blocks + 1] = { by = names, is_legal = is_legal }
end

function M.token_copy(stage, step)
  local original = object_lookup.one(stage, step[1])
  local of = step.last_known and original.before or original.entity
  local owner = stage:player(step.under)
  local object = { card = original.card, is_token = true, is_named = step.id ~= nil }
  object.entity = stage.world:spawn_copy(of)
  object.entity.base.owner, object.entity.base.token = owner, true
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
  local schema = stage.game.schema
  for name, changes in pairs(step[1]) do
    local base = step_objects.anybody(stage, name).base
    for attribute, value in pairs(changes) do
      local kind = (schema.attributes[attribute] or {}).kind
      if value == "none" and (kind == "ref" or kind == "sym") then
        base[attribute] = nil
      elseif kind == "ref" then
        base[attribute] = step_objects.anybody(stage, value)
      elseif kind == "sym" then
        base[attribute] = schema:symbol(value)
      else
        base[attribute] = value
      end
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

function M.set_flag(name, value)
  return M.each_object(function(_, object)
    object.entity.base[name] = value
  end)
end

function M.to_zone(zone)
  return function(stage, step)
    step_objects.move_all(stage, step[1], zone, step)
  end
end

function M.destroy(stage, step)
  local list = {}
  for _, object in ipairs(step_objects.objects(stage, step[1])) do
    local is_safe = observe.has_ability(stage, object.entity, "indestructible")
    list[#list + 1] = not is_safe and object.id or nil
  end
  step_objects.move_all(stage, list, "graveyard", step)
end

return M
