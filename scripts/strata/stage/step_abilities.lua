--- Steps that use abilities: spells that resolve, activated and triggered abilities, effects.
local strata = require("strata")
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local card_of_watcher = require("strata.stage.card_of_watcher")
local player_actions = require("strata.stage.player_actions")
local step_events = require("strata.stage.step_events")
local object_lookup = require("strata.stage.object_lookup")
local stage_module = require("strata.stage.stage")
local step_effects = require("strata.stage.step_effects")
local step_objects = require("strata.stage.step_objects")

local refuse = stage_module.refuse

local M = {}

local function context_of(stage, step, source, name)
  return {
    source = source,
    you = stage:player(step.by),
    targets = step_objects.entities(stage, step.on),
    choices = step_objects.choices(stage, step.choosing),
    x = step.x,
    announce = step.announce,
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

--- The spell itself: the card where spells come from if there is one, else one from nowhere.
local function spell_object(stage, card, step)
  if step.spell then
    return object_lookup.one(stage, step.spell)
  end
  local zones = stage.game.schema.data.spells or {}
  for _, object in ipairs(stage.objects) do
    local is_there = object.card == card and object.entity:is_alive()
    if is_there and lists.includes(zones.from, object.entity.zone) then
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

-- How a step says what a program asks for. Where a card says `who = target` without `target =`, the
-- step alone says whom it is about.
local SAID_BY <const> = {
  choice = "choosing = ...",
  second_choice = "choosing = { ..., ... }",
  target = "on = ..., or target = ... in the card if the ability is to ask for it",
  x = "x = ...",
}

--- The names of the targets that a program announces, in their order.
local function target_names(spec)
  local names = {}
  for _, made in ipairs(spec) do
    local is_target = type(made) == "table" and made[1] == "choose" and made.target
    names[#names + 1] = is_target and made.as or nil
  end
  return names
end

--- Whether a program announces the number x.
local function announces_x(spec)
  for _, made in ipairs(spec) do
    if type(made) == "table" and made.announced and made.as == "x" then
      return true
    end
  end
  return false
end

--- What a step says of an ability's choices: of `on` the first is its first target.
---@return table<string, any> with
---@return integer count of targets that it announces
local function announced_by(stage, code, context)
  local spec = stage.game.codes[code]
  local with, names = player_actions.announced(stage, code, context.announce), target_names(spec)
  for place, name in ipairs(names) do
    local target = context.targets[place]
    if target == nil and place > 1 and #context.targets > 0 then
      target = strata.none -- there are no more
    end
    with[name] = with[name] or target
  end
  if announces_x(spec) then
    with.x = with.x or context.x
  end
  return with, #names
end

--- What a step can say by the names that programs use without asking.
local function known_by(context, announced)
  local known = { x = context.x or 0, choice = context.choices[1] }
  known.second_choice = context.choices[2]
  known.target = announced == 0 and context.targets[1] or nil
  for place, target in ipairs(context.targets) do
    known["target_" .. place] = target
  end
  return known
end

--- What a step gives to a program: what it announces, and what the program names without asking
--- for it: targets, what was chosen, x.
local function given_by(stage, code, context)
  local spec = stage.game.codes[code]
  local with, announced = announced_by(stage, code, context)
  local known = known_by(context, announced)
  for name, kind in pairs(spec.names or {}) do
    local value = known[name]
    if value == nil then
      local form = "%s: the step does not say its %s; say %s"
      error(form:format(context.name, name, SAID_BY[name] or "on = { ... } with one more name"), 0)
    end
    local is_gone = kind == "ref" and spec[1] ~= "action" and not value:is_alive()
    if not is_gone then -- in games of 0.3 a target that is none any more is nobody (608.2b)
      with[name] = kind == "sym" and stage.game.schema:symbol(value) or value
    end
  end
  return with
end

--- Whether something has happened since the targets of an action were chosen: then it is done as it
--- resolves, and nobody asks any more whether it could be announced (608.2b).
local function is_resolving(spec, step, context)
  if spec[1] ~= "action" then
    return nil
  end
  for _, target in ipairs(context.targets) do
    if not target:is_alive() then
      return true
    end
  end
  return step.responding ~= nil
end

--- What an ability does: its acts, which see to `settle` and `answers`, or the effect that begins.
local function begin(stage, ability, context, step)
  stage.used[ability.name] = true
  if ability.act then
    player_actions.perform(stage, ability.act, {
      with = given_by(stage, ability.act, context),
      you = context.you,
      source = context.source,
      answers = step.answers,
      settle = step.settle,
      resolve = is_resolving(stage.game.codes[ability.act], step, context),
    })
    return "settled"
  elseif ability.creates then
    step_effects.begin(stage, ability.creates, context)
  end
end

--- The object that a step names in `on`, for messages; the first of several.
local function said_of(on)
  return tostring(type(on) == "table" and on[1] or on)
end

--- Whether a program has a target, or is given one.
local function is_aimed(spec)
  local names = spec.names
  if #target_names(spec) > 0 then
    return true
  end
  for name in next, names or {} do
    if name:find("^target") then
      return true
    end
  end
  return false
end

--- Whether a step names the target of an ability.
local function has_target(stage, ability)
  if ability.creates then
    return step_effects.has_target(ability.creates)
  end
  local code = ability.act and stage.game.codes[ability.act]
  return ability.target ~= nil or (code ~= nil and is_aimed(code))
end

--- Whether the engine lets a program aim at a target that the card does not: the words of an
--- ability can be replaced (612.1).
local function can_announce(stage, ability, context, target)
  local act = { code = ability.act, source = context.source, you = context.you }
  act.with = { target = target }
  local is_action = act.code ~= nil and stage.game.codes[act.code][1] == "action"
  return is_action and pcall(stage.world.next_choice, stage.world, act)
end

--- How many targets a program can be given.
local function most_targets(spec)
  local most = #target_names(spec)
  for name in next, spec.names or {} do
    local place = name == "target" and 1 or math.tointeger(tonumber(name:match("^target_(%d+)$")))
    most = math.max(most, place or 0)
  end
  return most
end

--- Refuse more targets than an ability has: what is about them would be done to none.
local function check_count(stage, ability, context)
  local spec = ability.act and stage.game.codes[ability.act]
  if not spec or not stage.game.kinds.has_current then
    return -- games of 0.3 go on as they began
  end
  local most, said = most_targets(spec), #context.targets
  if said > most then
    local form = "%s has %d %s, and `on` names %d; take out the rest"
    refuse(form, context.name, most, most == 1 and "target" or "targets", said)
  end
end

--- Refuse targets of an ability that has none, and one that it cannot have as it is chosen
--- (601.2c). One that it cannot have any more when it resolves is another matter (608.2b).
local function check_targets(stage, ability, context, step)
  local first = context.targets[1]
  if not first then
    return
  elseif not has_target(stage, ability) then
    local form = "%s has no target, so it is not done on '%s'; take `on` out"
    refuse(form, context.name, said_of(step.on))
  end
  check_count(stage, ability, context)
  local is_judged = ability.target ~= nil and first:is_alive()
  if
    is_judged
    and not step_effects.satisfies(stage, context, ability.target, first)
    and not can_announce(stage, ability, context, first)
  then
    local form = "'%s' is no target that %s can have; it can have %s"
    refuse(form, said_of(step.on), context.name, ability.target.said)
  end
end

--- What is done after an ability was put on the stack, and before it resolves.
local function respond(stage, step, play)
  for _, inner in ipairs(step.responding or {}) do
    play(stage, inner)
  end
end

--- A spell has resolved, and goes where the rules say: by the event of the word `move`, if they
--- have one.
local function leave(stage, spell)
  local zones, move = stage.game.schema.data.spells, stage.game.step_words.move
  if not zones then
    return
  elseif not (move and move.event) then
    return stage:move(spell, zones.to, {})
  end
  local affected = stage.game.kinds:kind(move.event).affected
  local fields = { [affected] = spell.entity, [move.takes.to] = zones.to }
  step_events.emit(stage, move.event, fields)
end

--- The spell of a card takes effect, and then leaves where it was.
---@param stage strata.Stage
---@param step table
---@param play fun(stage: strata.Stage, step: table) does what is done in response
function M.resolve(stage, step, play)
  local card = step.card
  local spell, ability = spell_object(stage, card, step), spell_of(stage, card)
  local context = context_of(stage, step, spell.entity, card.name)
  check_targets(stage, ability, context, step)
  respond(stage, step, play)
  local done = begin(stage, ability, context, step)
  if spell.is_nowhere or spell.entity ~= context.source then
    return done -- it has been moved already
  end
  leave(stage, spell)
  return done
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
  local schema = stage.game.schema
  local costs = schema.data.costs or {}
  local kind = costs.counters
  if not kind then
    error("loyalty: these rules say no costs = { counters = ... }, of which it is paid", 0)
  end
  local count = object.entity[schema.counters[kind]]
  local more = ability.loyalty + (costs.more and object.entity[costs.more] or 0)
  local fields = { who = object.entity, kind = schema:symbol(kind) }
  if more < 0 and count < -more then
    refuse("%s has %d %s counters", object.id, count, kind)
  elseif more < 0 then
    fields.count = -more
    step_events.emit(stage, schema:step_event("remove_counters"), fields)
  elseif more > 0 then
    fields.count, fields.cost = more, true
    step_events.emit(stage, schema:step_event("add_counters"), fields)
  end
end

--- The verb that uses an ability of a kind.
---@param kind string "activated", "triggered"
function M.use(kind)
  return function(stage, step, play)
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
    check_targets(stage, ability, context, step)
    respond(stage, step, play)
    return begin(stage, ability, context, step)
  end
end

--- Begins an effect of no card.
function M.effect(stage, step)
  local source = step.source and object_lookup.one(stage, step.source).entity or nil
  local context = context_of(stage, step, source, step.name or "effect")
  if source and not step.by then
    context.you = source[stage.game.schema.roles.controller]
  end
  step_effects.begin(stage, step.creates, context)
end

--- Ends the watchers that a card has started, the newest first. Returns how many.
local function end_started(stage, card)
  local ended, codes = 0, host.started_watchers(stage.world)
  for place = #codes, 1, -1 do
    if card_of_watcher.card_of(stage.game, codes[place]) == card then
      host.end_watcher(stage.world, place)
      ended = ended + 1
    end
  end
  return ended
end

--- The names of all effects and of the cards that have started something, for a message.
local function names_of_effects(stage)
  local known = {}
  for _, one in ipairs(stage.world:effects()) do
    known[one.name] = true
  end
  for _, code in ipairs(host.started_watchers(stage.world)) do
    known[card_of_watcher.card_of(stage.game, code) or code] = true
  end
  return spelling.keys(known)
end

--- Ends all effects of a name, and all that the card of that name has started.
function M.end_effect(stage, step)
  local ended = end_started(stage, step[1])
  for _, one in ipairs(stage.world:effects()) do
    if one.name == step[1] then
      one:remove()
      ended = ended + 1
    end
  end
  if ended == 0 then
    local hint = spelling.hint(step[1], names_of_effects(stage))
    error(("there is no effect '%s'%s"):format(step[1], hint), 0)
  end
end

return M
