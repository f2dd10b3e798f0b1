--- The words of steps that the rules of a game declare, where no event does what they say: objects
--- move to a zone, base values are written, one event comes before others.
local lists = require("strata.base.lists")
local strata = require("strata")
local host = require("strata.host")
local object_lookup = require("strata.stage.object_lookup")
local former_steps = require("strata.stage.former_steps")
local stage_module = require("strata.stage.stage")
local step_events = require("strata.stage.step_events")
local step_objects = require("strata.stage.step_objects")

local M = {}

-- -- Base values ---------------------------------------------------------------

--- Whether a condition of the rules holds for an entity.
local function holds(world, condition, entity)
  return condition == nil or world:eval(strata.expr(condition), entity)
end

--- Refuses a step about an object for which it may not be done, or of which something else would
--- have to hold behind it: that is tried in a world apart.
local function check_conditions(stage, step, word, entity, values)
  local is_legal = holds(stage.world, word.when, entity)
  if is_legal and word.leaves then
    local ahead = stage.world:fork()
    local twin = ahead:entity(entity.id)
    for attribute, value in host.sorted_pairs(values) do
      twin.base[attribute] = value
    end
    is_legal = holds(ahead, word.leaves, twin)
  end
  if not is_legal then
    stage_module.refuse("%s: '%s' does not allow it", step.verb, tostring(step[1]))
  end
end

--- What a step says for a base value.
local function said_value(stage, attribute, value)
  local schema = stage.game.schema
  local kind = schema.attributes[attribute].kind
  if kind == "int" or kind == "ref" then
    return step_events.value_of(stage, value)
  end
  return kind == "sym" and schema:symbol(value) or value
end

--- What a word writes: its constants, and what the step says.
local function values_of(stage, step, word)
  local values = {}
  for attribute, value in host.sorted_pairs(word.writes) do
    if type(value) == "string" then -- the field of the step that says it
      value = said_value(stage, attribute, step[value])
    end
    values[attribute] = value
  end
  return values
end

local function write(stage, step, word)
  local values, entities = values_of(stage, step, word), {}
  if word.of == "objects" then
    for i, object in ipairs(step_objects.objects(stage, step[1])) do
      entities[i] = object.entity
    end
  else
    entities = step_objects.entities(stage, step[1])
  end
  for _, entity in ipairs(entities) do
    check_conditions(stage, step, word, entity, values)
    for attribute, value in host.sorted_pairs(values) do
      entity.base[attribute] = value
    end
  end
end

-- -- Moves, events in front of others ------------------------------------------

local function move(stage, step, word)
  if not word.same then
    return step_objects.move_all(stage, step[1], word.to, step)
  end
  for _, object in ipairs(step_objects.objects(stage, step[1])) do
    stage:slip(object, word.to or stage.game.schema.home)
  end
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

--- The event that comes first, of the object that a field of the step names; if it cannot happen,
--- the others do not (509.1).
local function after_first(stage, step, word)
  local objects, first, names = step_objects.objects(stage, step[1]), word.first, {}
  local kinds = stage.game.kinds
  local since, about = stage:newest_row(), object_lookup.one(stage, step[first.who]).entity
  local affected = kinds:kind(first.event).affected
  step_events.emit(stage, first.event, { [affected] = about, [first.count] = #objects })
  local is_legal = has_happened(stage, first.event, since)
  for i, object in ipairs(objects) do
    names[i] = object.id
    if is_legal then
      local fields = { [kinds:kind(word.event).affected] = object.entity }
      for option, field in host.sorted_pairs(word.takes) do
        fields[field] = step[option] and object_lookup.one(stage, step[option]).entity
      end
      step_events.emit(stage, word.event, fields)
    end
  end
  local tried = { verb = step.verb, by = names, is_legal = is_legal }
  stage.tried[#stage.tried + 1] = tried
end

--- What does a step of a word where no event does.
---@param name string
---@param word strata.StepWord
---@return fun(stage: strata.Stage, step: table)
function M.act(name, word)
  local own = word.first and after_first or word.writes and write
    or (word.to or word.same) and move
  if not own then
    return word.is_former and former_steps.ACTS[name] or nil
  end
  return function(stage, step)
    own(stage, step, word)
  end
end

-- -- State of objects ----------------------------------------------------------

--- The attributes that a setup, and a step that moves an object, can say of it by their names:
--- those that effects do not change, and that no other field says.
---@param game strata.Game
---@param fields string[] the other fields
---@return string[]
function M.states(game, fields)
  local schema, taken = game.schema, lists.set_of(fields)
  taken.zone = true
  for _, attribute in next, schema.roles do
    taken[attribute] = true
  end
  for _, section in ipairs({ "faces", "links" }) do
    for _, attribute in next, schema.data[section] or {} do
      taken[attribute] = true
    end
  end
  return lists.filter(schema.order, function(name)
    local attribute = schema.attributes[name]
    local is_state = attribute.unlayered or schema.is_former
    return is_state and not taken[name] and step_objects.WRITTEN[attribute.kind]
  end)
end

return M
