--- The steps of scenarios: each verb with the fields that it takes.
local lists = require("strata.base.lists")
local migrations = require("strata.packs.migrations")
local semver = require("strata.packs.semver")
local attachment_checks = require("strata.stage.attachment_checks")
local happenings = require("strata.stage.happenings")
local object_lookup = require("strata.stage.object_lookup")
local observe = require("strata.stage.observe")
local stage_module = require("strata.stage.stage")
local step_effects = require("strata.stage.step_effects")
local step_objects = require("strata.stage.step_objects")
local turns = require("strata.stage.turns")

local refuse = stage_module.refuse

local M = {}

-- -- Abilities and effects ---------------------------------------------------

local function context_of(stage, step, source, name)
  return {
    source = source,
    you = stage:player(step.by),
    targets = step_objects.entities(stage, step.on),
    choices = step_objects.choices(stage, step.choosing),
    x = step.x,
    name = name,
  }
end

local function spell_of(stage, card)
  for _, name in ipairs(card.abilities) do
    local ability = stage.game.abilities[name]
    local is_acting = ability.act and ability.kind == "handler"
    if is_acting or (ability.creates and ability.creates.word == "spell") then
      return ability
    end
  end
  return error(("%s has no spell ability; use put, move or cast"):format(card.name), 0)
end

--- The spell itself: the card in a hand or on the stack if there is one, else one from nowhere.
local function spell_object(stage, card, step)
  if step.spell then
    return object_lookup.one(stage, step.spell)
  end
  for _, object in ipairs(stage.objects) do
    local is_there = object.card == card and object.entity:is_alive()
    if is_there and (object.entity.zone == "hand" or object.entity.zone == "stack") then
      return object
    end
  end
  local player, schema = stage:player(step.by), stage.game.schema
  local entity = stage.world:spawn(card.definition) -- it is in no zone
  entity.base[schema.roles.controller] = player
  if stage.game.kinds.has_current and schema.attributes[schema.roles.owner] then
    entity.base[schema.roles.owner] = player -- a card of the player who plays it (108.3)
  end
  return { entity = entity, is_nowhere = true }
end

--- Who is there, false for who has gone meanwhile: a target that is none any more (608.2b).
local function there(entity)
  return entity and (entity:is_alive() and entity or false)
end

--- The arguments that a step gives to a program: its target, what was chosen, x.
local function given_by(stage, code, context)
  local with, known = {}, { x = context.x or 0 }
  known.target, known.choice = there(context.targets[1]), context.choices[1]
  known.second_choice = context.choices[2]
  for place, target in ipairs(context.targets) do
    known["target_" .. place] = there(target)
  end
  for name, kind in pairs(stage.game.codes[code].names or {}) do
    local value = known[name]
    if value == nil then
      error(("%s: the step does not say its %s"):format(context.name, name), 0)
    end
    if value then
      with[name] = kind == "sym" and stage.game.schema:symbol(value) or value
    end
  end
  return with
end

--- What an ability does: its acts, or the effect that begins.
local function begin(stage, ability, context, step)
  stage.used[ability.name] = true
  if ability.act then
    happenings.act(stage, ability.act, {
      with = given_by(stage, ability.act, context),
      you = context.you,
      source = context.source,
      answers = step.answers,
      settle = step.settle,
    })
  elseif ability.creates then
    step_effects.begin(stage, ability.creates, context)
  end
end

--- What is done after an ability was put on the stack, and before it resolves.
local function respond(stage, step)
  for _, inner in ipairs(step.responding or {}) do
    M.play(stage, inner)
  end
end

local function resolve(stage, step)
  local card = step.card
  local spell, ability = spell_object(stage, card, step), spell_of(stage, card)
  local context = context_of(stage, step, spell.entity, card.name)
  respond(stage, step)
  begin(stage, ability, context, step)
  if spell.is_nowhere or spell.entity ~= context.source then
    return -- it has been moved already
  elseif stage.game.kinds.known.leave_stack then
    happenings.emit(stage, "move", {
      who = spell.entity,
      from = spell.entity.zone,
      to = "graveyard",
    })
  else
    stage:move(spell, "graveyard", {})
  end
end

--- Whether an ability is the one that a step names: by its label, its place, or not at all.
local function is_meant(ability, place, wanted)
  if wanted == nil or wanted == place then
    return true
  end
  return type(wanted) == "string" and ability.label:lower() == wanted:lower()
end

--- The ability of a kind that an object has now.
local function ability_of(stage, object, kind, wanted)
  local found = nil
  for place, ability in ipairs(stage:abilities(object.entity)) do
    if ability.kind == kind and is_meant(ability, place, wanted) then
      if found and found.name ~= ability.name then
        error(("%s has several such abilities; say ability = \"...\""):format(object.id), 0)
      end
      found = ability
    end
  end
  if not found then
    local which = wanted and (" '%s'"):format(tostring(wanted)) or ""
    refuse("%s has no %s ability%s", object.id, kind, which)
  end
  return found
end

--- Pay the cost of a loyalty ability: counters come, or go (606.4, 606.5). Refused if there are too
--- few.
local function pay_loyalty(stage, object, ability)
  local more = ability.loyalty + object.entity.loyalty_cost
  local kind = stage.game.schema:symbol("loyalty")
  if more < 0 and object.entity.loyalty_counters < -more then
    refuse("%s has %d loyalty counters", object.id, object.entity.loyalty_counters)
  elseif more < 0 then
    happenings.emit(stage, "remove_counters", { who = object.entity, kind = kind, count = -more })
  elseif more > 0 then
    local fields = { who = object.entity, kind = kind, count = more, cost = true }
    happenings.emit(stage, "put_counters", fields)
  end
end

local function use(kind)
  return function(stage, step)
    local object = object_lookup.one(stage, step[1])
    stage.was_legal = false
    local ability = ability_of(stage, object, kind, step.ability)
    if ability.loyalty then
      pay_loyalty(stage, object, ability)
    end
    stage.was_legal = true
    local controller = object.entity[stage.game.schema.roles.controller]
    local context = context_of(stage, step, object.entity, object.card.name)
    context.you = step.by and stage:player(step.by) or controller
    respond(stage, step)
    begin(stage, ability, context, step)
  end
end

local function effect(stage, step)
  local source = step.source and object_lookup.one(stage, step.source).entity or nil
  local context = context_of(stage, step, source, step.name or "effect")
  if source and not step.by then
    context.you = source[stage.game.schema.roles.controller]
  end
  step_effects.begin(stage, step.creates, context)
end

local function end_effect(stage, step)
  local ended = 0
  for _, one in ipairs(stage.world:effects()) do
    if one.name == step[1] then
      one:remove()
      ended = ended + 1
    end
  end
  if ended == 0 then
    error(("there is no effect '%s'"):format(step[1]), 0)
  end
end

-- -- Numbers -----------------------------------------------------------------

--- A number, or what a value of an object last was.
local function amount_of(stage, amount)
  if type(amount) ~= "table" then
    return amount
  end
  local object = object_lookup.one(stage, amount.of)
  return object.before and object.before:last_known(amount.last) or object.entity[amount.last]
end

local function change_life(sign)
  return function(stage, step)
    local player = stage:player(step[1])
    if sign > 0 and not player.can_gain_life then
      return
    end
    player.base.life = player.base.life + sign * amount_of(stage, step.amount)
  end
end

local function set_life(stage, step)
  stage:player(step[1]).base.life = amount_of(stage, step.set)
end

local function damage(stage, step)
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
local function from_top(zone)
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

local function gain_control(stage, step)
  local object = object_lookup.one(stage, step[1])
  control_effect(stage, object, stage:player(step.by), step.lasts, "control")
end

local function is_home(stage, object)
  return object.entity:is_alive() and object.entity.zone == stage.game.schema.home
end

--- Both or none; an exchange with oneself changes nothing (701.10b).
local function exchange_control(stage, step)
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

local function turn_face_down(stage, step)
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
local function unmorph(stage, step)
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
local function block(stage, step)
  local blockers, since = step_objects.objects(stage, step[1]), 0
  local attacker = object_lookup.one(stage, step.on)
  for row in stage.world:log() do
    since = row.number
  end
  happenings.emit(stage, "be_blocked", { who = attacker.entity, count = #blockers })
  local names, is_legal = {}, has_happened(stage, "be_blocked", since)
  for i, blocker in ipairs(blockers) do
    names[i] = blocker.id
    if is_legal then
      happenings.emit(stage, "block", { who = blocker.entity, attacker = attacker.entity })
    end
  end
  stage.blocks[#stage.blocks + 1] = { by = names, is_legal = is_legal }
end

local function token_copy(stage, step)
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

local function tokens(stage, step)
  for i = 1, step.count or 1 do
    local id = i == 1 and step.id or nil
    local player = step.under or stage.order[1]
    step_objects.put(stage, { card = step.card, id = id, player = player, token = true })
  end
end

--- Base values by who has them: a word, a number, a truth, a list of words; who is meant by name.
local function set_base(stage, step)
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

local function each_object(act)
  return function(stage, step)
    for _, object in ipairs(step_objects.objects(stage, step[1])) do
      act(stage, object, step)
    end
  end
end

local function set_flag(name, value)
  return each_object(function(_, object)
    object.entity.base[name] = value
  end)
end

local function to_zone(zone)
  return function(stage, step)
    step_objects.move_all(stage, step[1], zone, step)
  end
end

local function destroy(stage, step)
  local list = {}
  for _, object in ipairs(step_objects.objects(stage, step[1])) do
    local is_safe = observe.has_ability(stage, object.entity, "indestructible")
    list[#list + 1] = not is_safe and object.id or nil
  end
  step_objects.move_all(stage, list, "graveyard", step)
end

-- -- The verbs ---------------------------------------------------------------

local STATE <const> = "on face_down tapped transformed chosen counters damage copying except"
local MOVED <const> = "under position " .. STATE

---@class strata.Verb
---@field fields string[] what a step may say beside the verb
---@field needs? string[] what it must say
---@field act fun(stage: strata.Stage, step: table)
local VERBS <const> = {
  resolve = { "on by choosing spell x responding", act = resolve, card = true },
  activate = { "ability on by choosing x responding", act = use("activated") },
  trigger = { "ability on by choosing x responding", act = use("triggered") },
  effect = { "on by choosing x source name", act = effect, effect = true },
  end_effect = { "", act = end_effect },
  put = {
    "id under zone owner token controller " .. STATE,
    card = true,
    act = function(stage, step)
      local fields = setmetatable({ player = step.under or stage.order[1] }, { __index = step })
      step_objects.put(stage, fields)
    end,
  },
  token = { "under id count", act = tokens, card = true },
  token_copy = { "under id except last_known", act = token_copy },
  move = {
    "to " .. MOVED,
    needs = { "to" },
    act = function(stage, step)
      step_objects.move_all(stage, step[1], step.to, step)
    end,
  },
  destroy = { "", act = destroy },
  sacrifice = { "", act = to_zone("graveyard") },
  discard = { "", act = to_zone("graveyard") },
  exile = { "", act = to_zone("exile") },
  bounce = { "", act = to_zone("hand") },
  cast = { MOVED .. " x", act = to_zone("battlefield") },
  enter = { MOVED, needs = { "copying" }, act = to_zone("battlefield") },
  become_copy = {
    "of lasts except",
    needs = { "of" },
    act = function(stage, step)
      local fields = setmetatable({ copying = step.of }, { __index = step })
      step_objects.become_copy(stage, object_lookup.one(stage, step[1]), fields, false)
    end,
  },
  attach = {
    "to",
    needs = { "to" },
    act = function(stage, step)
      stage:attach(object_lookup.one(stage, step[1]), step_objects.anybody(stage, step.to))
    end,
  },
  detach = {
    "",
    act = each_object(function(stage, object)
      stage:attach(object, nil)
    end),
  },
  add_counters = {
    "kind count",
    needs = { "kind" },
    act = each_object(function(stage, object, step)
      stage:count(object, step.kind, step.count or 1)
    end),
  },
  remove_counters = {
    "kind count",
    needs = { "kind" },
    act = each_object(function(stage, object, step)
      stage:count(object, step.kind, -(step.count or 1))
    end),
  },
  tap = { "", act = set_flag("tapped", true) },
  untap = { "", act = set_flag("tapped", false) },
  face_up = { "", act = set_flag("face_down", false) },
  face_down = { "as", act = turn_face_down },
  block = { "on", needs = { "on" }, act = block },
  unmorph = { "", act = unmorph },
  transform = {
    "",
    act = each_object(function(stage, object)
      stage:transform(object)
    end),
  },
  choose = {
    "value",
    needs = { "value" },
    act = function(stage, step)
      step_objects.choose(stage, object_lookup.one(stage, step[1]), step.value)
    end,
  },
  base = { "", act = set_base },
  restamp = {
    "",
    act = each_object(function(_, object)
      object.entity:restamp()
    end),
  },
  gain_control = { "by lasts", act = gain_control },
  exchange_control = { "lasts", act = exchange_control },
  life = { "set", needs = { "set" }, act = set_life },
  gain_life = { "amount", needs = { "amount" }, act = change_life(1) },
  lose_life = { "amount", needs = { "amount" }, act = change_life(-1) },
  damage = { "amount", needs = { "amount" }, act = damage },
  mill = { "count", act = from_top("graveyard") },
  draw = { "count", act = from_top("hand") },
  phase_out = {
    "",
    act = each_object(function(stage, object)
      stage:slip(object, "phased_out")
    end),
  },
  phase_in = {
    "",
    act = each_object(function(stage, object)
      stage:slip(object, stage.game.schema.home)
    end),
  },
  end_turn = {
    "",
    act = function(stage)
      turns.end_turn(stage)
    end,
  },
  go = {
    "turn skip",
    act = function(stage, step)
      local skip = type(step.skip) == "table" and step.skip or { step.skip }
      turns.go(stage, step[1], step.turn, lists.set_of(skip))
    end,
  },
  phase = {
    "",
    act = function(stage, step)
      turns.begin_phase(stage, step[1])
    end,
  },
  cleanup = {
    "",
    act = function(stage)
      turns.cleanup(stage)
    end,
  },
  tick = {
    "",
    act = function(stage, step)
      if not stage.clocks[step[1]] then
        error(("no clock '%s'"):format(tostring(step[1])), 0)
      end
      turns.tick(stage, step[1])
    end,
  },
  migrate = {
    "",
    act = function(stage, step)
      local pack, from = stage.game.pack, step[1]
      local is_version = type(from) == "string" and semver.parse(from) ~= nil
      if not is_version then
        error(("migrate: expected a version of '%s' such as \"1.0.0\""):format(pack.name), 0)
      elseif migrations.run(stage.world, pack, from) == 0 then
        error(("migrate: '%s' has no migration past %s"):format(pack.name, from), 0)
      end
    end,
  },
  seed = {
    "",
    act = function(stage, step)
      stage.world:seed(step[1])
    end,
  },
  sba = {
    "keep answers",
    act = function(stage, step)
      attachment_checks.run(stage, step)
    end,
  },
  settle = {
    "answers",
    act = function(stage, step)
      happenings.settle(stage, step[1], step.answers)
    end,
  },
  resolve_top = {
    "answers",
    act = function(stage, step)
      happenings.resolve_top(stage, step.answers)
    end,
  },
  refused = {
    "",
    act = function(stage, step)
      local is_fine, message = pcall(M.play, stage, step[1])
      if is_fine then
        error("refused: it was not", 0)
      end
      if type(message) ~= "table" or not message.refused then
        error(message, 0)
      end
    end,
  },
}

-- What only events make happen, and what steps that make events say besides.
local function no_events(_, step)
  error(("%s: these rules have no such events"):format(step.verb), 0)
end

VERBS.emit = { "", act = no_events }
VERBS.hit = { "combat unpreventable", act = no_events }
VERBS.damage[1] = "amount combat unpreventable"

local ASKS <const> = { "resolve", "activate", "trigger" }
local MAKES_EVENTS <const> = " by source answers settle repeated"

for _, name in ipairs(ASKS) do
  VERBS[name][1] = VERBS[name][1] .. " answers settle"
end
for name, verb in pairs(VERBS) do
  verb[1] = verb[1] .. (happenings.makes(name) and MAKES_EVENTS or "")
  verb.fields = {}
  for field in verb[1]:gmatch("%S+") do
    verb.fields[#verb.fields + 1] = field
  end
end

M.verbs = VERBS

local PLACED <const> = { bounce = true, cast = true, exile = true, move = true }

--- Make a step's events happen. What it says of the state of what has moved holds from then on.
local function happen(stage, step)
  local list = {}
  if PLACED[step.verb] and not step[1].text then
    list = step_objects.objects(stage, step[1])
  end
  for _, object in ipairs(list) do
    stage:check_can_move(object)
  end
  for _ = 1, step.repeated or 1 do
    happenings.play(stage, step)
  end
  for place = #list, 1, -1 do
    if not list[place].entity:is_alive() then
      table.remove(list, place)
    end
  end
  step_objects.dress_all(stage, list, step)
end

--- Do one step, and let what has become false end (611.2b).
---@param stage strata.Stage
---@param step table compiled: see strata.scenario.scenario_reader
function M.play(stage, step)
  if step.happens then
    happen(stage, step)
  else
    VERBS[step.verb].act(stage, step)
  end
  stage:commit()
end

return M
