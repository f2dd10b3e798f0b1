--- Reads the steps of a scenario, and checks them against the cards and the rules.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local perform_acts = require("strata.events.perform_acts")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")
local read_parts = require("strata.scenario.read_parts")
local step_fields = require("strata.scenario.step_fields")
local course_steps = require("strata.stage.course_steps")
local player_actions = require("strata.stage.player_actions")
local step_events = require("strata.stage.step_events")
local steps = require("strata.stage.steps")

local M = {}

local function verb_names(reader)
  local names = spelling.keys(steps.of(reader.game))
  names[#names + 1] = "check"
  return names
end

local function is_verb(reader, key)
  return key == "check" or steps.of(reader.game)[key] ~= nil
end

local function takes(reader, verb, field)
  local known = steps.of(reader.game)[verb]
  return known ~= nil and lists.includes(known.fields, field)
end

--- What a step may have meant that has no verb: an event, a verb without "=", a name near by.
local function instead_of_verb(reader, key, value)
  if reader.game.kinds.known[key] then
    local form = "; '%s' is an event, which a step makes by emit = %s { ... }"
    return form:format(key, key)
  elseif key == 1 and is_verb(reader, value) then
    return ("; write its verb as a field, as in { %s = ... }"):format(value)
  end
  local hint = spelling.hint(tostring(key), verb_names(reader))
  return hint ~= "" and hint or (": '%s' is none; 'strata help --all' has all verbs"):format(key)
end

local function no_verb(reader, step, place)
  for key, value in host.sorted_pairs(step) do
    local hint = instead_of_verb(reader, key, value)
    reader.fail("steps", place, "no verb in this step%s", hint)
  end
  reader.fail("steps", place, "an empty step")
end

--- Whether another word can be the verb instead: beside it `answer`, the first in the order of
--- words, is perhaps meant as the field `answers`.
local function is_beside(found)
  return found == nil or found == "answer"
end

--- What is perhaps meant as the verb beside `settle`, which stands beside every verb: a name that
--- is no field of it, nor near to one. Nil if there is none.
local function lost_verb(reader, step)
  local fields = steps.of(reader.game).settle.fields
  for key in host.sorted_pairs(step) do
    local name = tostring(key)
    local is_field = key == "settle" or lists.includes(fields, name)
    if not is_field and not spelling.nearest(name, fields) then
      return key
    end
  end
  return nil
end

--- The verb of a step. "damage" is one, and a field of others: the one that takes the other it is.
local function verb_of(reader, step, place)
  local found = nil
  for key in host.sorted_pairs(step) do
    local is_other = is_verb(reader, key)
    if is_other and (is_beside(found) or takes(reader, key, found)) then
      found = key
    elseif is_other and not takes(reader, found, key) then
      reader.fail("steps", place, "a step has one verb, and this has '%s' and '%s'", found, key)
    end
  end
  local lost = found == "settle" and lost_verb(reader, step)
  if lost then
    reader.fail("steps", place, "no verb in this step%s", instead_of_verb(reader, lost, step[lost]))
  end
  return found or no_verb(reader, step, place)
end

--- What is wrong with a field of a step, nil if nothing is.
local function field_problem(reader, verb, key, value)
  local described, name = steps.of(reader.game)[verb], tostring(key)
  local fields = described.fields
  if key == verb then
    local problem = step_fields.verb_problem(reader, verb, value, described.word)
    return problem and ("%s; 'strata help %s' shows how to say it"):format(problem, verb)
  elseif not lists.includes(fields, key) then
    return ("no field '%s'%s"):format(name, spelling.hint(name, fields))
  elseif key == "as" then
    return nil -- see read_names
  end
  local problem = step_fields.field_problem(reader, key, value, described.word)
  return problem and ("%s: %s"):format(name, problem)
end

--- Each field is one of the verb's and of its kind, and none is missing.
local function check_fields(reader, verb, step, place)
  local described = steps.of(reader.game)[verb]
  for key, value in host.sorted_pairs(step) do
    local problem = field_problem(reader, verb, key, value)
    if problem then
      reader.fail("steps", place, "%s: %s", verb, problem)
    end
  end
  for _, field in ipairs(described.needs or {}) do
    if step[field] == nil then
      reader.fail("steps", place, "%s: %s is missing; say %s = ...", verb, field, field)
    end
  end
end

local function check_lasts(reader, step, place)
  local lasts = step.lasts
  local known = reader.game.schema.data.durations or {}
  if type(lasts) == "string" and not known[lasts] then
    local hint = spelling.hint(lasts, spelling.keys(known))
    reader.fail("steps", place, "lasts: no duration '%s'%s", lasts, hint)
  end
end

-- Fields of steps that name a zone.
local ZONES <const> = { move = "to", put = "zone" }

local function check_zone(reader, verb, step, place)
  local field, zones = ZONES[verb], reader.game.schema.data.zones or {}
  local zone = field and step[field]
  if type(zone) == "string" and not zones[zone] then
    local hint = spelling.hint(zone, spelling.keys(zones))
    reader.fail("steps", place, "%s: %s: no zone '%s'%s", verb, field, zone, hint)
  end
end

-- The type of a base value in Lua by the kind of its attribute, and what a message calls it.
local BASES <const> = {
  flag = { "boolean", "true or false" },
  int = { "integer", "a number" },
  ref = { "string", "the name of an object or a player" },
  set = { "table", "a list of words" },
  sym = { "string", "a word" },
  text = { "string", "a text" },
}

local function check_base_value(reader, name, value, place)
  local attributes = reader.game.schema.attributes
  local attribute = attributes[name]
  if not attribute then
    local hint = spelling.hint(tostring(name), spelling.keys(attributes))
    reader.fail("steps", place, "base: no attribute '%s'%s", tostring(name), hint)
  end
  local wanted = BASES[attribute.kind]
  if wanted and (math.type(value) or type(value)) ~= wanted[1] then
    local form = "base: %s: expected %s, got %s"
    reader.fail("steps", place, form, name, wanted[2], vocabulary.said(value))
  end
end

--- base = { Smith = { ore = 1 } }: attributes that there are, and values of their kind.
local function check_base(reader, base, place)
  if type(base) ~= "table" or base.word then
    local form = "base: expected values by who has them, as { Smith = { ... } }, got %s"
    reader.fail("steps", place, form, vocabulary.said(base))
  end
  for name, values in host.sorted_pairs(base) do
    if not step_fields.is_plain_table(values) then
      local form = "base: %s: expected a table of values, as { %s = 2 }, got %s"
      local example = perform_acts.a_number(reader.game.schema)
      reader.fail("steps", place, form, tostring(name), example, vocabulary.said(values))
    end
    for attribute, value in host.sorted_pairs(values) do
      check_base_value(reader, attribute, value, place)
    end
  end
end

local SETTLES <const> = { all = true, checks = true, none = true, place = true }

local function check_settle(reader, verb, step, place)
  local settle = step.settle
  if settle ~= nil and not SETTLES[settle] then
    local hint = spelling.hint(tostring(settle), spelling.keys(SETTLES))
    reader.fail("steps", place, "%s: settle: no way to settle '%s'%s", verb, tostring(settle), hint)
  end
end

local function check_numbers(reader, verb, step, place)
  for _, field in ipairs({ "most", "repeated" }) do
    local times = step[field]
    if times ~= nil and (math.type(times) ~= "integer" or times < 1) then
      local form = "%s: %s: expected a number of 1 or more, got %s"
      reader.fail("steps", place, form, verb, field, vocabulary.said(times))
    end
  end
  if verb == "seed" and math.type(step.seed) ~= "integer" then
    reader.fail("steps", place, "seed: expected a number, got %s", vocabulary.said(step.seed))
  end
end

-- What is wrong with the names that a step says of the play, by its verb; nil if nothing is.
local OF_PLAY <const> = {
  act = player_actions.step_problem,
  await = course_steps.await_problem,
  go = course_steps.go_problem,
  start = course_steps.start_problem,
}

--- Actions, what they announce, and periods that a step names, are there.
local function check_play(reader, verb, step, place)
  local find = OF_PLAY[verb]
  local problem = find and find(reader.game, step, reader.players)
  if problem then
    reader.fail("steps", place, "%s", problem)
  end
end

--- Reads a list of steps; those of `responding` are in the place of their step.
function M.read_list(reader, list, place)
  local compiled = {}
  for i, step in ipairs(list) do
    compiled[i] = M.read_step(reader, step, place or i)
  end
  return compiled
end

local function read_operand(reader, verb, step, compiled, place)
  local described = steps.of(reader.game)[verb]
  if verb == "refused" then
    compiled[1] = M.read_step(reader, step.refused, place)
  elseif verb == "effect" then
    local effect = read_parts.compile_changes(reader, "effect", step.effect, "steps", place)
    compiled.creates = effect.creates
  elseif described.card then
    compiled.card = read_parts.card_of(reader, "steps", place, step[verb])
  end
end

local function read_check(reader, step, place)
  for key in host.sorted_pairs(step) do
    if key ~= "check" then
      reader.fail("steps", place, "check: it has no field '%s'", tostring(key))
    end
  end
  local problem = step_fields.verb_problem(reader, "check", step.check)
  if problem then
    reader.fail("steps", place, "check: %s", problem)
  end
  return { verb = "check", name = step.check }
end

--- The names that a step gives to what it makes; of `face_down` these are changes.
local function read_names(reader, verb, step, place)
  if verb == "face_down" or step.as == nil then
    return
  end
  local problem = step_fields.field_problem(reader, "on", step.as)
  if problem then
    reader.fail("steps", place, "%s: as: %s", verb, problem)
  end
  for _, id in ipairs(type(step.as) == "table" and step.as or { step.as }) do
    read_parts.add_id(reader, "steps", place, id)
  end
end

--- A step whose verb has its present name, where it says a former one.
local function present(reader, step, place)
  local verbs, renames = steps.of(reader.game), reader.game.files.renames
  if #renames.list == 0 then
    return step
  end
  local into, item = {}, reader.item
  local path = item.path ~= "?" and item.path or nil -- steps of sessions stand in no file
  for key, value in host.sorted_pairs(step) do
    local is_former = not verbs[key] and verbs[renames:present(key)] ~= nil
    local line = is_former and path and reader.game.files:item_line(item, "steps", place)
    into[is_former and renames:known(verbs, key, path, line) or key] = value
  end
  return into
end

--- One step: its verb, what it is about in place 1, and its fields.
function M.read_step(reader, step, place)
  if type(step) ~= "table" or phrase.is(step) then
    local form = 'expected a step such as { destroy = "Humility" }, got %s'
    reader.fail("steps", place, form, vocabulary.said(step))
  end
  step = present(reader, step, place)
  local verb = verb_of(reader, step, place)
  if verb == "check" then
    return read_check(reader, step, place)
  end
  check_fields(reader, verb, step, place)
  read_parts.check_counters(reader, step.counters, "steps", place)
  check_lasts(reader, step, place)
  check_zone(reader, verb, step, place)
  if verb == "base" then
    check_base(reader, step.base, place)
  end
  check_settle(reader, verb, step, place)
  check_numbers(reader, verb, step, place)
  check_play(reader, verb, step, place)
  read_parts.add_id(reader, "steps", place, step.id)
  read_names(reader, verb, step, place)
  local compiled = { verb = verb, place = place }
  for key, value in host.sorted_pairs(step) do
    if key ~= verb then
      compiled[key] = value
    end
  end
  compiled[1], compiled.states = step[verb], steps.of(reader.game)[verb].states
  read_operand(reader, verb, step, compiled, place)
  read_parts.compile_except(reader, compiled, "steps", place)
  if step.responding then
    compiled.responding = M.read_list(reader, step.responding, place)
  end
  compiled.happens = step_events.compile(reader.game, compiled, function(form, ...)
    reader.fail("steps", place, form, ...)
  end)
  return compiled
end

--- All steps of a list, with those that stand within others.
---@param list table[] compiled
---@param see fun(step: table)
function M.each(list, see)
  for _, step in ipairs(list) do
    see(step)
    M.each(step.responding or {}, see)
    if step.verb == "refused" then
      M.each({ step[1] }, see)
    end
  end
end

return M
