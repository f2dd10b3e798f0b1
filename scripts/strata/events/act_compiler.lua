--- Programs: from acts and other deeds of words to the plain tables that strata.rules reads.
local spelling = require("strata.base.spelling")
local perform_acts = require("strata.events.perform_acts")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

---@class strata.Programs
---@field kinds strata.Kinds
---@field made integer how many names it has made up
---@field bound table<string, string> the types of names that deeds have bound, where they are known
---@field rewrite? fun(text: string): string of what expressions say
---@field started? table<string, fun(self: strata.Programs, item: table, into: table[])> by word:
--- deeds that make something watch for events
local Programs = {}
Programs.__index = Programs

---@param kinds strata.Kinds
---@return strata.Programs
function M.new(kinds)
  return setmetatable({ kinds = kinds, made = 0, bound = {} }, Programs)
end

--- Whether a value is a number, or an expression of one.
---@return boolean
function M.is_number(value)
  local is_int = phrase.is(value) and (value.kind == "int" or value.kind == "name")
  return math.type(value) == "integer" or is_int
end

--- Raise what is wrong with a field of an item, or with what keys lead to.
function Programs:blame(item, field, form, ...)
  self.kinds.files:blame(item, field, form, ...)
end

-- -- Expressions -------------------------------------------------------------

local WANTED <const> = {
  int = "a number",
  flag = "true or false",
  ref = "an object",
  sym = "a word",
  pred = "a condition",
  any = "a value",
}

local CONSTANTS <const> = { int = "integer", flag = "boolean", sym = "string" }

local function fits(value, kind)
  local own = value.kind
  if own == kind or own == "name" or kind == "any" then
    return own ~= "set"
  elseif value.text == "none" then
    return kind == "ref" or kind == "sym"
  end
  return (own == "pred" and kind == "flag") or (own == "flag" and kind == "pred")
end

--- The text of a constant of a type; nil if it is none.
local function constant(self, value, kind)
  local own = math.type(value) or type(value)
  local is_fit = CONSTANTS[kind] == own
  if kind == "any" then
    is_fit = own == "integer" or own == "boolean" or own == "string"
  end
  if not is_fit then
    return nil
  elseif own ~= "string" then
    return tostring(value)
  end
  return ("'%s'"):format(self.kinds.schema:symbol(value))
end

local function said_by(self, value)
  local said = value.kind == "pred" and phrase.full(value) or value.text
  return self.rewrite and self.rewrite(said) or said
end

local mistaken

--- A value of a type as text in the grammar of `strata.h`. Blames the field for anything else.
---@param item strata.Described
---@param field string|integer
---@param value any
---@param kind "int"|"flag"|"ref"|"sym"|"pred"|"any"
---@return string
function Programs:text(item, field, value, kind)
  local text
  if phrase.is(value) then
    text = fits(value, kind) and said_by(self, value)
  elseif field == "card" and type(value) == "string" then
    text = self.kinds:card(value, item)
  elseif field == "link" and type(value) == "string" then
    text = self.kinds.schema:link(value, function(form, ...)
      self:blame(item, field, "link: " .. form, ...)
    end)
  else
    text = constant(self, value, kind)
  end
  return text or mistaken(self, item, field, value, kind)
end

--- Raise that a value is not of the type that a field wants.
function mistaken(self, item, field, value, kind)
  local got = vocabulary.said(value)
  if type(value) == "boolean" then
    got = "a boolean; comparisons are words: e:less_than(2)"
  end
  local name = item.word == "act" and item.kind or item.word
  return self:blame(item, field, "%s: %s: expected %s, got %s", name, field, WANTED[kind], got)
end

--- A condition as text, nil if there is none.
---@return string|nil
function Programs:condition(item, field, value)
  if value == nil then
    return nil
  end
  return self:text(item, field, value, "pred")
end

--- Whom a deed is about, which stands first in its list: a predicate or an object.
local function who_of(self, item)
  local who = item.given[1]
  local is_who = phrase.is(who) and (who.kind == "pred" or who.kind == "ref" or who.kind == "name")
  if not is_who then
    local form = "%s: expected whom it is about first in its list, got %s"
    self:blame(item, 1, form, item.kind, vocabulary.said(who))
  end
  return self:text(item, 1, who, who.kind == "pred" and "pred" or "ref")
end

--- A name that a deed binds, to a value of a type if that is known.
local function name_of(self, item, field, kind)
  local name = item.given[field]
  if name ~= nil and (type(name) ~= "string" or not name:match("^[%l_][%l%d_]*$")) then
    local form = "%s: %s: expected a name of lower-case letters, digits and _, got %s"
    self:blame(item, field, form, item.kind, field, vocabulary.said(name))
  end
  if name ~= nil then
    self.bound[name] = kind
  end
  return name
end

--- Refuse fields that a deed does not have, and what stands too far back in its list.
local function check_keys(self, item, options, places)
  for key in host.sorted_pairs(item.given) do
    local is_listed = math.type(key) == "integer"
    if is_listed and key > places then
      local form = "%s: its list has %d items at most; say others by name"
      self:blame(item, key, form, item.kind, places)
    elseif not is_listed and not options[key] then
      local hint = spelling.hint(tostring(key), spelling.keys(options))
      self:blame(item, key, "%s: no field '%s'%s", item.kind, tostring(key), hint)
    end
  end
end

Programs.who_of, Programs.name_of, Programs.check_keys = who_of, name_of, check_keys

-- -- Acts --------------------------------------------------------------------

--- The fields that an act may give: the kind's own, and who makes it.
local function act_fields(known)
  local fields = { by = "ref", cause = "ref" }
  for name, kind in host.sorted_pairs(known.fields) do
    fields[name] = kind
  end
  return fields
end

local function check_act(self, item, fields)
  local all = { as = true, counters = true, instead = true, times = true, when = true }
  for name in host.sorted_pairs(fields) do
    all[name] = true
  end
  check_keys(self, item, all, 1)
end

--- The kind that an act is of, and what it gives if it names an alias that says so.
local function kind_of(self, item)
  local name, given = item.kind, {}
  while self.kinds.known[name].of do
    local alias = self.kinds.known[name]
    if not alias.gives then
      self:blame(item, nil, "'%s' is an alias; write %s { ... }", item.kind, alias.of)
    end
    for field, text in host.sorted_pairs(alias.gives) do
      given[field] = given[field] or text
    end
    name = alias.of
  end
  return name, given
end

--- The value of a field: what is chosen for it is asked for first.
local function field_value(self, item, name, kind, into)
  local value = item.given[name]
  if type(value) ~= "table" or value.word ~= "choose" then
    return self:text(item, name, value, kind)
  end
  self.made = self.made + 1
  local given = { as = "chosen_" .. self.made }
  for key, option in host.sorted_pairs(value.given) do
    given[key] = option
  end
  local path, line = value.path, value.line
  local asked = { word = "choose", kind = "choose", given = given, path = path, line = line }
  table.move(self:deeds(asked, nil, asked), 1, 1, #into + 1, into)
  return "$" .. given.as
end

--- What an act gives if it does not say, where all that it hangs on is said.
---@param known table a kind: see strata.Kinds
---@param with table<string, string> texts by field; those are added
function M.fill(known, with)
  for field, text in host.sorted_pairs(known.defaults or {}) do
    local is_known = true
    local filled = text:gsub("%f[%w_]event%.([%w_]+)", function(name)
      is_known = is_known and with[name] ~= nil
      return with[name]
    end)
    if with[field] == nil and is_known then
      with[field] = filled
    end
  end
end

--- instead = { amount = 4, when = ... }: what the act itself says that it is instead (614.15).
local function add_instead(self, item, fields, deed)
  local given = item.given.instead
  if given == nil then
    return
  elseif type(given) ~= "table" or phrase.is(given) or given.word then
    local form = "%s: instead: expected values by field, got %s"
    self:blame(item, "instead", form, item.kind, vocabulary.said(given))
  end
  local when = self:condition(item, "instead", given.when)
  local before = #deed
  for field, value in host.sorted_pairs(given) do
    if field ~= "when" and not fields[field] then
      local hint = spelling.hint(tostring(field), spelling.keys(fields))
      self:blame(item, "instead", "instead: no field '%s'%s", tostring(field), hint)
    elseif field ~= "when" then
      local text = self:text(item, "instead", value, fields[field])
      deed[#deed + 1] = { "change", field, value = text, when = when }
    end
  end
  if #deed == before then
    local known = table.concat(spelling.keys(fields), ", ")
    local form = "%s: instead: it changes nothing; there are %s"
    self:blame(item, "instead", form, item.kind, known)
  end
end

--- counters = { ["+1/+1"] = 1 }: with which the act itself says that it enters (614.1c).
local function add_counters(self, item, known, deed)
  local counters = item.given.counters
  if counters == nil then
    return
  elseif not known.enters or type(counters) ~= "table" or phrase.is(counters) then
    local form = "%s: counters: expected numbers by kind, of what enters; got %s"
    self:blame(item, "counters", form, item.kind, vocabulary.said(counters))
  end
  local also = { "also" }
  for kind, count in host.sorted_pairs(counters) do
    local with = { who = "event.who", player = deed.with.under or "event.who.owner" }
    with.kind = self:text(item, "counters", kind, "sym")
    with.count = self:text(item, "counters", count, "int")
    also[#also + 1] = { "emit", "put_counters", with = with }
  end
  deed[#deed + 1] = also
end

--- except = { colors = set "black" }: what it is, but for what it copies (707.9), or is made of.
--- besides = { types = add "artifact" }: what it is in addition as it enters (611.2e).
local function except_value(self, item, value, is_besides)
  local is_plain = type(value) == "table" and not phrase.is(value) and not value.word
  if not is_plain or not self.watch then
    return nil
  end
  local is_copy = not is_besides
  self.watch.excepted = (self.watch.excepted or 0) + 1
  local name = ("%s.except_%d"):format(self.watch.base, self.watch.excepted)
  self.watch.game:add_exceptions(item, value, name, is_copy and "enters_as_copy" or "static")
  return ("'%s'"):format(name)
end

--- draw { player = event.player }: an event of a kind.
local function act(self, item, into)
  local kind, with = kind_of(self, item)
  local fields = act_fields(self.kinds.known[kind])
  check_act(self, item, fields)
  local deed = { "emit", kind, with = with, as = name_of(self, item, "as", "ref") }
  if item.given[1] ~= nil then
    deed.who = who_of(self, item)
  end
  deed.when = self:condition(item, "when", item.given.when)
  if item.given.times ~= nil then
    deed.times = self:text(item, "times", item.given.times, "int")
  end
  for name in host.sorted_pairs(item.given) do
    if fields[name] then
      local besides = name == "besides"
      local is_said = besides or name == "except"
      local excepted = is_said and except_value(self, item, item.given[name], besides)
      deed.with[name] = excepted or field_value(self, item, name, fields[name], into)
    end
  end
  M.fill(self.kinds.known[kind], deed.with)
  add_instead(self, item, fields, deed)
  add_counters(self, item, self.kinds.known[kind], deed)
  into[#into + 1] = deed
end

-- -- Deeds of all programs ---------------------------------------------------

--- A handler finds names bound.
local function run_deed(self, item, name)
  local deed = { "run", name, with = {} }
  for key, value in host.sorted_pairs(item.given) do
    if key == "when" then
      deed.when = self:condition(item, "when", value)
    elseif type(key) == "string" then
      deed.with[key] = self:text(item, key, value, "any")
    elseif key > 1 then
      self:blame(item, key, "%s: its list has one item; say others by name", item.word)
    end
  end
  return deed
end

--- runs { "pack:handler", count = event.count }
local function runs(self, item, into)
  local name = item.given[1]
  if type(name) ~= "string" then
    self:blame(item, 1, "runs: expected the name of a handler first, got %s", vocabulary.said(name))
  elseif not self.kinds.handlers[name] then
    local hint = spelling.hint(name, spelling.keys(self.kinds.handlers))
    hint = hint ~= "" and hint or ('; say handlers = { "%s" } in events { ... }'):format(name)
    self:blame(item, 1, "runs: no handler '%s'%s", name, hint)
  end
  into[#into + 1] = run_deed(self, item, name)
end

--- handler(function(ctx) ... end), handler { function(ctx) ... end, count = event.count }
local function handler(self, item, into)
  local run = item.given[1]
  if type(run) ~= "function" then
    local form = "handler: expected a function(ctx) first, got %s"
    self:blame(item, 1, form, vocabulary.said(run))
  end
  local owner = self.watch and self.watch.base or "events:of"
  into[#into + 1] = run_deed(self, item, self.kinds:keep_handler(owner, run))
end

local TYPES <const> = { integer = "int", boolean = "flag", string = "sym" }

--- The type of a value, where it can be told.
local function type_of(value)
  local own = TYPES[math.type(value) or type(value)]
  local kind = phrase.is(value) and value.kind or own
  if kind == "name" then
    return nil
  end
  return kind == "pred" and "flag" or kind
end

--- let { "x", event.amount }
local function let(self, item, into)
  check_keys(self, item, {}, 2)
  local value = item.given[2]
  local name = name_of(self, item, 1, type_of(value))
  if name == nil or value == nil then
    self:blame(item, nil, 'let: expected a name and a value, as let { "x", event.amount }')
  end
  into[#into + 1] = { "let", as = name, value = self:text(item, 2, value, "any") }
end

--- roll { 20, as = "n" }
local function roll(self, item, into)
  check_keys(self, item, { as = true, when = true }, 1)
  local name = name_of(self, item, "as", "int")
  if name == nil or item.given[1] == nil then
    self:blame(item, nil, 'roll: expected a number and a name, as roll { 20, as = "n" }')
  end
  local sides = self:text(item, 1, item.given[1], "int")
  local when = self:condition(item, "when", item.given.when)
  into[#into + 1] = { "roll", as = name, value = sides, when = when }
end

-- What is chosen beside objects, and of which type it is.
local CHOICES <const> = { number = "int", word = "sym" }
local CHOOSES <const> = {
  as = true,
  by = true,
  hidden = true,
  least = true,
  most = true,
  of = true,
  ordered = true,
  target = true,
  when = true,
}

--- What is chosen from: whom a predicate finds, a number, or a word out of a list.
local function chosen(self, item, deed)
  local first = item.given[1]
  if first == "word" and item.given.of == nil then
    local known = spelling.keys(self.kinds.schema.sets)[1] or "red"
    local form = 'choose: of is missing; say which words, as of = { "%s" }'
    self:blame(item, nil, form, known)
  elseif CHOICES[first] then
    deed[2] = first
    return
  elseif type(first) == "string" then
    local hint = spelling.hint(first, spelling.keys(CHOICES))
    self:blame(item, 1, "choose: cannot choose a '%s'%s", first, hint)
  end
  deed.who = who_of(self, item)
end

local function option_texts(self, item, kinds, into)
  for name, kind in host.sorted_pairs(kinds) do
    local value = item.given[name]
    if value ~= nil then
      into[name] = self:text(item, name, value, kind)
    end
  end
end

--- choose { each.creature:of(you), by = you, as = "given" }
local function choose(self, item, into)
  check_keys(self, item, CHOOSES, 1)
  local given, deed = item.given, { "choose", with = {} }
  chosen(self, item, deed)
  deed.as = name_of(self, item, "as", CHOICES[given[1]] or "ref")
  if deed.as == nil then
    self:blame(item, nil, "choose: as: say the name of what is chosen")
  end
  option_texts(self, item, { by = "ref", least = "int", most = "int" }, deed.with)
  if given.of ~= nil then
    deed.with.of = {}
    for i, word in ipairs(type(given.of) == "table" and given.of or { given.of }) do
      deed.with.of[i] = self:text(item, "of", word, "sym"):sub(2, -2)
    end
  end
  deed.hidden, deed.ordered, deed.target = given.hidden, given.ordered, given.target
  deed.when = self:condition(item, "when", given.when)
  into[#into + 1] = deed
end

--- Deeds inside of another: the rest of its list.
local function add_inner(self, item, first, deed)
  local list = table.move(item.given, first, #item.given, 1, {})
  if #list == 0 then
    self:blame(item, nil, "%s: it has nothing to do", item.word)
  end
  for _, inner in ipairs(self:deeds(item, nil, list)) do
    deed[#deed + 1] = inner
  end
  return deed
end

--- Whom a field of an act has chosen, at least one of them, as text; nil if it chooses nobody.
local function chosen_of(self, value)
  if type(value) ~= "table" or phrase.is(value) or value.word ~= "choose" then
    return nil
  end
  local who = value.given.least == nil and value.given[1]
  local is_whom = phrase.is(who) and who.kind == "pred"
  return is_whom and ("count(%s) >= 1"):format(self:text(value, 1, who, "pred")) or nil
end

--- The condition that all can be chosen whom acts of a list are about; nil if they choose nobody.
local function choosable(self, item)
  local tests = {}
  for _, done in ipairs(item.given) do
    for _, value in host.sorted_pairs(type(done) == "table" and done.given or {}) do
      tests[#tests + 1] = chosen_of(self, value)
    end
  end
  return #tests > 0 and table.concat(tests, " and ") or nil
end

--- may { acts, by = you, so = { acts }, otherwise = { acts } }: "if you do" asks for the
--- choice, not for what came of it (118.12). What is impossible cannot be chosen (608.2d).
local function may(self, item, into)
  local given = item.given
  check_keys(self, item, { as = true, by = true, so = true, otherwise = true }, #given)
  local name = name_of(self, item, "as", "flag")
  if name == nil then
    self.made = self.made + 1
    name = "may_" .. self.made
    self.bound[name] = "flag"
  end
  local asked = { "choose", "may", as = name, with = {}, when = choosable(self, item) }
  if asked.when then
    into[#into + 1] = { "let", as = name, value = "false" }
  end
  option_texts(self, item, { by = "ref" }, asked.with)
  local done = add_inner(self, item, 1, { "when", when = "$" .. name })
  for _, deed in ipairs(given.so and self:deeds(item, "so", given.so) or {}) do
    done[#done + 1] = deed
  end
  into[#into + 1], into[#into + 2] = asked, done
  if given.otherwise ~= nil then
    local otherwise = self:deeds(item, "otherwise", given.otherwise)
    local refused = "not $" .. name
    into[#into + 1] = { "when", when = refused, table.unpack(otherwise) }
  end
end

local DEEDS <const> = {
  act = act,
  choose = choose,
  handler = handler,
  let = let,
  may = may,
  roll = roll,
  runs = runs,
}
for word, write in host.sorted_pairs(perform_acts) do
  DEEDS[word] = write
end

function DEEDS.stop(_, _, into)
  into[#into + 1] = { "stop" }
end

--- when { condition, acts }
function DEEDS.when(self, item, into)
  check_keys(self, item, {}, #item.given)
  local condition = self:text(item, 1, item.given[1], "pred")
  into[#into + 1] = add_inner(self, item, 2, { "when", when = condition })
end

--- each { each.creature, acts }: in turn, and whoever it is at is `it`.
function DEEDS.each(self, item, into)
  check_keys(self, item, {}, #item.given)
  into[#into + 1] = add_inner(self, item, 2, { "each", who = who_of(self, item) })
end

--- together { acts }: at the same time.
function DEEDS.together(self, item, into)
  check_keys(self, item, {}, #item.given)
  into[#into + 1] = add_inner(self, item, 1, { "together" })
end

--- also { acts }: in a replacement, part of its event (614.16).
function DEEDS.also(self, item, into)
  check_keys(self, item, {}, #item.given)
  into[#into + 1] = add_inner(self, item, 1, { "also" })
end

--- The name of a handler: of the pack of the file, if it does not say of which.
local function handler_name(self, item, name)
  if type(name) ~= "string" then
    local form = "%s: expected whose chain, and names of handlers, got %s"
    self:blame(item, nil, form, item.word, vocabulary.said(name))
  end
  local pack = self.watch and self.watch.base:match("^[^:]+")
  return (name:find(":", 1, true) or not pack) and name or ("%s:%s"):format(pack, name)
end

--- Until when it is hooked: the clock that ends it, nil if none does.
local function hook_clock(self, item)
  local lasts = item.given.lasts
  if lasts == nil then
    return nil
  end
  local durations = self.kinds.schema.data.durations or {}
  local known = item.word == "hook" and durations[lasts]
  if not (known and known.clock) then
    local hint = spelling.hint(tostring(lasts), spelling.keys(durations))
    self:blame(item, "lasts", "%s: no duration '%s'%s", item.word, tostring(lasts), hint)
  end
  return known.clock
end

local function check_try(self, item)
  local try = item.given.try
  if try ~= nil and type(try) ~= "boolean" then
    self:blame(
      item,
      "try",
      "%s: try: expected true or false, got %s",
      item.word,
      vocabulary.said(try)
    )
  end
  return try
end

--- hook { this, "armour", "rage", lasts = "turn", try = true }: without whose, the chain of all.
local function hooking(self, item, into)
  local given = item.given
  check_keys(self, item, { lasts = true, try = true }, #given)
  local first = type(given[1]) == "string" and 1 or 2
  local who = first == 2 and who_of(self, item) or nil
  local clock, try = hook_clock(self, item), check_try(self, item)
  if #given < first then
    self:blame(item, nil, "%s: it names no handler", item.word)
  end
  for place = first, #given do
    local name = handler_name(self, item, given[place])
    local deed = { item.word, name, who = who, try = try, clock = clock }
    deed.with = clock and { ticks = "1" } or nil
    into[#into + 1] = deed
  end
end

DEEDS.hook, DEEDS.unhook = hooking, hooking

--- What watches for events when an act starts it.
M.STARTS = {
  cant = true,
  more = true,
  never = true,
  prevent = true,
  redirect = true,
  replace = true,
}

--- What writes a deed, by its word; nil for anything else.
local function writer_of(self, deed)
  local word = type(deed) == "table" and not phrase.is(deed) and deed.word or ""
  return DEEDS[word] or (self.started and self.started[word])
end

--- Raise that something in a list is no act.
local function not_written(self, item, field, place, deed)
  local form, got = "%s: in place %d of its list expected an act, got %s", vocabulary.said(deed)
  local can_start = self.started and type(deed) == "table" and M.STARTS[deed.word]
  if can_start then
    got = ("%s; an act that begins it is start { %s }"):format(got, got)
  end
  local where = field and { field, place } or place
  return self:blame(item, where, form, field or item.word, place, got)
end

--- The last place of a list of acts, which have no names.
local function last_place(self, item, field, list)
  local last = 0
  for key in host.sorted_pairs(list) do
    if math.type(key) ~= "integer" then
      local form = "%s: in a list of acts '%s' names one; write it without that, one act after the"
        .. " other"
      local where = field and { field, key } or nil
      self:blame(item, where, form, field or item.word, tostring(key))
    end
    last = math.max(last, key)
  end
  return last
end

--- Deeds of a list of words, or of one of them.
---@param item strata.Described in whose field they stand
---@param field string|nil
---@param list any
---@return table[] as strata.rules reads them
function Programs:deeds(item, field, list)
  if type(list) == "table" and list.word then
    list = { list }
  end
  if type(list) ~= "table" or phrase.is(list) then
    self:blame(item, field, "%s: expected a list of acts, got %s", field, vocabulary.said(list))
  end
  local into, last = {}, last_place(self, item, field, list)
  for place = 1, last do
    local deed = list[place]
    local write = writer_of(self, deed) or not_written(self, item, field, place, deed)
    write(self, deed, into)
  end
  return into
end

return M
