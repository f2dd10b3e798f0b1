--- What watches for events: from the words of a card to abilities with codes, as strata.rules reads
--- them.
---
--- What it is about is a pattern (event_patterns.lua); what a watcher does is a list of acts.
local spelling = require("strata.base.spelling")
local aims = require("strata.cards.aims")
local durations = require("strata.cards.durations")
local effect_act = require("strata.cards.effect_act")
local entry_replacements = require("strata.cards.entry_replacements")
local known_names = require("strata.cards.known_names")
local links = require("strata.cards.links")
local redirect = require("strata.cards.redirect")
local act_compiler = require("strata.events.act_compiler")
local event_patterns = require("strata.events.event_patterns")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

---@class strata.Watch
---@field game strata.Game
---@field base string the first part of the names of codes that it makes
---@field made integer how many
---@field name? string of the ability
---@field title? string what explanations call what it begins
---@field except? strata.Clause[] what it enters as, but for what it copies
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
  local program = act_compiler.new(watch.game.kinds)
  program.rewrite = naming_you(watch.game.schema)
  program.started, program.watch = STARTED, watch
  return program
end

-- -- What all of them say ----------------------------------------------------

local function check_keys(watch, item, options, places)
  for key in host.sorted_pairs(item.given) do
    local is_listed = math.type(key) == "integer"
    if is_listed and key > places then
      local form = "%s: its list has %d item%s at most; say others by name"
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
    watch:blame(item, field, form, item.word, field, vocabulary.said(value))
  end
  return value
end

--- prompt = "always": it is asked for even where all orders come to the same.
local function add_prompt(watch, item, spec)
  local prompt = item.given.prompt
  if prompt ~= nil and prompt ~= "always" then
    local form = '%s: prompt: expected "always", got %s'
    watch:blame(item, "prompt", form, item.word, vocabulary.said(prompt))
  end
  spec.always_ask = prompt ~= nil or nil
end

local function find(list, wanted)
  for _, item in ipairs(list or {}) do
    if item == wanted then
      return item
    end
  end
  return nil
end

--- limit = "turn": at most once between two ticks of that clock; do_limit = "turn": done at most
--- once, however often it triggers (603.2i).
local function add_limit(watch, item, spec)
  local field = item.given.do_limit ~= nil and "do_limit" or "limit"
  local limit = item.given[field]
  if limit == nil then
    return
  end
  local clocks = watch.game.schema.data.clocks or {}
  if not find(clocks, limit) then
    local hint = spelling.hint(tostring(limit), clocks)
    local form = "%s: %s: no clock '%s'%s"
    watch:blame(item, field, form, item.word, field, tostring(limit), hint)
  elseif field == "do_limit" and item.given.limit ~= nil then
    watch:blame(item, field, "%s: 'limit' and 'do_limit': say one of them", item.word)
  end
  spec.clock, spec.per_clock = limit, 1
  spec.counts_done = field == "do_limit" or nil
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

--- What it is given, and what it is told besides.
local function joined(names, told)
  for name, kind in host.sorted_pairs(told or {}) do
    names = names or {}
    names[name] = kind
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
  if #inner == 1 then
    program:blame(item, "instead", "instead: it has nothing to do; say acts, or nothing = true")
  end
  spec[#spec + 1] = inner
end

--- What a field becomes, as text.
local function new_value(program, item, fields, field, value)
  local kind = fields[field]
  if not kind then
    local hint = spelling.hint(tostring(field), spelling.keys(fields))
    local form = "with: no field '%s' of %s%s"
    program:blame(item, "with", form, tostring(field), item.given[1].kind, hint)
  end
  return program:text(item, field == "card" and field or "with", value, kind)
end

--- with = { count = event.count * 2 }: all are worked out before any is written.
local function add_changes(program, item, spec)
  local with, changes = item.given.with, {}
  if type(with) ~= "table" or phrase.is(with) or with.word then
    local form = "%s: with: expected values by field, got %s"
    program:blame(item, "with", form, item.word, vocabulary.said(with))
  end
  local fields, count = event_patterns.fields(program.kinds, spec[2]), #spelling.keys(with)
  if count == 0 then
    local known = table.concat(spelling.keys(fields), ", ")
    local form = "%s: with: it changes nothing; there are %s"
    program:blame(item, "with", form, item.word, known)
  end
  for field, value in host.sorted_pairs(with) do
    local text = new_value(program, item, fields, field, value)
    if count > 1 and phrase.is(value) and text ~= "none" then
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
  again = true,
  also = true,
  choose = true,
  class = true,
  instead = true,
  limit = true,
  may = true,
  nothing = true,
  optional = true,
  prompt = true,
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
  local given = item.given
  if given.nothing ~= nil and given.nothing ~= true then
    local form = "%s: nothing: expected true, got %s"
    watch:blame(item, "nothing", form, item.word, vocabulary.said(given.nothing))
  end
  local is_else = given.also ~= nil or given.after ~= nil or given.choose ~= nil
  if not found and not is_else then
    local form = "%s: it changes nothing; say with = { ... }, instead = ..., or nothing = true"
    watch:blame(item, nil, form, item.word)
  end
  return found
end

--- also = { acts }: part of the event, beside what it is (614.16).
local function add_also(program, item, spec)
  if item.given.also == nil then
    return
  end
  local inner = { "also" }
  for _, deed in ipairs(program:deeds(item, "also", item.given.also)) do
    local into = BEFORE[deed[1]] and spec or inner
    into[#into + 1] = deed
  end
  spec[#spec + 1] = inner
end

local CODES = {}

function CODES.replace(watch, item, program)
  check_keys(watch, item, REPLACES, 1)
  local spec, conditions = { "replace" }, {}
  event_patterns.add(program, item, 1, spec, conditions)
  spec.own = entry_replacements.is_of_itself(watch, item) or nil
  set_when(program, item, spec, conditions)
  add_class(watch, item, spec)
  add_limit(watch, item, spec)
  spec.again = check_boolean(watch, item, "again")
  add_prompt(watch, item, spec)
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
  elseif way == "nothing" then
    spec[#spec + 1] = { "nothing" }
  end
  add_also(program, item, spec)
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
  prompt = true,
  text = true,
  when = true,
  zones = true,
}

function CODES.prevent(watch, item, program)
  check_keys(watch, item, PREVENTS, 1)
  local spec, conditions, given = { "prevent" }, {}, item.given
  event_patterns.add(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  add_limit(watch, item, spec)
  add_prompt(watch, item, spec)
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

local REDIRECTS <const> = {
  amount = true,
  limit = true,
  next = true,
  optional = true,
  text = true,
  times = true,
  to = true,
  when = true,
  zones = true,
}

--- redirect { damage { who = you }, to = target, next = 2 }: it is dealt to somebody else.
function CODES.redirect(watch, item, program)
  check_keys(watch, item, REDIRECTS, 1)
  local spec, conditions, given = { "replace" }, {}, item.given
  event_patterns.add(program, item, 1, spec, conditions)
  local kind = program.kinds:kind(spec[2])
  if given.to == nil or not kind.affected then
    watch:blame(item, "to", "redirect: say to whom: to = ...")
  elseif (given.next or given.amount) and not kind.amount then
    watch:blame(item, 1, "redirect: '%s' has no amount", spec[2])
  elseif given.next ~= nil and not program.is_started then
    watch:blame(item, "next", "redirect: next: an amount is used up; start { redirect { ... } }")
  end
  local to = redirect.to_whom(program, item, conditions)
  set_when(program, item, spec, conditions)
  add_limit(watch, item, spec)
  spec.optional, spec.uses = check_boolean(watch, item, "optional"), given.times
  if given.next or given.amount then
    redirect.split(program, item, spec, to)
  else
    spec[#spec + 1] = { "change", kind.affected, value = to }
  end
  return spec
end

local FORBIDS <const> = { text = true, when = true, zones = true }

function CODES.cant(watch, item, program)
  check_keys(watch, item, FORBIDS, 1)
  local spec, conditions = { "cant" }, {}
  event_patterns.add(program, item, 1, spec, conditions)
  spec.as_is = entry_replacements.is_elsewhere(watch, item) or nil
  set_when(program, item, spec, conditions)
  return spec
end

local MULTIPLIES <const> = { amount = true, text = true, when = true, zones = true }

--- What "more" and "never" are told of the ability that triggers: whose it is, and who controls it.
local TOLD <const> = { source = "ref", controller = "ref" }

--- Those of them that a code names.
local function told_names(spec)
  local names
  for name in host.sorted_pairs(known_names.within(spec, {})) do
    if TOLD[name] then
      names = names or {}
      names[name] = TOLD[name]
    end
  end
  return names
end

function CODES.more(watch, item, program)
  check_keys(watch, item, MULTIPLIES, 1)
  local spec, conditions = { item.word }, {}
  program.bound.source, program.bound.controller = TOLD.source, TOLD.controller
  event_patterns.add(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  if item.given.amount ~= nil then
    spec.amount = program:text(item, "amount", item.given.amount, "int")
  end
  spec.names = told_names(spec)
  return spec
end

function CODES.never(watch, item, program)
  check_keys(watch, item, FORBIDS, 1)
  local spec, conditions = { "never" }, {}
  program.bound.source, program.bound.controller = TOLD.source, TOLD.controller
  event_patterns.add(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  spec.names = told_names(spec)
  return spec
end

-- -- Entering ----------------------------------------------------------------

function CODES.enters(watch, item, program)
  local replace, first = entry_replacements.enters(watch, item, program)
  local spec = CODES.replace(watch, replace, program)
  return table.move(first, 1, #first, 3, table.move(spec, 3, #spec, 3 + #first))
end

--- The exceptions are an ability of their own, by its name.
function CODES.enters_as_copy(watch, item, program)
  local replace, exceptions = entry_replacements.copy(watch, item, watch.name)
  watch.except = exceptions
  return CODES.replace(watch, replace, program)
end

-- -- Triggers ----------------------------------------------------------------

local TRIGGERS <const> = {
  act = true,
  choosing = true,
  do_limit = true,
  immediate = true,
  limit = true,
  looks_back = true,
  may = true,
  only_if = true,
  prompt = true,
  target = true,
  targets = true,
  text = true,
  when = true,
  zones = true,
}

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
  add_prompt(watch, item, spec)
  aims.add(program, item, spec)
  add_acts(program, item, spec)
  return spec
end

function CODES.whenever(watch, item, program)
  check_keys(watch, item, TRIGGERS, 1)
  local spec, conditions = { "trigger" }, {}
  event_patterns.add(program, item, 1, spec, conditions)
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
    watch:blame(
      item,
      1,
      "at: expected the name of a phase first, got %s",
      vocabulary.said(given[1])
    )
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
-- So many loyalty counters more, or fewer, are its cost (606.4).
local ACTIVATED <const> = {
  act = true,
  cost = true,
  lasts = true,
  loyalty = true,
  only_if = true,
  target = true,
  text = true,
}

--- What is done for it before, if its cost is that: sacrifice { who = choose { ... } }.
local function add_cost(program, item, spec)
  local cost = item.given.cost
  if type(cost) == "table" and not phrase.is(cost) then
    local deeds = program:deeds(item, "cost", cost)
    table.move(deeds, 1, #deeds, #spec + 1, spec)
  end
end

local function resolving(program, item)
  local spec = { "state", when = "false" }
  add_cost(program, item, spec)
  local into, target = spec, item.given.target
  if target ~= nil then
    local who = aims.text(program, item, "target", target)
    into = { "when", when = ("count(it = $target and (%s)) >= 1"):format(who) }
    spec[#spec + 1] = into
  end
  add_acts(program, item, into)
  return spec
end

--- The deeds of a spell: a code that nothing watches by; a step, or the stack, has it done. Whom it
--- aims at it is given; if it says who that can be, nothing is done to anybody else (608.2b).
function CODES.spell(watch, item, program)
  check_keys(watch, item, RESOLVES, 1)
  return resolving(program, item)
end

function CODES.activated(watch, item, program)
  local loyalty = item.given.loyalty
  check_keys(watch, item, ACTIVATED, 1)
  if loyalty ~= nil and math.type(loyalty) ~= "integer" then
    local form = "activated: loyalty: expected a number, got %s"
    watch:blame(item, "loyalty", form, vocabulary.said(loyalty))
  end
  return resolving(program, item)
end

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

--- Start a watcher of a code.
local function start_code(self, item, spec, program)
  local names = known_names.of(self, program, spec)
  local deed = { "watch", self.watch:add(item, spec), with = passed(names) }
  spec.names = joined(names, spec.names)
  deed.with.source, deed.with.you = "this", "$you"
  return deed
end

--- start { prevent { ..., next = 3 }, lasts = "turn" }
function STARTED.start(self, item, into)
  check_keys(self.watch, item, { lasts = true, of = true, when = true }, #item.given)
  for place, inner in ipairs(item.given) do
    if type(inner) ~= "table" or phrase.is(inner) or not act_compiler.STARTS[inner.word] then
      local form = "start: in place %d expected replace, prevent or cant { ... }, got %s"
      self:blame(item, place, form, place, vocabulary.said(inner))
    end
    local program = inner_program(self)
    local spec = CODES[inner.word](self.watch, inner, program)
    local deed = start_code(self, inner, spec, program)
    if inner.given.next ~= nil then
      deed.with.left = self:text(inner, "next", inner.given.next, "int")
    end
    deed.when = self:condition(item, "when", item.given.when)
    durations.add(self, item, deed, into)
  end
end

local LATER <const> = { act = true, lasts = true, each_time = true, only_if = true, when = true }

--- later { phase_begins { phase = "end step" }, act = ... }: a delayed trigger (603.7).
function STARTED.later(self, item, into)
  check_keys(self.watch, item, LATER, 1)
  local program, spec, conditions = inner_program(self), { "trigger" }, {}
  event_patterns.add(program, item, 1, spec, conditions)
  set_when(program, item, spec, conditions)
  spec.only_if = program:condition(item, "only_if", item.given.only_if)
  spec.uses = not check_boolean(self.watch, item, "each_time") and 1 or nil
  add_acts(program, item, spec)
  local deed = start_code(self, item, spec, program)
  durations.add(self, item, deed, into)
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
  spec.names = known_names.of(self, program, spec)
  local name = self.watch:add(item, spec)
  into[#into + 1] = { "trigger", name, with = passed(spec.names) }
end

STARTED.effect = effect_act.add

--- until_leaves { exile { who = target } }: until this leaves, if it has not (610.3).
function STARTED.until_leaves(self, item, into)
  check_keys(self.watch, item, { back = true, link = true }, #item.given)
  links.until_leaves(self, inner_program(self), item, into)
end

-- -- Abilities ---------------------------------------------------------------

-- The engine's kind of each word's ability.
local ABILITIES <const> = {
  activated = "activated",
  as_soon_as = "triggered",
  at = "triggered",
  cant = "static",
  enters = "replacement",
  enters_as_copy = "replacement",
  more = "static",
  never = "static",
  prevent = "static",
  redirect = "replacement",
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
  elseif item.word == "enters_as_copy" then
    return entry_replacements.is_said(item)
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
  if type(short) ~= "string" or item.word == "at" or item.word == "enters_as_copy" then
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
  return (name:gsub("[%. ]", "_"))
end

--- Compile what watches, or does acts, into an ability with codes.
---@param game strata.Game
---@param item table what a word made: see M.is_watcher
---@param name string of the ability, and of its first code
---@return strata.Ability
function M.compile(game, item, name)
  local code = code_name(name)
  local fields = { game = game, base = code, made = 1, name = name, title = game.title }
  local watch = setmetatable(fields, Watch)
  local kind, own, short = ABILITIES[item.word], unnamed(item)
  local program = program_of(watch)
  local spec = CODES[item.word](watch, own, program)
  spec.names = joined(known_names.of({ bound = {} }, program, spec), spec.names)
  game.codes[code], game.code_items[code] = spec, item
  local text = text_of(own, short)
  local ability = { name = name, kind = kind, text = text, label = short or text }
  ability.except, ability.loyalty = watch.except, own.given.loyalty
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
