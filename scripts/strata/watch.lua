--- What watches for events: from the words of a card to abilities with codes, as strata.rules reads
--- them.
---
--- A pattern is an act whose fields are tests: a predicate of whom a field names, somebody, a
--- constant, a list of words, a condition. What a watcher does is a list of acts.
local host = require("strata.host")
local phrase = require("strata.phrase")
local programs = require("strata.programs")
local spelling = require("strata.spelling")
local words = require("strata.words")

local M = {}

---@class strata.Watch
---@field game strata.Game
---@field base string the first part of the names of codes that it makes
---@field made integer how many
local Watch = {}
Watch.__index = Watch

function Watch:blame(item, field, form, ...)
  self.game.files:blame(item, field, form, ...)
end

--- `you` is whoever has the ability, or had it when what outlives it began. It is no matter of what
--- has it, so of two that have the same to say the same can be said.
local function naming_you(schema)
  local controller = "%f[%w_]this%." .. schema.roles.controller .. "%f[^%w_]"
  return function(text)
    return (text:gsub(controller, "$you"))
  end
end

local STARTED = {}

local function program_of(watch)
  local program = programs.new(watch.game.kinds)
  program.rewrite = naming_you(watch.game.schema)
  program.started, program.watch = STARTED, watch
  return program
end

-- -- Patterns ----------------------------------------------------------------

--- The values of a sym field that a pattern names.
local function one_of(program, item, field, list)
  local tests = {}
  for i, word in ipairs(list) do
    tests[i] = ("event.%s = %s"):format(field, program:text(item, field, word, "sym"))
  end
  return ("(%s)"):format(table.concat(tests, " or "))
end

--- A predicate of whom a field names. Who enters is judged as it would be, or where it is yet: that
--- it is on the battlefield goes without saying, and is not asked.
local function predicate(program, item, field, value)
  local kinds = program.kinds
  local known, kind = kinds.known[item.kind], kinds:kind(item.kind)
  local enters = known.enters and field == kind.affected
  local is_bare = enters and value.within == kinds.schema.home
  local text = is_bare and value.text or phrase.full(value)
  return program.rewrite and program.rewrite(text) or text
end

--- The condition that a field is what a pattern says; nil if it is a test of whom it names.
local function condition_of(program, item, field, kind, value)
  local is_phrase = phrase.is(value)
  if is_phrase and value.kind == "pred" and kind ~= "flag" then
    return ("(%s)"):format(program:text(item, field, value, "pred"))
  elseif kind == "sym" and type(value) == "table" and not is_phrase and not value.word then
    return one_of(program, item, field, value)
  end
  return ("event.%s = %s"):format(field, program:text(item, field, value, kind))
end

--- One field of a pattern: a test of whom it names, or a condition.
local function add_test(program, item, field, kind, spec, conditions)
  local value = item.given[field]
  local is_about = kind == "ref" and phrase.is(value) and value.text ~= "none"
  if is_about and value.kind == "pred" then
    spec.tests[field] = predicate(program, item, field, value)
  elseif is_about then
    spec.tests[field] = "it = " .. program:text(item, field, value, "ref")
  else
    conditions[#conditions + 1] = condition_of(program, item, field, kind, value)
  end
end

local function pattern_fields(kinds, name)
  local fields = { by = "ref", cause = "ref", effect = "flag" }
  for field, kind in host.sorted_pairs(kinds:kind(name).fields) do
    fields[field] = kind
  end
  return fields
end

--- The event that a watcher is about, into its spec: kind, tests and conditions.
local function add_pattern(program, item, place, spec, conditions)
  local pattern = item.given[place]
  local is_many = type(pattern) == "table" and pattern.word == "one_or_more"
  spec.batch, pattern = is_many or nil, is_many and pattern.pattern or pattern
  if type(pattern) ~= "table" or phrase.is(pattern) or pattern.word ~= "act" then
    local form = "%s: expected the event that it is about, as draw { player = you }, got %s"
    program:blame(item, place, form, item.word, words.said(pattern))
  end
  local fields = pattern_fields(program.kinds, pattern.kind)
  spec[2], spec.tests = pattern.kind, {}
  for field in host.sorted_pairs(pattern.given) do
    local kind = fields[field]
    if not kind then
      local hint = spelling.hint(tostring(field), spelling.keys(fields))
      program:blame(pattern, field, "%s: no field '%s'%s", pattern.kind, tostring(field), hint)
    end
    add_test(program, pattern, field, kind, spec, conditions)
  end
end

-- -- What all of them say ----------------------------------------------------

local function check_keys(watch, item, options, places)
  for key in host.sorted_pairs(item.given) do
    local is_listed = math.type(key) == "integer"
    if is_listed and key > places then
      local form = "%s: its list has %d item%s at most"
      watch:blame(item, key, form, item.word, places, places == 1 and "" or "s")
    elseif not is_listed and not options[key] then
      local hint = spelling.hint(tostring(key), spelling.keys(options))
      watch:blame(item, key, "%s: no field '%s'%s", item.word, tostring(key), hint)
    end
  end
end

local function check_boolean(watch, item, field)
  local value = item.given[field]
  if value ~= nil and type(value) ~= "boolean" then
    local form = "%s: %s: expected true or false, got %s"
    watch:blame(item, field, form, item.word, field, words.said(value))
  end
  return value
end

local function find(list, wanted)
  for _, item in ipairs(list or {}) do
    if item == wanted then
      return item
    end
  end
  return nil
end

--- limit = "turn": at most once between two ticks of that clock.
local function add_limit(watch, item, spec)
  local limit = item.given.limit
  if limit == nil then
    return
  end
  local clocks = watch.game.schema.data.clocks or {}
  if not find(clocks, limit) then
    local hint = spelling.hint(tostring(limit), clocks)
    watch:blame(item, "limit", "%s: limit: no clock '%s'%s", item.word, tostring(limit), hint)
  end
  spec.clock, spec.per_clock = limit, 1
end

local function add_class(watch, item, spec)
  local class = item.given.class
  local classes = watch.game.schema.data.replacement_classes or {}
  if class ~= nil and not find(classes, class) then
    local hint = spelling.hint(tostring(class), classes)
    watch:blame(item, "class", "%s: no class '%s'%s", item.word, tostring(class), hint)
  end
  spec.rank = class
end

--- The conditions of a watcher, joined.
local function set_when(program, item, spec, conditions)
  local when = program:condition(item, "when", item.given.when)
  conditions[#conditions + 1] = when and ("(%s)"):format(when) or nil
  spec.when = #conditions > 0 and table.concat(conditions, " and ") or nil
end

--- The names that stand in texts: $target, $x.
local function names_in(value, into)
  if type(value) == "string" then
    for name in value:gmatch("%$([%l_][%l%d_]*)") do
      into[name] = true
    end
  elseif type(value) == "table" then
    for _, item in host.sorted_pairs(value) do
      names_in(item, into)
    end
  end
  return into
end

local GIVEN <const> = { target = "ref", x = "int", choice = "sym", second_choice = "sym" }

local function type_of_given(program, name)
  return program.bound[name] or GIVEN[name] or (name:match("^target_%d+$") and "ref") or nil
end

--- What a code is given by whoever starts it: names that nothing in it binds.
local function given_names(outer, program, spec)
  local names
  for name in host.sorted_pairs(names_in(spec, {})) do
    local is_own = name == "you" or name == "i" or program.bound[name]
    local kind = not is_own and type_of_given(outer, name)
    if kind then
      names = names or {}
      names[name] = kind
    end
  end
  return names
end

--- Remember a code by a name of its own.
---@param item table the word that it comes of
---@param spec table as strata.rules reads it
---@return string name
function Watch:add(item, spec)
  self.made = self.made + 1
  local name = ("%s_%d"):format(self.base, self.made)
  self.game.codes[name], self.game.code_items[name] = spec, item
  return name
end

-- -- Replacements, preventions, can'ts ---------------------------------------

--- Deeds that ask and remember cannot stand among events: they come before them.
local BEFORE <const> = { choose = true, let = true, note = true, roll = true }

local function add_instead(program, item, spec)
  local inner = { "instead" }
  for _, deed in ipairs(program:deeds(item, "instead", item.given.instead)) do
    local into = BEFORE[deed[1]] and spec or inner
    into[#into + 1] = deed
  end
  spec[#spec + 1] = inner
end

--- with = { count = event.count * 2 }: all are worked out before any is written.
local function add_changes(program, item, spec)
  local with, changes = item.given.with, {}
  if type(with) ~= "table" or phrase.is(with) or with.word then
    local form = "%s: with: expected values by field, got %s"
    program:blame(item, "with", form, item.word, words.said(with))
  end
  local fields, count = pattern_fields(program.kinds, spec[2]), #spelling.keys(with)
  for field, value in host.sorted_pairs(with) do
    local kind = fields[field]
    if not kind then
      local hint = spelling.hint(tostring(field), spelling.keys(fields))
      program:blame(item, "with", "with: no field '%s' of %s%s", tostring(field), spec[2], hint)
    end
    local text = program:text(item, "with", value, kind)
    if count > 1 then
      spec[#spec + 1] = { "let", as = "new_" .. field, value = text }
      text = "$new_" .. field
    end
    changes[#changes + 1] = { "change", field, value = text }
  end
  table.move(changes, 1, #changes, #spec + 1, spec)
end

local function add_after(program, item, spec)
  if item.given.after ~= nil then
    local inner = program:deeds(item, "after", item.given.after)
    spec[#spec + 1] = { "then", table.unpack(inner) }
  end
end

local REPLACES <const> = {
  after = true,
  choose = true,
  class = true,
  instead = true,
  limit = true,
  may = true,
  nothing = true,
  optional = true,
  text = true,
  times = true,
  when = true,
  with = true,
  zones = true,
}

--- How it says what happens: exactly one of the ways.
local function way_of(watch, item)
  local found
  for _, way in ipairs({ "with", "instead", "nothing" }) do
    if item.given[way] ~= nil then
      if found then
        watch:blame(item, way, "%s: '%s' and '%s': say one of them", item.word, found, way)
      end
      found = way
    end
  end
  if not found then
    local form = "%s: it changes nothing; say with = { ... }, instead = ..., or nothing = true"
    watch:blame(item, nil, form, item.word)
  end
  return found
end

local CODES = {}

function CODES.replace(watch, item, program)
  check_keys(watch, item, REPLACES, 1)
  local spec, conditions = { "replace" }, {}
  add_pattern(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  add_class(watch, item, spec)
  add_limit(watch, item, spec)
  spec.optional, spec.uses = check_boolean(watch, item, "optional"), item.given.times
  if item.given.choose ~= nil then
    local asked = program:deeds(item, "choose", item.given.choose)
    table.move(asked, 1, #asked, #spec + 1, spec)
  end
  local way = way_of(watch, item)
  if way == "with" then
    add_changes(program, item, spec)
  elseif way == "instead" then
    add_instead(program, item, spec)
  else
    spec[#spec + 1] = { "nothing" }
  end
  add_after(program, item, spec)
  return spec
end

local PREVENTS <const> = {
  after = true,
  amount = true,
  limit = true,
  next = true,
  once = true,
  optional = true,
  text = true,
  when = true,
  zones = true,
}

function CODES.prevent(watch, item, program)
  check_keys(watch, item, PREVENTS, 1)
  local spec, conditions, given = { "prevent" }, {}, item.given
  add_pattern(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  add_limit(watch, item, spec)
  spec.optional = check_boolean(watch, item, "optional")
  spec.uses = check_boolean(watch, item, "once") and 1 or nil
  if given.amount ~= nil then
    spec.amount = program:text(item, "amount", given.amount, "int")
  end
  if given.next ~= nil and not program.is_started then
    watch:blame(item, "next", "prevent: next: an amount is used up; start { prevent { ... } }")
  end
  if given.after ~= nil then
    spec[#spec + 1] = { "prevent" }
    add_after(program, item, spec)
  end
  return spec
end

local FORBIDS <const> = { text = true, when = true, zones = true }

function CODES.cant(watch, item, program)
  check_keys(watch, item, FORBIDS, 1)
  local spec, conditions = { "cant" }, {}
  add_pattern(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  return spec
end

local MULTIPLIES <const> = { amount = true, text = true, when = true, zones = true }

function CODES.more(watch, item, program)
  check_keys(watch, item, MULTIPLIES, 1)
  local spec, conditions = { item.word }, {}
  add_pattern(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  if item.given.amount ~= nil then
    spec.amount = program:text(item, "amount", item.given.amount, "int")
  end
  return spec
end

function CODES.never(watch, item, program)
  check_keys(watch, item, FORBIDS, 1)
  local spec, conditions = { "never" }, {}
  add_pattern(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  return spec
end

-- -- Entering ----------------------------------------------------------------

local ENTERS <const> = {
  others = true,
  tapped = true,
  text = true,
  unless = true,
  when = true,
  with = true,
  zones = true,
}

--- The pattern and the changes of `enters { tapped = true }`, as of a replacement.
local function entering(watch, item)
  local given = item.given
  local fields = watch.game.kinds.known.enter and watch.game.kinds:kind("enter").fields
  if not fields then
    watch:blame(item, nil, "enters: these rules have no event 'enter'")
  end
  local with = {}
  for field, value in host.sorted_pairs(given.with or {}) do
    with[field] = value
  end
  with.tapped = check_boolean(watch, item, "tapped")
  local who = given.others or watch.game.words.this
  local place = { path = item.path, line = item.line }
  local pattern = { word = "act", kind = "enter", given = { who = who }, label = "enter" }
  pattern = setmetatable(pattern, { __index = place })
  local own = { pattern, with = with, when = given.when, zones = given.zones }
  if given.unless ~= nil then
    local unless = ~given.unless
    own.when = given.when and (given.when & unless) or unless
  end
  return setmetatable({ word = "enters", kind = "enters", given = own }, { __index = place })
end

function CODES.enters(watch, item, program)
  check_keys(watch, item, ENTERS, 0)
  if item.given.unless ~= nil and not phrase.is(item.given.unless) then
    local form = "enters: unless: expected a condition, got %s"
    watch:blame(item, "unless", form, words.said(item.given.unless))
  end
  local spec = CODES.replace(watch, entering(watch, item), program)
  spec.own = item.given.others == nil or nil
  return spec
end

-- -- Triggers ----------------------------------------------------------------

local TRIGGERS <const> = {
  act = true,
  choosing = true,
  immediate = true,
  limit = true,
  looks_back = true,
  may = true,
  only_if = true,
  target = true,
  text = true,
  when = true,
  zones = true,
}

--- What is aimed at is chosen first, and by that name from then on.
local function add_target(program, item, spec)
  local target = item.given.target
  if target == nil then
    return
  end
  if not phrase.is(target) or target.kind ~= "pred" then
    local form = "%s: target: expected whom it can aim at, as each.creature, got %s"
    program:blame(item, "target", form, item.word, words.said(target))
  end
  program.bound.target = "ref"
  local who = program:text(item, "target", target, "pred")
  spec[#spec + 1] = { "choose", as = "target", who = who, with = { by = "$you" }, target = true }
end

local function add_acts(program, item, spec)
  if item.given.act == nil then
    program:blame(item, nil, "%s: it does nothing; say act = ...", item.word)
  end
  local deeds = program:deeds(item, "act", item.given.act)
  table.move(deeds, 1, #deeds, #spec + 1, spec)
end

local function add_trigger(watch, item, program, spec)
  spec.only_if = program:condition(item, "only_if", item.given.only_if)
  spec.optional = check_boolean(watch, item, "may")
  spec.immediate = check_boolean(watch, item, "immediate")
  add_limit(watch, item, spec)
  add_target(program, item, spec)
  add_acts(program, item, spec)
  return spec
end

function CODES.whenever(watch, item, program)
  check_keys(watch, item, TRIGGERS, 1)
  local spec, conditions = { "trigger" }, {}
  add_pattern(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  spec.look_back = check_boolean(watch, item, "looks_back")
  return add_trigger(watch, item, program, spec)
end

CODES.triggered = CODES.whenever

local AT <const> = setmetatable({ of = true }, { __index = TRIGGERS })

--- at { "upkeep", of = you, act = ... }
function CODES.at(watch, item, program)
  check_keys(watch, item, setmetatable({}, { __index = AT }), 1)
  local given = item.given
  if not watch.game.kinds.known.phase_begins then
    watch:blame(item, nil, "at: these rules have no event 'phase_begins'")
  elseif type(given[1]) ~= "string" then
    watch:blame(item, 1, "at: expected the name of a phase first, got %s", words.said(given[1]))
  end
  local place = { path = item.path, line = item.line }
  local fields = { phase = given[1], player = given.of }
  local pattern = { word = "act", kind = "phase_begins", given = fields, label = "phase_begins" }
  local own = { setmetatable(pattern, { __index = place }) }
  for key, value in host.sorted_pairs(given) do
    if type(key) == "string" and key ~= "of" then
      own[key] = value
    end
  end
  local other = { word = "at", kind = "at", given = own }
  return CODES.whenever(watch, setmetatable(other, { __index = place }), program)
end

--- as_soon_as { condition, act = ... }: a state trigger (603.8).
function CODES.as_soon_as(watch, item, program)
  check_keys(watch, item, TRIGGERS, 1)
  local spec = { "state", when = program:text(item, 1, item.given[1], "pred") }
  return add_trigger(watch, item, program, spec)
end

-- -- What resolves: spells and activated abilities ---------------------------

local RESOLVES <const> =
  { act = true, cost = true, lasts = true, only_if = true, target = true, text = true }

--- The deeds of a spell: a code that nothing watches by; a step, or the stack, has it done. Whom it
--- aims at it is given.
function CODES.spell(watch, item, program)
  check_keys(watch, item, RESOLVES, 1)
  local spec = { "state", when = "false" }
  add_acts(program, item, spec)
  return spec
end

CODES.activated = CODES.spell

-- -- Deeds that make something watch -----------------------------------------

--- Deeds inside see the names that were bound outside, as far as they name them.
local function inner_program(outer)
  local program = program_of(outer.watch)
  program.is_started = true
  return program
end

--- The arguments by which a code is given what is known here.
local function passed(names)
  local with = {}
  for name in host.sorted_pairs(names or {}) do
    with[name] = "$" .. name
  end
  return with
end

--- Until when: a clock that ticks once.
local function add_lasting(self, item, deed)
  local lasts = item.given.lasts
  if lasts == nil then
    return
  end
  local durations = self.kinds.schema.data.durations or {}
  local known = durations[lasts]
  if not known then
    local hint = spelling.hint(tostring(lasts), spelling.keys(durations))
    self:blame(item, "lasts", "%s: no duration '%s'%s", item.word, tostring(lasts), hint)
  elseif not known.clock or known.of then
    self:blame(item, "lasts", "%s: what is started cannot last '%s' yet", item.word, lasts)
  end
  deed.clock, deed.with.ticks = known.clock, "1"
end

--- Start a watcher of a code.
local function start_code(self, item, spec, program)
  local names = given_names(self, program, spec)
  spec.names = names
  local deed = { "watch", self.watch:add(item, spec), with = passed(names) }
  deed.with.source, deed.with.you = "this", "$you"
  return deed
end

local STARTS <const> = { replace = true, prevent = true, cant = true, more = true, never = true }

--- start { prevent { ..., next = 3 }, lasts = "turn" }
function STARTED.start(self, item, into)
  check_keys(self.watch, item, { lasts = true, when = true }, #item.given)
  for place, inner in ipairs(item.given) do
    if type(inner) ~= "table" or phrase.is(inner) or not STARTS[inner.word] then
      local form = "start: in place %d expected replace, prevent or cant { ... }, got %s"
      self:blame(item, place, form, place, words.said(inner))
    end
    local program = inner_program(self)
    local spec = CODES[inner.word](self.watch, inner, program)
    local deed = start_code(self, inner, spec, program)
    if inner.given.next ~= nil then
      deed.with.left = self:text(inner, "next", inner.given.next, "int")
    end
    add_lasting(self, item, deed)
    deed.when = self:condition(item, "when", item.given.when)
    into[#into + 1] = deed
  end
end

local LATER <const> = { act = true, lasts = true, each_time = true, only_if = true, when = true }

--- later { phase_begins { phase = "end step" }, act = ... }: a delayed trigger (603.7).
function STARTED.later(self, item, into)
  check_keys(self.watch, item, LATER, 1)
  local program, spec, conditions = inner_program(self), { "trigger" }, {}
  add_pattern(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  spec.only_if = program:condition(item, "only_if", item.given.only_if)
  spec.uses = not check_boolean(self.watch, item, "each_time") and 1 or nil
  add_acts(program, item, spec)
  local deed = start_code(self, item, spec, program)
  add_lasting(self, item, deed)
  into[#into + 1] = deed
end

--- when_you_do { acts }: a reflexive trigger (603.12). It is about no event; the engine wants one
--- named, and any does, as nothing has such an ability.
function STARTED.when_you_do(self, item, into)
  check_keys(self.watch, item, {}, #item.given)
  local program = inner_program(self)
  local list = table.move(item.given, 1, #item.given, 1, {})
  local spec = { "trigger", spelling.keys(self.kinds.events)[1] }
  local deeds = program:deeds(item, "when_you_do", list)
  table.move(deeds, 1, #deeds, 3, spec)
  spec.names = given_names(self, program, spec)
  local name = self.watch:add(item, spec)
  into[#into + 1] = { "trigger", name, with = passed(spec.names) }
end

-- -- Abilities ---------------------------------------------------------------

-- The engine's kind of each word's ability.
local ABILITIES <const> = {
  activated = "activated",
  as_soon_as = "triggered",
  at = "triggered",
  cant = "static",
  enters = "replacement",
  more = "static",
  never = "static",
  prevent = "static",
  replace = "replacement",
  spell = "handler",
  triggered = "triggered",
  whenever = "triggered",
}

-- Words that are about events only if they say so.
local EITHER <const> = { activated = true, spell = true, triggered = true, whenever = true }

local function is_act(value)
  return type(value) == "table"
    and not phrase.is(value)
    and (value.word == "act" or value.word == "one_or_more")
end

--- Whether what a word made is an ability that watches for events, or does acts.
---@param item any
---@return boolean
function M.is_watcher(item)
  if type(item) ~= "table" or phrase.is(item) or not ABILITIES[item.word] then
    return false
  end
  return not EITHER[item.word] or item.given.act ~= nil or is_act(item.given[1])
end

local function check_zones(watch, item, list)
  local known = watch.game.schema.data.zones or {}
  for _, zone in ipairs(type(list) == "table" and list or { false }) do
    if not known[zone] then
      local hint = spelling.hint(tostring(zone), spelling.keys(known))
      watch:blame(item, "zones", "%s: unknown zone '%s'%s", item.word, tostring(zone), hint)
    end
  end
end

--- Where it functions: nil for everywhere.
local function zones_of(watch, item, kind)
  local zones, home = item.given.zones, watch.game.schema.home
  if zones == "all" or kind == "handler" or kind == "activated" then
    return nil
  elseif zones == nil then
    return home and { home } or nil
  end
  local list = type(zones) == "string" and { zones } or zones
  check_zones(watch, item, list)
  return list
end

--- An act as a reader would say it.
local function text_of(item, short)
  local first = item.given[1]
  local about = is_act(first) and (first.pattern or first).kind
  return short or item.given.text or (about and ("%s: %s"):format(item.word, about)) or item.word
end

--- Without the short name that may stand first.
local function unnamed(item)
  local short = item.given[1]
  if type(short) ~= "string" or item.word == "at" then
    return item, nil
  end
  local given = {}
  for key, value in host.sorted_pairs(item.given) do
    local place = math.type(key) == "integer"
    if not place then
      given[key] = value
    elseif key > 1 then
      given[key - 1] = value
    end
  end
  return setmetatable({ given = given }, { __index = item }), short
end

--- The code of an ability: its name, as far as names of codes go. Codes that are made inside of it
--- are numbered from 2.
local function code_name(name)
  return (name:gsub("%.", "_"))
end

--- Compile what watches, or does acts, into an ability with codes.
---@param game strata.Game
---@param item table what a word made: see M.is_watcher
---@param name string of the ability, and of its first code
---@return strata.Ability
function M.compile(game, item, name)
  local code = code_name(name)
  local watch = setmetatable({ game = game, base = code, made = 1 }, Watch)
  local kind, own, short = ABILITIES[item.word], unnamed(item)
  local program = program_of(watch)
  local spec = CODES[item.word](watch, own, program)
  spec.names = given_names({ bound = {} }, program, spec)
  game.codes[code], game.code_items[code] = spec, item
  local text = text_of(own, short)
  local ability = { name = name, kind = kind, text = text, label = short or text }
  ability.zones = zones_of(watch, own, kind)
  local is_done = kind == "handler" or kind == "activated"
  ability.act, ability.codes = is_done and code or nil, not is_done and { code } or nil
  return ability
end

--- Compile what a law watches for.
---@param game strata.Game
---@param item table
---@param name string
---@return string code
function M.law(game, item, name)
  local code = code_name(name)
  local watch = setmetatable({ game = game, base = code, made = 1 }, Watch)
  local program = program_of(watch)
  game.codes[code] = CODES[item.word](watch, item, program)
  game.code_items[code] = item
  return code
end

return M
