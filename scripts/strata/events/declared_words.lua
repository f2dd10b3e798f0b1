--- The words of steps that a game's rules declare in `steps`: checked against its events, zones and
--- attributes, and in a form that steps compile from.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local event_vocabulary = require("strata.events.event_vocabulary")
local host = require("strata.host")
local former_rules = require("strata.lang.former_rules")
local ruleset_errors = require("strata.lang.ruleset_errors")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

---@class strata.StepWord
---@field event? string what it makes, once for each object that a step names: an event or alias
---@field of "objects"|"anybody"|"player"|"players" what stands behind the word
---@field rows? string[] instead: lists, whose items are these fields of the event
---@field first? { event: string, who: string, count: string } what must happen to another object
---@field to? string the zone to which it moves objects, where no event does
---@field same? boolean they stay the objects that they are
---@field writes? table<string, any> base values: constants, or the names of fields of the step
---@field when? string what must hold of an object before,
---@field leaves? string and after it
---@field takes table<string, string> fields of the step, and the field of the event that each gives
---@field needs? string[] fields that must be said
---@field with table<string, string> what the event's other fields are, as texts
---@field from? string the zone in which its objects usually are
---@field often integer how often random games do it, beside others
---@field fields string[] what a step may say beside it
---@field is_placed boolean a step can say the state of what it moves
---@field had_event? boolean of a former word: it makes an event where the rules have that
---@field is_former? boolean its rules declare no words of steps

local OF <const> = { anybody = true, objects = true, player = true, players = true }

-- -- Reading -------------------------------------------------------------------

--- The fields of the event by what a step calls them: { "count", on = "host" }.
local function taken(list)
  local takes = {}
  for key, field in host.sorted_pairs(list or {}) do
    takes[math.type(key) == "integer" and field or key] = field
  end
  return takes
end

--- A value as the text of an expression; of a field of words it is a word.
local function text_of(schema, kind, value)
  if kind == "sym" then
    return ("'%s'"):format(schema:symbol(value))
  end
  return tostring(value)
end

local function field_type(known, field)
  return known.fields[field] or event_vocabulary.COMMON[field]
end

-- What a step may say of all that it moves, and of all events that it makes.
local PLACED <const> = { "under", "position" }
local MAKES_EVENTS <const> = { "by", "source", "repeated" }

local function is_placed(said)
  return said.to ~= nil and not said.same
end

local function makes_events(said)
  return (said.event ~= nil or said.had_event) and said.first == nil
end

--- What a step may say: the fields that the event gets, and those that base values get.
local function fields_of(said)
  local fields = spelling.keys(taken(said.takes))
  for _, value in host.sorted_pairs(said.writes or {}) do
    fields[#fields + 1] = type(value) == "string" and value or nil
  end
  local lists_of = { is_placed(said) and PLACED or {}, makes_events(said) and MAKES_EVENTS or {} }
  for _, more in ipairs(lists_of) do
    table.move(more, 1, #more, #fields + 1, fields)
  end
  return lists.unequal(fields)
end

--- What an event gets that no step says, as texts of expressions.
local function unsaid(schema, said, known)
  local with = {}
  for field, value in host.sorted_pairs(said.with or {}) do
    with[field] = text_of(schema, field_type(known, field), value)
  end
  return with
end

--- A word in the form that steps compile from.
local function read(game, said, known)
  local word = lists.copied(said)
  word.fields = said.fields or fields_of(said)
  word.takes, word.with = taken(said.takes), unsaid(game.schema, said, known)
  word.of, word.often = said.of or "objects", said.often or 0
  word.is_placed = is_placed(said)
  return word
end

-- -- Checking ------------------------------------------------------------------

--- Refuse a list with a hole, or with the same name twice; `on = "host"` may stand beside it.
local function check_list(game, keys, list)
  local items = {}
  for key, item in host.sorted_pairs(list or {}) do
    if math.type(key) == "integer" then
      items[key] = item
    end
  end
  local _, message = table_reader.list_mistake(items)
  if message then
    ruleset_errors.refuse(game, keys, "%s", message)
  end
end

local function check_fields(game, keys, known, fields)
  for key, field in host.sorted_pairs(fields or {}) do
    if not field_type(known, field) then
      local hint = spelling.hint(field, spelling.keys(known.fields))
      local at = table.move(keys, 1, #keys, 1, {})
      at[#at + 1] = key
      ruleset_errors.refuse(game, at, "no field '%s' of that event%s", field, hint)
    end
  end
end

-- What a word can give to a field of its event, by the field's type: a constant, or the text of an
-- expression.
local GIVEN <const> = {
  flag = { boolean = true, string = true, "true, false or the text of a condition" },
  int = { integer = true, string = true, "a number or the text of one" },
  ref = { string = true, "the text of an object" },
  sym = { string = true, "a word" },
}

--- Refuse what a field of an event cannot be: a value of another type, or what asks for a field
--- that the event does not have.
local function check_given(game, name, known, field, value)
  local keys, wanted = { "steps", name, "with", field }, GIVEN[field_type(known, field)]
  if wanted and not wanted[math.type(value) or type(value)] then
    ruleset_errors.refuse(game, keys, "expected %s, got %s", wanted[1], vocabulary.said(value))
  end
  for asked in tostring(value):gmatch("%f[%w_]event%.([%a_][%w_]*)") do
    if not field_type(known, asked) then
      local hint = spelling.hint(asked, spelling.keys(known.fields))
      ruleset_errors.refuse(game, keys, "no field '%s' of that event%s", asked, hint)
    end
  end
end

--- Refuse fields that the event of a word does not have, and values that they cannot have.
local function check_event(game, name, said)
  local known = game.kinds:kind(said.event)
  for _, field in ipairs({ "rows", "takes" }) do
    check_fields(game, { "steps", name, field }, known, said[field])
  end
  for field, value in host.sorted_pairs(said.with or {}) do
    check_fields(game, { "steps", name, "with" }, known, { [field] = field })
    check_given(game, name, known, field, value)
  end
end

-- What constants of base values are, by the type of their attribute.
local CONSTANTS <const> = {
  flag = { "boolean", "true or false" },
  int = { "number", "a number" },
  set = { "string", "a word" },
  sym = { "string", "a word" },
  text = { "string", "a text" },
}

--- Refuse a base value of no attribute, or of another type than its attribute.
local function check_value(game, keys, attribute, value)
  local attributes = game.schema.attributes
  ruleset_errors.need_known(game, keys, "attribute", attribute, attributes)
  local wanted = CONSTANTS[attributes[attribute].kind]
  if not wanted then
    local form = "'%s' is %s, which no constant can be; leave it out"
    ruleset_errors.refuse(game, keys, form, attribute, attributes[attribute].kind)
  elseif type(value) ~= wanted[1] then
    local form = "'%s' is %s; expected %s, got %s"
    ruleset_errors.refuse(game, keys, form, attribute, attributes[attribute].kind, wanted[2],
      vocabulary.said(value))
  end
end

--- The first of some fields that a word says.
local function first_of(said, fields)
  for _, field in ipairs(fields) do
    if said[field] ~= nil then
      return field
    end
  end
  return nil
end

--- Refuse a word that would do nothing, or says besides what no word of its kind does.
local function check_kind(game, name, said)
  local does, condition = first_of(said, { "event", "to" }), first_of(said, { "when", "leaves" })
  local form
  if said.writes then
    form = does and "it writes, and says '%s' besides; make two words of it"
  elseif not does then
    form = "it does nothing; say event, to or writes"
  else
    form = condition and "'%s' stands beside writes; what an event needs its rules say (`can`)"
  end
  if form then
    ruleset_errors.refuse(game, { "steps", name }, form, said.writes and does or condition)
  end
end

--- Refuse what is said of an event where a word makes none, and of a move where it makes none.
local function check_eventless(game, name, said)
  local idle = not said.event and first_of(said, { "first", "rows", "takes", "with" })
  if idle then
    local form = "'%s' is about an event, and this word makes none; take it out"
    ruleset_errors.refuse(game, { "steps", name, idle }, form, idle)
  elseif said.same ~= nil and said.to == nil then
    local form = "'same' is about a move, and this word has no zone, to; take it out"
    ruleset_errors.refuse(game, { "steps", name, "same" }, form)
  end
end

--- Refuse a base value that no step can write: a constant of another type, or a field that steps
--- need not say.
local function check_written(game, name, said, attribute, value)
  local keys = { "steps", name, "writes", attribute }
  if type(value) ~= "string" then
    check_value(game, keys, attribute, value)
    return
  end
  ruleset_errors.need_known(game, keys, "attribute", attribute, game.schema.attributes)
  if not lists.includes(said.needs or {}, value) then
    local form = "a text is the name of a field that the step says, and '%s' is none of needs; "
      .. "write needs = { \"%s\" } or a constant"
    ruleset_errors.refuse(game, keys, form, value, value)
  end
end

--- Refuse a field that must be said and that no step can say. What moves objects may also be told
--- what they are then.
local function check_needs(game, name, said)
  if is_placed(said) then
    return
  end
  local fields = fields_of(said)
  for place, needed in ipairs(said.needs or {}) do
    if not lists.includes(fields, needed) then
      local form = "no step can say '%s'; it is none of the names in takes%s"
      local hint = spelling.hint(needed, fields)
      ruleset_errors.refuse(game, { "steps", name, "needs", place }, form, needed, hint)
    end
  end
end

--- Refuse a word that would do nothing, or would do it to what the rules do not have.
local function check(game, name, said)
  local schema, kinds = game.schema, game.kinds
  local function at(field)
    return { "steps", name, field }
  end
  check_kind(game, name, said)
  check_eventless(game, name, said)
  for _, field in ipairs({ "needs", "rows", "takes" }) do
    check_list(game, at(field), said[field])
  end
  ruleset_errors.need_known(game, at("event"), "event", said.event, kinds.known)
  ruleset_errors.need_known(game, at("of"), "kind of operand", said.of, OF)
  for _, field in ipairs({ "from", "to" }) do
    ruleset_errors.need_known(game, at(field), "zone", said[field], schema.data.zones or {})
  end
  for attribute, value in host.sorted_pairs(said.writes or {}) do
    check_written(game, name, said, attribute, value)
  end
  if said.first then
    local first = said.first.event
    local own = { "steps", name, "first", "event" }
    ruleset_errors.need_known(game, own, "event", first, kinds.known)
  end
  if said.event then
    check_event(game, name, said)
  end
  check_needs(game, name, said)
end

-- What a declared line can ask, and what its name must be one of.
local ASKED <const> = {
  bottom = "zone", events = "event", happened = "event", is = "attribute", is_not = "attribute",
  number = "attribute", top = "zone",
}

-- The types of the attributes of which lines ask.
local TYPES <const> = { is = "flag", is_not = "flag", number = "int" }

-- What stands for what a scenario writes, in the order in which each question reads it.
local PLACES <const> = {
  bottom = { "WHO CARD" }, events = { "WHO N" }, happened = { "WHO TRUTH" },
  is = { "WHO", "WHO TRUTH" }, is_not = { "WHO", "WHO TRUTH" }, number = { "WHO N" },
  top = { "WHO CARD" },
}

--- Refuse a line whose words in capitals are not those that its question reads.
local function check_places(game, line, what)
  local found = {}
  for word in line:gmatch("%f[%w]%u+%f[^%w]") do
    found[#found + 1] = word
  end
  local said, wanted = table.concat(found, " "), PLACES[what]
  if not lists.includes(wanted, said) then
    local form = "its words in capitals are %s; expected %s, for what a scenario writes there"
    local had = said ~= "" and said or "none"
    ruleset_errors.refuse(game, { "lines", line }, form, had, table.concat(wanted, " or "))
  end
end

--- Refuse a line of scenarios that asks for what the rules do not have.
local function check_line(game, line, asked_for)
  local schema, what = game.schema, spelling.keys(asked_for)
  if #what ~= 1 then
    local form = "it asks for one thing, such as events = ..."
    ruleset_errors.refuse(game, { "lines", line }, form)
  end
  local known = { attribute = schema.attributes, event = game.kinds.known }
  known.zone = schema.data.zones
  local kind = ASKED[what[1]]
  local keys, name = { "lines", line, what[1] }, asked_for[what[1]]
  ruleset_errors.need_known(game, keys, kind, name, known[kind] or {})
  check_places(game, line, what[1])
  local wanted = TYPES[what[1]]
  if wanted and schema.attributes[name].kind ~= wanted then
    local form = "'%s' is %s, and the line asks for %s; name an attribute of type %s"
    ruleset_errors.refuse(game, keys, form, name, schema.attributes[name].kind, wanted, wanted)
  end
end

--- Refuse attributes that have a name together and are no numbers of the rules, and a word without
--- which nothing has them.
local function check_size(game, name, size)
  local attributes = game.schema.attributes
  for place, attribute in ipairs(size) do
    local own = { "sizes", name, place }
    ruleset_errors.need_known(game, own, "attribute", attribute, attributes)
    if attributes[attribute].kind ~= "int" then
      local form = "'%s' is %s; name an attribute of type int"
      ruleset_errors.refuse(game, own, form, attribute, attributes[attribute].kind)
    end
  end
  if size.being and not game.schema:find_word(size.being) then
    local hint = spelling.hint(size.being, game.schema:all_words())
    ruleset_errors.refuse(game, { "sizes", name, "being" }, "no word '%s'%s", size.being, hint)
  end
end

--- Refuse numbers that have a name together, and values to begin with, of no attribute.
local function check_attributes(game)
  local data = game.schema.data
  for name, size in host.sorted_pairs(data.sizes or {}) do
    check_size(game, name, size)
  end
  for attribute, value in host.sorted_pairs(data.starting or {}) do
    check_value(game, { "starting", attribute }, attribute, value)
  end
end

-- -- Former words --------------------------------------------------------------

--- Those of some fields that an event has; none without an event.
local function fit(known, fields, is_field)
  local fitting = {}
  for key, value in host.sorted_pairs(known and fields or {}) do
    fitting[key] = field_type(known, is_field and key or value) and value or nil
  end
  return fitting
end

--- A former word as these rules can have it: with its event if they have that, and with those of
--- its fields that the event has.
local function former(game, said)
  local known = game.kinds.known[said.event] and game.kinds:kind(said.event)
  local word = lists.copied(said)
  word.is_former, word.had_event = true, said.event ~= nil
  word.fields = fields_of(word)
  word.event = known and said.event or nil
  word.takes, word.with = fit(known, said.takes), fit(known, said.with, true)
  return read(game, word, known)
end

--- The words of steps of a game. Raises with the place in its rules if one is wrong.
---@param game strata.Game with its schema and its kinds of events
---@param torn table<string, true> words that packs contradict each other about; they are left out
---@return table<string, strata.StepWord>
function M.of(game, torn)
  local words = {}
  check_attributes(game)
  local lines = game.schema.data.lines
  for line, asked_for in host.sorted_pairs(lines ~= former_rules.LINES and lines or {}) do
    check_line(game, line, asked_for)
  end
  if game.schema.is_former then
    for name, said in host.sorted_pairs(former_rules.STEPS) do
      words[name] = former(game, said)
    end
    return words
  end
  for name, said in host.sorted_pairs(game.schema.data.steps or {}) do
    if not torn[name] then
      check(game, name, said)
      words[name] = read(game, said, said.event and game.kinds:kind(said.event))
    end
  end
  return words
end

return M
