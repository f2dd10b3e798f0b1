--- Compiles the event types that a pack's events.lua declares to the tables that strata.rules
--- reads.
---
--- Event types refer to each other before they are declared, and their names are words of the file.
--- So the names are first collected from the text, and the declarations are checked after the file
--- has run.
local file_outline = require("strata.base.file_outline")
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local act_compiler = require("strata.events.act_compiler")
local event_phases = require("strata.events.event_phases")
local event_vocabulary = require("strata.events.event_vocabulary")
local course_words = require("strata.events.course_words")
local pay_words = require("strata.events.pay_words")
local declarations = require("strata.events.declarations")
local sba_words = require("strata.events.sba_words")
local host = require("strata.host")
local expr_words = require("strata.lang.expr_words")
local phrase = require("strata.lang.phrase")
local rules_reader = require("strata.lang.rules_reader")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

---@class strata.Kinds
---@field schema strata.Schema
---@field files strata.Files
---@field events table<string, table> as strata.rules reads them
---@field known table<string, table> by name: { word, path, line, fields, of }
---@field fields table<string, string> the types of all fields
---@field handlers table<string, true|function> by name: a host's, or a function of a file
---@field reserved table<string, any> words of card files
---@field cards table<string, table> by name: acts that make such
---@field declarations strata.Declarations what files declare besides, until it is compiled
---@field checks table<string, table> state-based actions, as strata.rules reads them
---@field play? table turns, stack and loops, in the same form
---@field course? table[] the periods of the game, in the same form
---@field turn_number? string expression for the number by which steps call a turn
---@field periods? table<string, table> by their names, what files say of them
---@field pools table<string, strata.Pool> what is paid from, by their names
---@field is_current? boolean the file of events that is read says as_of = "0.4"
---@field has_current? boolean some file does
---@field former table[] `events { ... }` of the files that do not
---@field is_immediate? boolean triggers of these rules do not wait until an action settles, by what
--- `play` says; known after Kinds:settle
local Kinds = {}
Kinds.__index = Kinds

---@param schema strata.Schema
---@param files strata.Files
---@return strata.Kinds
---@param reserved? table<string, any> words that no kind may be called by
function M.new(schema, files, reserved)
  local kinds = { schema = schema, files = files, events = {}, known = {} }
  kinds.fields, kinds.handlers, kinds.checks = {}, {}, {}
  kinds.reserved, kinds.cards, kinds.pools = reserved or {}, {}, {}
  kinds.declarations, kinds.former = declarations.new(), {}
  return setmetatable(kinds, Kinds)
end

-- -- Looking through the text ------------------------------------------------

local DECLARES <const> = { event = true, alias = true }

local function kind_at(tokens, at)
  return tokens[at] and tokens[at].kind
end

-- What an item of a list stands behind, and before.
local BEFORE <const> = { ["{"] = true, [","] = true, [";"] = true }
local BEHIND <const> = { ["}"] = true, [","] = true, [";"] = true }

local DEPTH <const> = { ["{"] = 1, ["("] = 1, ["}"] = -1, [")"] = -1 }

--- Whether a token is a text that is an item of a list.
local function is_listed_text(tokens, at)
  local is_text = kind_at(tokens, at) == "string"
  return is_text and BEFORE[kind_at(tokens, at - 1)] and BEHIND[kind_at(tokens, at + 1)]
end

--- The first text in the list of a constructor that opens at a token; nil if there is none.
local function first_text(tokens, open)
  local depth, at = 0, open
  repeat
    if depth == 1 and is_listed_text(tokens, at) then
      return tokens[at].text
    end
    depth = depth + (DEPTH[kind_at(tokens, at)] or 0)
    at = at + 1
  until depth == 0 or at > #tokens
  return nil
end

--- The name that is declared at a token, `event { "draw"`; nil if none is.
local function declared_at(tokens, at)
  local word = tokens[at]
  if word.kind ~= "word" or not DECLARES[word.text] then
    return nil
  end
  local open = kind_at(tokens, at + 1) == "(" and at + 2 or at + 1
  return kind_at(tokens, open) == "{" and first_text(tokens, open) or nil
end

local function refuse_line(kinds, path, line, form, ...)
  error(kinds.files:message(path, line, form:format(...)), 0)
end

--- What a name is to be if it is spelled as none can be: "; write 'who_is'", nil if it is well.
local function respelled(name)
  if rules_reader.LUA[name] then
    return "; it is a word of Lua, so no file could write it; take another"
  elseif name:match("^[%l_][%l%d_:]*$") then
    return nil
  end
  local slug = name:lower():gsub("[^%l%d]+", "_"):gsub("^[%d_]+", "")
  return slug ~= "" and ("; write '%s'"):format(slug) or ""
end

local function add_known(kinds, path, line, name, taken)
  local earlier, spelled = kinds.known[name], respelled(name)
  if spelled then
    local form = "event '%s': a name has lower-case letters, digits and _%s"
    refuse_line(kinds, path, line, form, name, spelled)
  elseif earlier then
    local form = "event '%s' is declared already, in %s:%d; give it another name"
    refuse_line(kinds, path, line, form, name, earlier.path, earlier.line)
  elseif taken[name] ~= nil then
    local form = "event '%s': files have a word of this name; give it another"
    refuse_line(kinds, path, line, form, name)
  end
  kinds.known[name] = { path = path, line = line, fields = {} }
end

local TYPES <const> = { "int", "flag", "ref", "sym" }

local function is_type(value)
  return value == "int" or value == "flag" or value == "ref" or value == "sym"
end

--- Names that acts have for options, so that no field may be called so.
local TAKEN <const> = { as = true, instead = true, times = true, when = true }

local function check_field(kinds, path, name, field)
  local line, value = field.line, field.value
  if TAKEN[name] then
    refuse_line(kinds, path, line, "fields: '%s' is an option of acts; choose another", name)
  elseif event_vocabulary.COMMON[name] then
    refuse_line(kinds, path, line, "fields: every event has a field '%s' already", name)
  elseif not is_type(value) then
    local got = value and ("'%s'"):format(value) or "something else"
    local hint = value and spelling.hint(value, TYPES) or ""
    local form = "fields: %s: expected int, flag, ref or sym as a text, got %s%s"
    refuse_line(kinds, path, line, form, name, got, hint)
  elseif kinds.fields[name] and kinds.fields[name] ~= value then
    local form = "fields: '%s' is of type %s in another event; take another name"
    refuse_line(kinds, path, line, form, name, kinds.fields[name])
  end
end

-- What events and aliases may say.
local FORMS <const> = {
  event = table_reader.form(1, {
    affected = true,
    amount = true,
    can = true,
    defaults = true,
    does = true,
    enters = "boolean",
    fields = true,
    looks_back = "boolean",
    matters = true,
    merge_by = true,
    merge_sum = true,
    one_by_one = true,
    phases = true,
    quiet = "boolean",
    results = true,
  }),
  alias = table_reader.form(
    1,
    { enters = "boolean", gives = true, looks_back = "boolean", of = true, where = true }
  ),
}

-- The words of items in `events { ... }`.
local ITEMS <const> = { "alias", "amend", "check", "course", "event", "play", "pool" }

--- Refuse a field of an event that is nearly `fields`: what it declares is unknown elsewhere.
local function check_fields_word(kinds, path, box)
  for name, field in host.sorted_pairs(box.fields) do
    if not FORMS.event.fields[name] and spelling.nearest(name, { "fields" }) then
      local form = "event: no field '%s'; did you mean 'fields'?"
      refuse_line(kinds, path, field.line, form, name)
    end
  end
end

--- Refuse another word where the items of a file stand: what it would declare is unknown elsewhere.
local function check_item_word(kinds, path, box)
  local is_item = box.word and box.place > 0 and box.parent and box.parent.word == "events"
  if is_item and not lists.includes(ITEMS, box.word) then
    local hint = spelling.hint(box.word, ITEMS)
    refuse_line(kinds, path, box.line, "events: unknown word '%s'%s", box.word, hint)
  elseif is_item and box.word == "event" and box.fields.fields == nil then
    check_fields_word(kinds, path, box)
  end
end

--- Note what a file declares: kinds and aliases, and the types of fields.
local function look_through(kinds, path, taken)
  local outline = file_outline.outline(path, host.read(path))
  for at, token in ipairs(outline.tokens) do
    local name = declared_at(outline.tokens, at)
    if name then
      add_known(kinds, path, token.line, name, taken)
    end
  end
  for _, box in ipairs(outline.boxes) do
    check_item_word(kinds, path, box)
    if box.field == "fields" and box.parent and box.parent.word == "event" then
      for name, field in host.sorted_pairs(box.fields) do
        check_field(kinds, path, name, field)
        kinds.fields[name] = field.value
      end
    end
  end
end

-- -- What a kind says --------------------------------------------------------

local function read_flags(item, into)
  local given = item.given
  into.enters, into.look_back, into.quiet = given.enters, given.looks_back, given.quiet
end

--- Raise that an option wants the name of a field: event.who is what it holds.
local function refuse_field(kinds, item, option, fields)
  local value = item.given[option]
  local name = phrase.is(value) and value.text:match("^event%.([%l%d_]+)$")
  local hint = name and ('; write %s = "%s"'):format(option, name)
    or spelling.hint("", spelling.keys(fields))
  local form = "%s: expected the name of a field as a text, got %s%s"
  kinds.files:blame(item, option, form, option, name and value.text or vocabulary.said(value), hint)
end

--- The name of a field of this kind that an option gives.
local function read_field(kinds, item, option, fields, wanted)
  local name = item.given[option]
  if name == nil then
    return nil
  elseif type(name) ~= "string" then
    return refuse_field(kinds, item, option, fields)
  end
  local own = fields[name] or event_vocabulary.COMMON[name]
  if not own then
    local form, hint = "%s: no field '%s'%s", spelling.hint(name, spelling.keys(fields))
    kinds.files:blame(item, option, form, option, name, hint)
  elseif wanted and own ~= wanted then
    local form = "%s: '%s' is of type %s, not %s"
    kinds.files:blame(item, option, form, option, name, own, wanted)
  end
  return name
end

--- Parts that happen one by one: how often each does may stand first.
local function read_one_by_one(kinds, program, item)
  local list = item.given.one_by_one
  local times = type(list) == "table" and act_compiler.is_number(list[1]) and list[1] or nil
  if not times then
    return program:deeds(item, "one_by_one", list)
  end
  if #list == 1 then
    local form = "one_by_one: it has nothing to do; say acts behind how often"
    kinds.files:blame(item, "one_by_one", form)
  end
  local rest = lists.copied(list)
  table.remove(rest, 1)
  local deeds = program:deeds(item, "one_by_one", rest)
  local text = program:text(item, "one_by_one", times, "int")
  for _, deed in ipairs(deeds) do
    deed.times = deed.times or text
  end
  return deeds
end

--- defaults = { from = event.who.zone }: what acts give that do not say. As texts, by field.
local function read_defaults(kinds, item, fields)
  local given, into = item.given.defaults, {}
  if given == nil then
    return into
  elseif type(given) ~= "table" or given.word then
    local form = "defaults: expected values by field, got %s"
    kinds.files:blame(item, "defaults", form, vocabulary.said(given))
  end
  local program = act_compiler.new(kinds)
  for field, value in host.sorted_pairs(given) do
    if not fields[field] then
      local hint = spelling.hint(tostring(field), spelling.keys(fields))
      kinds.files:blame(item, "defaults", "defaults: no field '%s'%s", tostring(field), hint)
    end
    into[field] = program:text(item, field, value, fields[field])
  end
  return into
end

--- What the text does not show: types by the names of fields.
local function check_fields(kinds, item, fields)
  local is_plain = type(fields) == "table" and not fields.word and not phrase.is(fields)
  if not is_plain or fields[1] ~= nil then
    local form = 'fields: expected types by name, as in { who = "ref" }, got %s'
    kinds.files:blame(item, "fields", form, vocabulary.said(is_plain and fields[1] or fields))
  end
  for name in host.sorted_pairs(fields) do
    local spelled = respelled(tostring(name))
    if spelled then
      local form = "fields: '%s': a name has lower-case letters, digits and _%s"
      kinds.files:blame(item, { "fields", name }, form, tostring(name), spelled)
    end
  end
end

local function read_event(kinds, item, name)
  local given, program = item.given, act_compiler.new(kinds)
  local fields = given.fields or {}
  check_fields(kinds, item, fields)
  local into = { fields = given.fields }
  kinds.known[name].fields, kinds.known[name].affected = fields, given.affected
  kinds.known[name].amount = given.amount
  into.affected = read_field(kinds, item, "affected", fields, "ref")
  into.amount = read_field(kinds, item, "amount", fields, "int")
  into.merge_by = read_field(kinds, item, "merge_by", fields)
  into.merge_sum = read_field(kinds, item, "merge_sum", fields, "int")
  into.matters = program:condition(item, "matters", given.matters)
  into.can = program:condition(item, "can", given.can)
  into.phases = event_phases.read(program, item)
  kinds.known[name].defaults = read_defaults(kinds, item, fields)
  read_flags(item, into)
  kinds.known[name].enters, kinds.known[name].is_current = into.enters, kinds.is_current
  return into
end

--- Performing an event makes no other.
local function refuse_acts(kinds, item)
  local does = item.given.does
  local list = type(does) == "table" and not does.word and does or { does }
  for place, deed in ipairs(list) do
    if type(deed) == "table" and not phrase.is(deed) and deed.word == "act" then
      local form = "does: in place %d of its list %s is an event of its own; say it in"
        .. " results = { ... }"
      kinds.files:blame(item, { "does", place }, form, place, vocabulary.said(deed))
    end
  end
end

--- Deeds, which may be acts of any kind: so after all kinds are known.
local function read_deeds(kinds, item, into)
  local given, program = item.given, act_compiler.new(kinds)
  if given.does ~= nil then
    refuse_acts(kinds, item)
    into.does = program:deeds(item, "does", given.does)
  end
  if given.results ~= nil then
    into.results = program:deeds(item, "results", given.results)
  end
  if given.one_by_one ~= nil then
    into.one_by_one = read_one_by_one(kinds, program, item)
  end
end

--- What an alias gives, field by field: it can be an act then. As a condition: that it is so.
local function read_given(kinds, item, known)
  local given, tests = item.given.gives, {}
  if given == nil then
    return tests
  elseif type(given) ~= "table" or given.word then
    kinds.files:blame(
      item,
      "gives",
      "gives: expected values by field, got %s",
      vocabulary.said(given)
    )
  end
  local program, into = act_compiler.new(kinds), {}
  for field, value in host.sorted_pairs(given) do
    local kind = known.fields[field]
    if not kind then
      local hint = spelling.hint(tostring(field), spelling.keys(known.fields))
      kinds.files:blame(item, "gives", "gives: no field '%s'%s", tostring(field), hint)
    end
    into[field] = program:text(item, field, value, kind)
    tests[#tests + 1] = ("event.%s = %s"):format(field, into[field])
  end
  kinds.known[item.given[1]].gives = into
  return tests
end

--- Which events of its kind an alias means.
local function read_where(kinds, item, known)
  local tests = read_given(kinds, item, known)
  local where = act_compiler.new(kinds):condition(item, "where", item.given.where)
  if #tests == 0 then
    return where
  end
  tests[#tests + 1] = where and ("(%s)"):format(where) or nil
  return table.concat(tests, " and ")
end

--- Raise that an alias is of no event: one that its file declares before it is an example.
local function no_event(kinds, item, name)
  local other = "event"
  for kind, row in host.sorted_pairs(kinds.known) do
    other = row.path == item.path and row.line < item.line and kind or other
  end
  local form = "alias '%s': of: say which event it is, as of = \"%s\""
  kinds.files:blame(item, nil, form, name, other)
end

--- What an alias is of.
local function known_of(kinds, item, name)
  local of = item.given.of
  if of == nil then
    no_event(kinds, item, name)
  end
  local known = type(of) == "string" and kinds.known[of]
  if not known then
    local hint = type(of) == "string" and spelling.hint(of, spelling.keys(kinds.known)) or ""
    local form = "alias '%s': of: no event '%s'%s"
    kinds.files:blame(item, "of", form, name, vocabulary.said(of), hint)
  end
  local end_of = known
  while end_of and end_of ~= kinds.known[name] do -- aliases in a circle would never end
    end_of = end_of.of and kinds.known[end_of.of]
  end
  if end_of then
    local form = "alias '%s': of: '%s' is an alias of it; name an event that is none"
    kinds.files:blame(item, "of", form, name, of)
  end
  return known
end

local function read_alias(kinds, item, name)
  local of, known = item.given.of, known_of(kinds, item, name)
  kinds.known[name].of = of
  local into = { of = of, where = read_where(kinds, item, known) }
  read_flags(item, into)
  kinds.known[name].enters = into.enters
  return into
end

-- -- Loading -----------------------------------------------------------------

--- What a file of events sees, but for the settings of its pack.
---@param schema strata.Schema
---@param known table<string, table> kinds, see strata.Kinds
---@param fields table<string, string> in the same form
---@return table<string, any>
function M.environment(schema, known, fields)
  local all = vocabulary.library(schema)
  local into = expr_words.add_measures(expr_words.library(schema), schema)
  into.add, into.set, into.sub = all.add, all.set, all.sub
  return event_vocabulary.add(into, schema, known, fields)
end

--- What is no kind, may speak of all kinds, and can be amended: so it is read behind all of that.
local BESIDES <const> =
  { check = sba_words.check, course = course_words.course, play = sba_words.play }

local function add_item(kinds, list, place)
  local item = list.given[place]
  local word = type(item) == "table" and item.word
  if BESIDES[word] then
    kinds.declarations:add(item, kinds.is_current)
    return item
  elseif word == "amend" then
    table.insert(kinds.declarations.amendments, item)
    return item
  elseif word == "pool" then
    pay_words.pool(kinds, item)
    return item
  elseif not DECLARES[word] then
    local form = "events: in place %d of its list expected event { ... }, or alias, check, play, "
      .. "course or pool, or amend \"pack:name\" { ... }, got %s"
    kinds.files:blame(list, place, form, place, vocabulary.said(item))
  end
  local name = item.given[1]
  table_reader.check(kinds.files, item, FORMS[item.word])
  if type(name) ~= "string" or not kinds.known[name] then
    kinds.files:blame(item, nil, "%s: expected its name first, as a text", item.word)
  end
  kinds.events[name] = (word == "alias" and read_alias or read_event)(kinds, item, name)
  return item
end

--- Keep a function of a file, and name it.
---@param base string what it is of: "classic:grinding_gate_1"
---@param run fun(ctx: strata.Ctx)
---@return string name
function Kinds:keep_handler(base, run)
  local n = 1
  while self.handlers[("%s_h%d"):format(base, n)] do
    n = n + 1
  end
  local name = ("%s_h%d"):format(base, n)
  self.handlers[name] = run
  return name
end

local EVENTS <const> = table_reader.form(math.huge, { as_of = "text", handlers = true })

-- The version whose meaning a file of events can ask for; see `events` in meta/event_words.
local AS_OF <const> = "0.4"

--- as_of = "0.4": what the file declares is read as of that version; else as 0.3 did.
local function read_version(kinds, list)
  local version = list.given.as_of
  if version ~= nil and version ~= AS_OF then
    local form = 'events: as_of: expected "%s", the only version since 0.3, got %s'
    kinds.files:blame(list, "as_of", form, AS_OF, vocabulary.said(version))
  end
  kinds.is_current = version ~= nil
  kinds.has_current = kinds.has_current or kinds.is_current
  kinds.former[#kinds.former + 1] = not kinds.is_current and list or nil
end

--- handlers = { "classic:draw" }: what acts may run by name.
local function read_handlers(kinds, list)
  table_reader.check(kinds.files, list, EVENTS)
  local names = list.given.handlers
  if names ~= nil and not table_reader.is_plain(names) then
    local form = "handlers: expected a list of names, got %s"
    kinds.files:blame(list, "handlers", form, vocabulary.said(names))
  end
  table_reader.check_list(kinds.files, list, "handlers", names or {})
  for _, name in ipairs(names or {}) do
    if type(name) ~= "string" then
      kinds.files:blame(list, "handlers", "handlers: expected names, got %s", vocabulary.said(name))
    end
    kinds.handlers[name] = true
  end
end

--- Add what a file declares, with the words of its pack. What is no event Kinds:settle compiles.
---@param path string
---@param own? table<string, any>
function Kinds:load(path, own)
  local schema = self.schema
  local taken = M.environment(schema, {}, {})
  for name, word in host.sorted_pairs(self.reserved) do
    taken[name] = word
  end
  look_through(self, path, taken)
  local known = M.environment(schema, self.known, self.fields)
  for word, value in host.sorted_pairs(own or {}) do
    known[word] = value
  end
  local list = self.files:run(path, known)
  if type(list) ~= "table" or list.word ~= "events" then
    self.files:refuse_result(path, "events { ... }", list)
  end
  read_handlers(self, list)
  read_version(self, list)
  local items = {}
  for place = 1, #list.given do
    items[place] = add_item(self, list, place)
  end
  for _, item in ipairs(items) do
    if DECLARES[item.word] then
      read_deeds(self, item, self.events[item.given[1]])
    end
  end
end

--- Compile what the files declare besides events. Call it when all files are read.
function Kinds:settle()
  for _, declared in ipairs(self.declarations.list) do
    local read = BESIDES[declared.kind]
    if read then
      self.is_current = declared.is_current
      read(self, declared.item)
    end
  end
  if self.is_immediate == nil then -- where no stack is, and no file is as of 0.3, nothing waits
    local has_stack = self.play ~= nil and self.play.stack ~= nil
    self.is_immediate = self.has_current and #self.former == 0 and not has_stack
  end
end

--- The kind of which an alias is, or the kind itself.
---@param name string
---@return table known
function Kinds:kind(name)
  local known = self.known[name]
  while known.of do
    known = self.known[known.of]
  end
  return known
end

--- A card by its name, of which something is made or could be: as the word that events call it by.
---@param name string
---@param item table the act or pattern
---@return string text
function Kinds:card(name, item)
  local renames = self.files.renames
  local now = renames:known({ [renames:present(name) or name] = true }, name, item.path, item.line)
  self.cards[now] = item
  return ("'%s'"):format(slugs.of(now:match("^[%l%d_]+:([%l%d_]+)$") or now))
end

return M
