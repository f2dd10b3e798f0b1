--- Compiles the words for writes, which perform an event, to instructions of strata.rules: base
--- values, moves, tokens, clocks. Each function receives the program that contains the word, and
--- appends instructions to a list.
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

-- Types of base values that writes may change, in addition to sets.
local WRITTEN <const> = { flag = true, int = true, ref = true, sym = true }

local CHANGES <const> = { set = "set", add = "add", sub = "add" }

--- A list of words of a set attribute, as symbols.
local function set_words(self, item, field, value)
  local list = type(value) == "string" and { value } or value
  if not table_reader.is_plain(list) then
    local form = "base: %s: expected a word or a list of words, got %s"
    self:blame(item, field, form, field, vocabulary.said(value))
  end
  table_reader.check_list(self.kinds.files, item, field, list)
  local symbols, known = {}, self.kinds.schema.attributes[field].words
  for i, word in ipairs(list) do
    if not known[word] then
      local said = vocabulary.said(word)
      local hint = spelling.hint(said, spelling.keys(known))
      self:blame(item, field, "base: %s: unknown word '%s'%s", field, said, hint)
    end
    symbols[i] = self.kinds.schema:symbol(word)
  end
  return symbols
end

local function base_value(self, item, field, change)
  local kind = self.kinds.schema.attributes[field].kind
  if kind == "set" then
    return set_words(self, item, field, change.value)
  elseif not WRITTEN[kind] then
    self:blame(item, field, "base: '%s' is of a type that deeds do not write", field)
  end
  local text = self:text(item, field, change.value, kind)
  return change.op == "sub" and ("-(%s)"):format(text) or text
end

local function base_deed(self, item, field, who)
  local given = item.given[field]
  local change = vocabulary.is_change(given) and given or { op = "set", value = given }
  if not CHANGES[change.op] then
    local form = "base: %s: expected set, add, sub or a value, got %s"
    self:blame(item, field, form, field, vocabulary.said(given))
  end
  local value = base_value(self, item, field, change)
  return { CHANGES[change.op], field, who = who, value = value }
end

--- An attribute that is a number, and of no counters, for an example: one that tells how large
--- something is, or else the first.
---@param schema strata.Schema
---@return string
function M.a_number(schema)
  local sizes = schema.data.sizes or {}
  local size = spelling.keys(sizes)[1]
  if size then
    return sizes[size][1]
  end
  for _, name in ipairs(schema.order) do
    local declared = schema.data.attributes[name]
    local is_counter = type(declared) == "table" and declared.counter
    if schema.attributes[name].kind == "int" and not is_counter then
      return name
    end
  end
  return "number"
end

--- The form of `base`, which has the attributes of the rules: it is made once.
local function base_form(kinds)
  if not kinds.base_form then
    kinds.base_form = table_reader.form(1, { when = true })
    for name in next, kinds.schema.attributes do
      kinds.base_form.fields[name] = true
    end
  end
  return kinds.base_form
end

--- base { event.player, life = add(event.amount) }: writes base values of an entity.
function M.base(self, item, into)
  local who, attributes = self:who_of(item), self.kinds.schema.attributes
  self:check(item, base_form(self.kinds))
  local when, before = self:condition(item, "when", item.given.when), #into
  for field in host.sorted_pairs(item.given) do
    if attributes[field] then
      local deed = base_deed(self, item, field, who)
      deed.when, into[#into + 1] = when, deed
    end
  end
  if #into == before then
    local form = "base: it changes nothing; say what is written, as %s = 1"
    self:blame(item, nil, form, M.a_number(self.kinds.schema))
  end
end

-- By word: the operation of the instruction, its fields beside the entity, the required ones,
-- `unless` another field is given, and whether it binds a variable.
local PERFORMED <const> = {
  moves = {
    op = "move",
    takes = {
      to = "sym",
      player = "ref",
      position = "int",
      same = "flag",
      counters = "flag",
    },
    needs = "to",
    zone = "to",
    binds = true,
  },
  shuffles = { op = "shuffle", takes = { zone = "sym" }, needs = "zone", zone = "zone" },
  counts = { op = "count", takes = { kind = "sym", count = "int" }, needs = "kind" },
  copies = {
    op = "copy",
    takes = { whom = "ref", except = "sym" },
    needs = "whom",
    unless = "except",
    layer = "copy_layer",
  },
  ceases = { op = "remove", takes = {} },
  passes = { op = "pass", takes = {} },
  discloses = { op = "disclose", takes = { player = "ref" } },
  stamps = { op = "stamp", takes = {} },
}

-- The form of each.
local FORMS <const> = {}
for word, performed in next, PERFORMED do
  FORMS[word] = table_reader.form(1, { when = true, as = performed.binds })
  for name in next, performed.takes do
    FORMS[word].fields[name] = true
  end
end

--- A zone that is named is the object of the instruction; an expression for one is an option.
local function add_zone(self, item, form, deed)
  local zone = form.zone and item.given[form.zone]
  if type(zone) ~= "string" then
    return false
  end
  local zones = self.kinds.schema.data.zones or {}
  if not zones[zone] then
    local hint = spelling.hint(zone, spelling.keys(zones))
    self:blame(item, form.zone, "%s: unknown zone '%s'%s", item.word, zone, hint)
  end
  deed[2] = zone
  return true
end

--- The first zone of the rules, for an example.
local function some_zone(schema)
  local zone = spelling.keys(schema.data.zones or {})[1]
  return zone and ('"%s"'):format(zone) or "..."
end

--- Refuses a write without a required field, or for which the rules have no layer.
local function check_needs(self, item, form)
  local needs, schema = form.needs, self.kinds.schema
  local is_other = form.unless and item.given[form.unless] ~= nil
  if needs and item.given[needs] == nil and not is_other then
    local example = form.zone and some_zone(schema) or "..."
    self:blame(item, nil, "%s: %s is missing; say %s = %s", item.word, needs, needs, example)
  elseif form.layer and not schema.data[form.layer] then
    local text = "%s: the rules have no layer for it; say %s = ... in their ruleset"
    self:blame(item, nil, text, item.word, form.layer)
  end
end

local function performed(self, item, into)
  local form = PERFORMED[item.word]
  local deed = { form.op, who = self:who_of(item), with = {} }
  self:check(item, FORMS[item.word])
  check_needs(self, item, form)
  local is_said = add_zone(self, item, form, deed)
  if form.layer then
    deed[2] = self.kinds.schema.data[form.layer]
  end
  for name, kind in host.sorted_pairs(form.takes) do
    local value = item.given[name]
    if value ~= nil and not (is_said and name == form.zone) then
      local option = name == form.zone and "to" or name
      deed.with[option] = self:text(item, name, value, kind)
    end
  end
  deed.when = self:condition(item, "when", item.given.when)
  deed.as = self:name_of(item, "as", "ref")
  into[#into + 1] = deed
end

local SPAWNS <const> =
  table_reader.form(1, { as = true, of = true, times = true, when = true })

--- spawns { of = event.what, times = event.count, as = "made" }, spawns { event.of } for a copy.
function M.spawns(self, item, into)
  self:check(item, SPAWNS)
  local given, deed = item.given, { "spawn" }
  if given.of ~= nil then
    deed.with = { of = self:text(item, "of", given.of, "sym") }
    deed.named = self.kinds.is_current or nil
  elseif given[1] == nil then
    local form = "spawns: say which card it is, as of = event.card, or first in its list whose copy"
      .. " it is"
    self:blame(item, nil, form)
  else
    deed.who = self:who_of(item)
  end
  if given.times ~= nil then
    deed.times = self:text(item, "times", given.times, "int")
  end
  deed.when = self:condition(item, "when", given.when)
  deed.as = self:name_of(item, "as", "ref")
  into[#into + 1] = deed
end

local TICKS <const> = table_reader.form(1, { of = true, when = true })

--- Raise that a word names no clock.
local function blame_clock(self, item, clock)
  local clocks = self.kinds.schema.data.clocks or {}
  local hint = spelling.hint(vocabulary.said(clock), clocks)
  hint = #clocks == 0 and "; the rules have none, say clocks = { ... } there" or hint
  if type(clock) ~= "string" then
    local form = "ticks: expected the name of a clock first, got %s%s"
    self:blame(item, nil, form, vocabulary.said(clock), hint)
  end
  self:blame(item, 1, "ticks: unknown clock '%s'%s", clock, hint)
end

--- The clock of a player is that of the seat: one instruction for each, of which one is executed.
local function add_ticks_of(self, item, when, into)
  local clock, clocks = tostring(item.given[1]), self.kinds.schema.data.clocks or {}
  local whose, count = self:text(item, "of", item.given.of, "ref"), #into
  for seat in ipairs(self.kinds.schema.data.seats or {}) do
    local own, test = ("%s_%d"):format(clock, seat), self.kinds.schema:seat_test(whose .. ".", seat)
    test = when and ("%s and (%s)"):format(test, when) or test
    into[#into + 1] = lists.includes(clocks, own) and { "tick", own, when = test } or nil
  end
  if #into == count then
    local form = "ticks: no seat has a clock '%s'; say clocks = { \"%s_1\", ... } and seats in the"
      .. " rules"
    self:blame(item, 1, form, clock, clock)
  end
end

--- ticks { "turn" }, ticks { "upkeep", of = event.player }
function M.ticks(self, item, into)
  self:check(item, TICKS)
  local clock, when = item.given[1], self:condition(item, "when", item.given.when)
  if item.given.of ~= nil then
    return add_ticks_of(self, item, when, into)
  elseif not lists.includes(self.kinds.schema.data.clocks or {}, clock) then
    blame_clock(self, item, clock)
  end
  into[#into + 1] = { "tick", clock, when = when }
end

local ADDS_PERIOD <const> = table_reader.form(1, { after = true, player = true, when = true })

--- adds_period { "turn", player = event.player, after = "main" }. Which periods there are is known
--- when all files are read, so the engine looks the names up.
function M.adds_period(self, item, into)
  self:check(item, ADDS_PERIOD)
  local given = item.given
  if type(given[1]) ~= "string" then
    local form = "adds_period: expected the name of a period first, got %s"
    self:blame(item, 1, form, vocabulary.said(given[1]))
  elseif given.after ~= nil and type(given.after) ~= "string" then
    local form = "adds_period: after: expected the name of a period, got %s"
    self:blame(item, "after", form, vocabulary.said(given.after))
  end
  self.kinds.declarations:note_added(item)
  local deed = { "add_period", slugs.of(given[1]), with = {} }
  deed.with.after = given.after and ("'%s'"):format(slugs.of(given.after))
  deed.with.player = given.player ~= nil and self:text(item, "player", given.player, "ref") or nil
  deed.when = self:condition(item, "when", given.when)
  into[#into + 1] = deed
end

for word in host.sorted_pairs(PERFORMED) do
  M[word] = performed
end

return M
