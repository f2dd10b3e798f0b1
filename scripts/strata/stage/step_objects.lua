--- Objects that steps name, and how they are created and moved.
local strata = require("strata")
local phrase = require("strata.lang.phrase")
local object_lookup = require("strata.stage.object_lookup")
local observe = require("strata.stage.observe")
local step_effects = require("strata.stage.step_effects")

local M = {}

-- -- Objects that a step names -----------------------------------------------

--- One object, or all of a list, or all that satisfy a predicate.
---@param stage strata.Stage
---@param what string|string[]|strata.Phrase
---@return strata.Object[]
function M.objects(stage, what)
  if type(what) == "string" then
    return { object_lookup.one(stage, what) }
  end
  local list = {}
  if what.text then
    local entities = stage.world:select(strata.expr(phrase.full(what)))
    for _, object in ipairs(stage.objects) do
      for _, entity in ipairs(entities) do
        list[#list + 1] = object.entity == entity and object or nil
      end
    end
    return list
  end
  for i, name in ipairs(what) do
    list[i] = object_lookup.one(stage, name)
  end
  return list
end

--- An object or a player by its name, or "the game".
---@param stage strata.Stage
---@param name string
---@return strata.Entity
function M.anybody(stage, name)
  local somebody = stage:somebody(name)
  if somebody then
    return somebody
  end
  return object_lookup.one(stage, name).entity
end

--- Objects and players by their names.
---@param stage strata.Stage
---@param names string|string[]|nil
---@return strata.Entity[]
function M.entities(stage, names)
  local list = {}
  if names == nil then
    return list
  end
  for i, name in ipairs(type(names) == "string" and { names } or names) do
    list[i] = M.anybody(stage, name)
  end
  return list
end

--- What was chosen: an object or player of that name, else a word.
---@param stage strata.Stage
---@param names string|string[]|nil
---@return any[]
function M.choices(stage, names)
  local list = {}
  for i, name in ipairs(type(names) == "table" and names or { names }) do
    local is_somebody = stage.players[name] or #object_lookup.find(stage, name) > 0
    local is_word = stage.game.schema:find_word(name) ~= nil
    list[i] = (is_somebody and not is_word) and M.anybody(stage, name) or name
  end
  return list
end

-- -- How objects come --------------------------------------------------------

--- What is chosen for an object as it enters: a word of the rules, or a player.
---@param stage strata.Stage
---@param object strata.Object
---@param value string
function M.choose(stage, object, value)
  local schema = stage.game.schema
  local base, roles = object.entity.base, schema.roles
  if stage.players[value] then
    base[roles.chosen_player] = stage:player(value)
    return
  end
  if not schema:find_word(value) and not stage.game.cards[value] then
    local form = "chosen: '%s' is neither a word of the rules, nor a player, nor a card"
    error(form:format(tostring(value)), 0)
  end
  base[roles.chosen] = schema:symbol(value)
end

--- The object to copy: an object, or a card of which no object exists yet.
local function with_original(stage, name, act)
  local found = object_lookup.find(stage, name)
  if #found > 0 then
    return act(found[1].entity)
  end
  local card, message = stage.game:find_card(name)
  if not card then
    error("copying: " .. message, 0)
  end
  local original = stage.world:spawn(card.definition)
  act(original)
  original:remove()
end

--- An object becomes a copy of what a step names.
---@param stage strata.Stage
---@param object strata.Object
---@param step table { copying, lasts, except_clauses }
---@param own_exceptions boolean those of its card hold where the step names none
function M.become_copy(stage, object, step, own_exceptions)
  local own = own_exceptions and step_effects.exceptions(stage, object.card) or {}
  local clauses = step.except_clauses or own
  with_original(stage, step.copying, function(original)
    step_effects.copy(
      stage,
      object,
      original,
      clauses,
      { lasts = step.lasts, name = object.card.name }
    )
  end)
end

--- The counters with which it enters: a planeswalker's loyalty (306.5b), unless it is said how many
--- there are.
---@param stage strata.Stage
---@param object strata.Object what it is now, a copy or not
---@param counters table<string, integer>
function M.add_entering(stage, object, counters)
  for _, rule in ipairs(stage.game.schema.data.enters_with or {}) do
    local entity = object.entity
    local is_meant = entity.zone == stage.game.schema.home and not counters[rule.counters]
    if is_meant and observe.has_word(stage, entity, rule.being) then
      stage:count(object, rule.counters, entity[rule.as_many_as])
    end
  end
end

--- The types of attributes whose base values steps write.
M.WRITTEN = { flag = true, int = true, ref = true, set = true, sym = true }

--- Set a base value: a word, a number, a truth, a list of words; who is meant by name.
---@param stage strata.Stage
---@param entity strata.Entity
---@param attribute string
---@param value any
function M.write(stage, entity, attribute, value)
  local schema = stage.game.schema
  local kind = (schema.attributes[attribute] or {}).kind
  if value == "none" and (kind == "ref" or kind == "sym") then
    value = nil
  elseif kind == "ref" then
    value = M.anybody(stage, value)
  elseif kind == "sym" then
    value = schema:symbol(value)
  end
  entity.base[attribute] = value
end

--- The base values that a step or a setup says of an object.
local function write_states(stage, object, fields)
  for _, name in ipairs(fields.states or {}) do
    if fields[name] ~= nil then
      M.write(stage, object.entity, name, fields[name])
    end
  end
end

--- The state in which an object is put: what setup, put and move have in common.
local function dress(stage, object, fields)
  write_states(stage, object, fields)
  if fields.transformed then
    stage:transform(object)
  end
  if fields.chosen then
    M.choose(stage, object, fields.chosen)
  end
  for kind, count in pairs(fields.counters or {}) do
    stage:count(object, kind, count)
  end
  if fields.copying then
    M.become_copy(stage, object, fields, true)
  end
  if not fields.happens then -- events see to it themselves
    M.add_entering(stage, object, fields.counters or {})
  end
end

--- Put a new object of a card somewhere.
---@param stage strata.Stage
---@param fields table { card, id, player, zone, ... }
---@return strata.Object
function M.put(stage, fields)
  local object = stage:make(fields.card, fields)
  M.settle(stage, object, fields)
  return object
end

--- The second half of putting: into its zone, in its state.
---@param stage strata.Stage
---@param object strata.Object
---@param fields table
function M.settle(stage, object, fields)
  local player = stage:player(fields.controller or fields.player)
  stage:enter(object, fields.zone or stage.game.schema.home, player)
  if fields.on then
    stage:attach(object, M.anybody(stage, fields.on))
  end
  dress(stage, object, fields)
end

--- Gives names to what a step has made, in the order in which it was made.
---@param stage strata.Stage
---@param known integer how many objects there were before
---@param names string|string[]
function M.name_new(stage, known, names)
  names = type(names) == "table" and names or { names }
  local made = #stage.objects - known
  if made ~= #names then
    error(("as: the step makes %d objects, and %d names are given"):format(made, #names), 0)
  end
  for place, id in ipairs(names) do
    local object = stage.objects[known + place]
    if stage.ids[id] then
      error(("as: an object is called '%s' already"):format(id), 0)
    end
    stage.ids[object.id], stage.ids[id] = nil, object
    object.id, object.is_named = id, true
  end
end

--- The number of turns until the turn of the player who gets an object.
local function turns_until(stage, object, step)
  local owner = object.entity[stage.game.schema.roles.owner]
  local player = step.under or stage:player_name(owner)
  for place, name in ipairs(stage.order) do
    if name == player then
      return (place - stage:whose_turn()) % #stage.order
    end
  end
  return #stage.order
end

--- The order in which objects move at once: as a list says it; of a predicate in turn order, the
--- active player's first (613.7m).
local function in_order(stage, what, step)
  local list = M.objects(stage, what)
  if type(what) ~= "table" or not what.text then
    return list
  end
  local rounds, ordered = {}, {}
  for _, object in ipairs(list) do
    local turn = turns_until(stage, object, step)
    rounds[turn] = rounds[turn] or {}
    table.insert(rounds[turn], object)
  end
  for turn = 0, #stage.order do
    table.move(rounds[turn] or {}, 1, #(rounds[turn] or {}), #ordered + 1, ordered)
  end
  return ordered
end

--- Move all objects that a step names, then put each into the state that it names.
---@param stage strata.Stage
---@param what string|string[]|strata.Phrase
---@param zone string
---@param step table
function M.move_all(stage, what, zone, step)
  local list = in_order(stage, what, step)
  for _, object in ipairs(list) do
    stage:move(object, zone, step)
  end
  M.dress_all(stage, list, step)
end

--- Put objects that have moved into the state that a step names.
---@param stage strata.Stage
---@param list strata.Object[]
---@param step table
function M.dress_all(stage, list, step)
  for _, object in ipairs(list) do
    if step.on then
      stage:attach(object, M.anybody(stage, step.on))
    end
    dress(stage, object, step)
  end
end

return M
