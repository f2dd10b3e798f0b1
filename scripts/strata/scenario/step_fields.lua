--- Of which kind the fields of steps and of objects of a setup are.
---
--- A field of another kind would be ignored, or fail somewhere else with a message about Lua. So
--- each is checked before anything is played.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")
local expect_subjects = require("strata.scenario.expect_subjects")

local M = {}

-- -- Kinds -----------------------------------------------------------------------

--- A description of the first thing that is wrong with a list, nil if nothing is: it must have its
--- items in the places 1, 2, 3 and so on, and nothing else.
---@param list table
---@return string|nil problem
---@return any place where it is
function M.list_problem(list)
  for key in next, list do
    if math.type(key) ~= "integer" then
      return ("'%s' stands in a list; write what it is without a name"):format(tostring(key)), key
    end
  end
  local hole = table_reader.hole(list)
  return hole and table_reader.HOLE:format(hole), hole
end

--- Whether a value is a table that is written as such, and not what a word made.
---@param value any
---@return boolean
function M.is_plain_table(value)
  return type(value) == "table" and not phrase.is(value) and value.word == nil
end

local is_plain_table = M.is_plain_table

--- A list whose items all pass a test; nil if so, else what was expected and what is there.
local function items_problem(list, test, wanted)
  local problem = M.list_problem(list)
  if problem then
    return problem
  end
  for place, item in ipairs(list) do
    if not test(item) then
      local form = "expected %s in place %d, got %s"
      return form:format(wanted, place, vocabulary.said(item))
    end
  end
  return nil
end

local said_instead = table_reader.said_instead

local function is_name(value)
  return type(value) == "string" or type(value) == "userdata"
end

local function expected(wanted, value)
  return ("expected %s, got %s"):format(wanted, vocabulary.said(value))
end

local function of_type(wanted, test)
  return function(value)
    return not test(value) and expected(wanted, value) or nil
  end
end

local function is_integer(value)
  return math.type(value) == "integer"
end

local KINDS = {
  number = function(value)
    return not is_integer(value) and "expected a number, got " .. said_instead(value) or nil
  end,
  truth = of_type("true or false", function(value)
    return type(value) == "boolean"
  end),
  done = of_type("true", function(value)
    return value == true -- no text: it would be ignored, as the name of whose turn it is
  end),
  text = of_type("a text", function(value)
    return type(value) == "string"
  end),
  name = of_type("a name", is_name),
  moment = of_type("a text, a number or true", function(value)
    return type(value) == "string" or is_integer(value) or value == true
  end),
  place = of_type('"top", "bottom" or a number', function(value)
    return value == "top" or value == "bottom" or is_integer(value)
  end),
  label = of_type("a text or a number", function(value)
    return type(value) == "string" or is_integer(value)
  end),
  value = function()
    return nil
  end,
}

function KINDS.names(value)
  if is_name(value) then
    return nil
  elseif not is_plain_table(value) then
    return expected("a name or a list of names", value)
  end
  return items_problem(value, is_name, "a name")
end

--- Objects that a step is about: names, or all that satisfy a predicate.
function KINDS.objects(value)
  if phrase.is(value) then
    return value.kind ~= "pred" and value.kind ~= "ref" and expected("objects", value) or nil
  elseif is_plain_table(value) and #value == 0 and next(value) ~= nil then
    local form = "expected names of objects or players, got a table with '%s'"
    return form:format(table.concat(spelling.keys(value), "', '"))
  end
  return KINDS.names(value)
end

--- A number, an expression, or what a value of an object last was.
function KINDS.amount(value)
  if is_integer(value) or phrase.is(value) then
    return nil
  elseif not is_plain_table(value) then
    return "expected a number, got " .. said_instead(value)
  end
  local count = 0
  for _ in next, value do
    count = count + 1
  end
  local is_past = count == 2 and type(value.of) == "string" and type(value.last) == "string"
  return not is_past and 'expected a number or { of = "x", last = "power" }' or nil
end

--- Whether a table is an answer: a list of options, or { concedes = "B" }.
local function is_answer_table(value)
  if value.concedes ~= nil then
    return is_name(value.concedes) and next(value, next(value)) == nil
  end
  for key in next, value do
    if math.type(key) ~= "integer" then
      return false
    end
  end
  return true
end

local function is_answer(value)
  if type(value) == "table" and not phrase.is(value) then
    return is_answer_table(value)
  end
  return is_name(value) or is_integer(value) or type(value) == "boolean"
end

function KINDS.answer(value)
  return not is_answer(value) and expected("an answer", value) or nil
end

function KINDS.answers(value)
  if not is_plain_table(value) then
    return expected("a list of answers", value)
  end
  return items_problem(value, is_answer, "an answer")
end

function KINDS.changes(value)
  return not is_plain_table(value) and expected("a table of changes", value) or nil
end

function KINDS.steps(value)
  if not is_plain_table(value) then
    return expected("a list of steps", value)
  end
  return M.list_problem(value)
end

-- -- Fields ----------------------------------------------------------------------

-- The kind of each field that a verb may have beside it.
local FIELDS <const> = {
  ability = "label",
  amount = "amount",
  announce = "changes",
  asks = "truth",
  answers = "answers",
  by = "player",
  chosen = "name",
  choosing = "names",
  controller = "player",
  copying = "name",
  count = "number",
  except = "changes",
  id = "text",
  keep = "name",
  kind = "text",
  last_known = "truth",
  most = "number",
  name = "text",
  of = "name",
  on = "names",
  owner = "player",
  position = "place",
  repeated = "number",
  responding = "steps",
  skip = "names",
  source = "name",
  spell = "name",
  to = "name",
  token = "truth",
  transformed = "truth",
  turn = "number",
  under = "player",
  with = "name",
  x = "number",
  zone = "text",
}

-- What stands behind each verb.
local VERBS <const> = {
  act = "text",
  answer = "answer",
  activate = "name",
  attach = "name",
  await = "text",
  become_copy = "name",
  check = "moment",
  choose = "name",
  cleanup = "done",
  end_effect = "text",
  end_turn = "done",
  exchange_control = "pair",
  gain_control = "name",
  go = "text",
  phase = "text",
  put = "text",
  resolve = "text",
  resolve_top = "done",
  sba = "done",
  settle = "text",
  start = "player",
  concede = "player",
  tick = "text",
  token = "text",
  token_copy = "name",
  trigger = "name",
}

-- Verbs whose operand is read by itself.
local OTHERS <const> =
  lists.set_of({ "base", "effect", "emit", "migrate", "refused", "seed" })

function KINDS.pair(value)
  local problem = not is_plain_table(value) and expected("two names", value) or KINDS.names(value)
  return problem or (#value ~= 2 and "expected two names") or nil
end

local function unknown_player(players, value)
  if players and type(value) == "string" and not lists.includes(players, value) then
    return ("no player '%s'; there are %s"):format(value, table.concat(players, ", "))
  end
  return nil
end

function KINDS.player(value, players)
  return KINDS.name(value) or unknown_player(players, value)
end

function KINDS.players(value, players)
  local problem = type(value) ~= "string" and KINDS.objects(value) or nil
  for _, name in ipairs(is_plain_table(value) and value or { value }) do
    problem = problem or unknown_player(players, name)
  end
  return problem
end

-- The kind of what a step says for a field of an event, and for a base value, by its type.
local OF_EVENTS <const> = { flag = "truth", int = "amount", ref = "name", sym = "text" }
local OF_BASES <const> =
  { flag = "truth", int = "number", ref = "name", set = "names", sym = "name" }

--- The attribute that gets what a step says in a field, by a word of the rules.
local function written(word, field)
  for attribute, value in host.sorted_pairs(word.writes or {}) do
    if value == field then
      return attribute
    end
  end
  return nil
end

--- The kind of a field that the rules declare: of an event, or of a base value.
local function declared_kind(game, word, field)
  local schema = game.schema
  local own = word and word.event and word.takes[field]
  local kind = own and OF_EVENTS[game.kinds:kind(word.event).fields[own]]
  local base = word and written(word, field)
  if base then
    return OF_EVENTS[schema.attributes[base].kind]
  end
  local attribute = schema.attributes[field]
  return kind or attribute and OF_BASES[attribute.kind] or nil
end

--- What is wrong with a field that stands beside a verb or in an object; nil if nothing is.
---@param reader strata.ScenarioReader
---@param field string
---@param value any
---@param word? strata.StepWord that the rules declare, of a step
---@return string|nil
function M.field_problem(reader, field, value, word)
  local kind = FIELDS[field] or declared_kind(reader.game, word, field)
  return kind and KINDS[kind](value, reader.players)
end

--- Whether a value is an empty list where objects or players are named. Of a word that makes an
--- event its compilation says so.
local function is_nobody(kind, value, word)
  local is_empty = is_plain_table(value) and next(value) == nil
  return is_empty and not (word and word.event) and (kind == "objects" or kind == "players")
end

--- What is wrong with what stands behind a verb; nil if nothing is.
---@param reader strata.ScenarioReader
---@param verb string
---@param value any
---@param word? strata.StepWord
---@return string|nil
function M.verb_problem(reader, verb, value, word)
  if OTHERS[verb] or word and word.rows then
    return nil
  end
  local own = word and KINDS[word.of] and word.of
  local kind = VERBS[verb] or own or "objects"
  if is_nobody(kind, value, word) then
    return "expected a name or a list of names, got an empty list"
  end
  return KINDS[kind](value, reader.players)
end

-- -- Names of objects -------------------------------------------------------------

-- A name that differs in a letter or two from what a scenario has is a mistake, which would show
-- only as the step is played.

-- Verbs of every game behind which objects stand, and fields that name some.
local OBJECTS <const> = lists.set_of({
  "activate", "add_counters", "attach", "become_copy", "choose", "detach", "exchange_control",
  "face_down", "gain_control", "move", "remove_counters", "restamp", "token_copy", "transform",
  "trigger",
})
local NAMING <const> = { "copying", "of", "on", "source", "spell", "with" }

--- Add the names that a value says: one, or a list.
local function add(names, value)
  local list = table_reader.is_plain(value) and value or { value }
  for _, name in ipairs(list) do
    names[#names + 1] = type(name) == "string" and name or nil
  end
end

--- Add what rows, or the fields of an event that a step says, name.
local function add_of_word(names, game, word, step)
  local known = game.kinds:kind(word.event)
  for option, field in host.sorted_pairs(word.takes) do
    add(names, known.fields[field] == "ref" and step[option] or nil)
  end
  for _, row in ipairs(word.rows and step[1] or {}) do
    for place, field in ipairs(word.rows) do
      add(names, known.fields[field] == "ref" and row[place] or nil)
    end
  end
end

--- Add what the events of a step `emit` name.
local function add_of_acts(names, game, acts)
  for _, act in ipairs(table_reader.is_plain(acts) and acts or { acts }) do
    local known = game.kinds:kind(act.kind)
    for field, value in host.sorted_pairs(act.given) do
      add(names, known.fields[field] == "ref" and value or nil)
    end
  end
end

--- The names of objects and players that a step says.
local function names_of(game, step)
  local names, word = {}, game.step_words[step.verb]
  for _, field in ipairs(NAMING) do
    add(names, step[field])
  end
  if OBJECTS[step.verb] or word and not word.rows then
    add(names, step[1])
  end
  if word and word.event then
    add_of_word(names, game, word, step)
  elseif step.verb == "emit" and not phrase.is(step[1]) then
    add_of_acts(names, game, step[1])
  end
  return names
end

--- Whether a game has a word, of whatever kind.
local function is_word(game, name)
  local data = game.schema.data
  return game.schema:find_word(name) ~= nil or game.kinds.known[name] ~= nil
    or (data.zones or {})[name] ~= nil or lists.includes(data.symbols or {}, name)
end

--- An answer that is nearly the id of an object, and nothing else that the game knows; nil if none
--- is. Answers are words of many kinds, so names of cards are none of those it may be near.
local function answer_problem(reader, answer)
  local is_else = type(answer) ~= "string" or expect_subjects.is_known(reader, answer)
    or is_word(reader.game, answer)
  local near = not is_else and spelling.nearest(answer, spelling.keys(reader.ids))
  local form = "answers: no object is called '%s'; did you mean '%s'?"
  return near and form:format(answer, near) or nil
end

--- What is wrong with the names that a step says; nil if nothing is.
---@param reader strata.LineReader
---@param step table compiled
---@return string|nil
function M.name_problem(reader, step)
  for _, name in ipairs(names_of(reader.game, step)) do
    local is_fine, refused = pcall(expect_subjects.need, reader, name)
    if not is_fine then
      return type(refused) == "table" and refused.unread or error(refused, 0)
    end
  end
  for _, answer in ipairs(step.answers or {}) do
    local problem = answer_problem(reader, answer)
    if problem then
      return problem
    end
  end
  return nil
end

return M
