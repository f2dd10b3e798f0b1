--- Compiles `enters` and `enters_as_copy` to replacement effects of the event by which an object
--- enters.
local table_reader = require("strata.base.table_reader")
local emit_acts = require("strata.events.emit_acts")
local pay_words = require("strata.events.pay_words")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

local ENTERS <const> = table_reader.form(0, {
  after = true,
  besides = "table",
  chosen = true,
  chosen_player = true,
  counters = true,
  others = true,
  tapped = "boolean",
  text = "text",
  under = true,
  unless = true,
  unless_paid = true,
  when = true,
  with = "table",
  zones = true,
})

local function blame(watch, item, field, form, ...)
  watch.game.files:blame(item, field, form, ...)
end

--- A word as if it stood where another one does.
local function word_like(item, word, kind, given)
  local place = { path = item.path, line = item.line, label = kind }
  return setmetatable({ word = word, kind = kind, given = given }, { __index = place })
end

local function new_act(item, kind, given)
  return word_like(item, "act", kind, given)
end

local function check_boolean(watch, item, field)
  local value = item.given[field]
  if value ~= nil and type(value) ~= "boolean" then
    local form = "%s: %s: expected true or false, got %s"
    blame(watch, item, field, form, item.word, field, vocabulary.said(value))
  end
  return value
end

local function check_condition(watch, item, field)
  local value = item.given[field]
  if value ~= nil and not phrase.is(value) then
    local form = "%s: %s: expected a condition, got %s"
    blame(watch, item, field, form, item.word, field, vocabulary.said(value))
  end
  return value
end

--- Whom it is about: itself, or others.
local function pattern_of(watch, item)
  if not watch.game.kinds.known.enter then
    local form = "%s: these rules have no event 'enter'; say alias { \"enter\", of = ...,"
      .. " enters = true } in their events"
    blame(watch, item, nil, form, item.word)
  end
  return new_act(item, "enter", { who = item.given.others or watch.game.words.this })
end

--- Whether a replacement is of how its own object enters: it acts as that does (614.12).
---@param watch strata.Watch
---@param item table
---@return boolean
function M.is_of_itself(watch, item)
  local pattern = item.given[1]
  local known = watch.game.kinds.known[pattern.kind]
  local who = pattern.given.who
  return known.of ~= nil and known.enters == true and phrase.is(who) and who.text == "this"
end

--- Whether what cannot enter is described where it is, not as it would be (614.17d).
---@param watch strata.Watch
---@param item table
---@return boolean
function M.is_elsewhere(watch, item)
  local pattern, kinds = item.given[1], watch.game.kinds
  local who = pattern.kind and kinds.known[pattern.kind].enters and pattern.given.who
  local is_whom = phrase.is(who) and who.kind == "pred"
  return is_whom and who.within ~= nil and who.within ~= watch.game.schema.home
end

-- -- Counters ----------------------------------------------------------------

--- The acts that put counters on who enters, in the order of their kinds.
local function counters_of(watch, item, counters, into)
  local is_said = type(counters) == "table" and not phrase.is(counters)
  if not is_said or (counters.word and counters.word ~= "each_kind_on") then
    local form = "%s: counters: expected numbers by kind, got %s"
    blame(watch, item, "counters", form, item.word, vocabulary.said(counters))
  end
  local entrant = watch.game.words.event.who
  local event = watch.game.schema:step_event("add_counters")
  if not event then
    blame(watch, item, "counters", "%s: counters: %s", item.word, emit_acts.NO_COUNTERS)
  end
  if counters.word == "each_kind_on" then
    counters = counters.given
  end
  for kind, count in host.sorted_pairs(counters) do
    into[#into + 1] = new_act(item, event, {
      who = entrant,
      kind = kind,
      count = count,
      player = entrant.controller,
    })
  end
end

-- -- Choices -----------------------------------------------------------------

local CHOICES <const> = { "chosen", "chosen_player" }

--- chosen = { "red", "green" }: a word that is chosen as it enters, before it is there (614.12a).
local function add_choices(watch, item, own)
  for _, field in ipairs(CHOICES) do
    local value = item.given[field]
    local is_words = field == "chosen" and type(value) == "table" and not phrase.is(value)
    if value ~= nil then
      local first = is_words and "word" or value
      own.choose[#own.choose + 1] = word_like(item, "choose", "choose", {
        first,
        of = is_words and value or nil,
        by = watch.game.words.you,
        as = field,
      })
      own.with[field] = watch.game.words.named[field]
    end
  end
end

-- -- enters ------------------------------------------------------------------

--- When something can happen at all, by what its kind says; nil if nothing is to be asked.
local function payable(watch, cost, program)
  local event = watch.game.kinds.events[cost.kind]
  local can = event and event.can
  for field, value in host.sorted_pairs(can and cost.given or {}) do
    local text = phrase.is(value) and value.text or tostring(value)
    can = can:gsub("%f[%w_]event%." .. field .. "%f[^%w_]", (text:gsub("%%", "%%%%")))
  end
  return can and program.rewrite(can)
end

--- That it is paid: who cannot pay is not asked.
local function ask_to_pay(watch, item, program, own)
  local cost = item.given.unless_paid
  if cost == nil then
    return {}
  end
  program.bound.paid = "flag"
  local word = type(cost) == "table" and not phrase.is(cost) and cost.word
  if word == "pays" then
    return { pay_words.optional(program, cost, "paid") }
  elseif word ~= "act" then
    local form = "enters: unless_paid: expected an act, got %s"
    blame(watch, item, "unless_paid", form, vocabulary.said(cost))
  end
  local given = { when = watch.game.words.named.paid }
  for field, value in host.sorted_pairs(cost.given) do
    given[field] = value
  end
  own.also[#own.also + 1] = new_act(cost, cost.kind, given)
  local asked = { "choose", "may", as = "paid", with = { by = "$you" } }
  asked.when = payable(watch, cost, program)
  return { asked }
end

-- The condition that the cost of `unless_paid` was not paid.
local UNPAID <const> = "not $paid"

--- What `enters` says holds only where its cost was not paid: all instructions of its replacement
--- get that condition, but for the payment itself.
---@param spec table of a watcher definition, from its third place on
---@param first integer the first place to change
function M.unless_paid(spec, first)
  for place = first, #spec do
    local deed = spec[place]
    if deed[1] == "also" then
      M.unless_paid(deed, 2)
    elseif deed[1] == "then" then
      spec[place] = { "then", { "when", when = UNPAID, table.unpack(deed, 2) } }
    elseif deed.when ~= "$paid" then
      deed.when = deed.when and ("(%s) and %s"):format(deed.when, UNPAID) or UNPAID
    end
  end
end

local function condition_of(watch, item)
  local given = item.given
  local unless = check_condition(watch, item, "unless")
  if unless == nil then
    return given.when
  end
  return given.when and (given.when & ~unless) or ~unless
end

--- The fields of the event that it changes, but for those that are chosen.
local function changes_of(watch, item)
  local given, with = item.given, {}
  for field, value in host.sorted_pairs(given.with or {}) do
    with[field] = value
  end
  with.under, with.tapped = given.under, given.tapped
  if given.besides ~= nil then
    local name = watch.name .. ".besides"
    watch.game:add_exceptions(item, given.besides, name, "static")
    with.besides = phrase.new(watch.game.schema, "sym", ("'%s'"):format(name), name)
  end
  return with
end

--- `enters { ... }` as a replacement.
---@param watch strata.Watch
---@param item table
---@param program strata.Programs of its watcher definition
---@return table item a word `replace`
---@return table[] deeds instructions that come first in its watcher definition
function M.enters(watch, item, program)
  table_reader.check(watch.game.files, item, ENTERS)
  local given, choose, also = item.given, {}, {}
  local own = { pattern_of(watch, item), choose = choose, also = also, zones = given.zones }
  own.with, own.after = changes_of(watch, item), given.after
  own.when, own.class = condition_of(watch, item), given.under ~= nil and "control" or nil
  add_choices(watch, item, own)
  local deeds = ask_to_pay(watch, item, program, own)
  if given.counters ~= nil then
    counters_of(watch, item, given.counters, also)
  end
  for _, field in ipairs({ "with", "choose", "also" }) do
    own[field] = next(own[field]) ~= nil and own[field] or nil
  end
  return word_like(item, "enters", "enters", own), deeds
end

-- -- enters_as_copy ----------------------------------------------------------

local COPIES <const> = { "counters", "must", "others", "when", "zones" }

local function is_also(inner)
  return type(inner) == "table" and not phrase.is(inner) and inner.word == "also"
end

--- A second sentence without its counters; nil if it says nothing else.
local function without_counters(inner)
  if not is_also(inner) or inner.given.counters == nil then
    return inner
  end
  local rest, is_left = {}, false
  for key, value in host.sorted_pairs(inner.given) do
    if key ~= "counters" then
      rest[key], is_left = value, is_left or key ~= "when"
    end
  end
  return is_left and setmetatable({ given = rest }, { __index = inner }) or nil
end

--- What the copy is, apart from counters and from how it comes about.
local function exceptions_in(given)
  local left = {}
  for key, value in host.sorted_pairs(given) do
    left[key] = math.type(key) ~= "integer" and value or nil
  end
  for _, key in ipairs(COPIES) do
    left[key] = nil
  end
  for place = 2, #given do
    left[#left + 1] = without_counters(given[place])
  end
  return left
end

--- A condition of the object that has the ability, asked of who enters.
local function of_entrant(watch, when)
  local text = when.text:gsub("%f[%w_]this%f[^%w_]", "event.who")
  return phrase.new(watch.game.schema, "pred", text, when.said)
end

--- The acts of one sentence: with which counters it enters.
local function add_counters(watch, item, sentence, into)
  local acts = {}
  if sentence.counters ~= nil then
    counters_of(watch, item, sentence.counters, acts)
  end
  for _, one in ipairs(acts) do
    one.given.when = sentence.when and of_entrant(watch, sentence.when)
    into[#into + 1] = one
  end
end

--- Counters among the exceptions of a copy: they belong to the copy effect that was applied last,
--- whatever the object has become by then (707.9e).
local function add_rider(watch, item, except)
  local acts = {}
  add_counters(watch, item, item.given, acts)
  for _, inner in ipairs(item.given) do
    if is_also(inner) then
      check_condition(watch, inner, "when")
      add_counters(watch, item, inner.given, acts)
    end
  end
  if #acts > 0 then
    local pattern = new_act(item, "enter", { except = except })
    local own = { pattern, also = acts }
    watch.game:add_rider(word_like(item, "replace", "replace", own), except.said)
  end
end

--- Whether `enters_as_copy` says of what, and so happens by itself.
---@param item table
---@return boolean
function M.is_said(item)
  return phrase.is(item.given[1])
end

--- `enters_as_copy { each.creature, ... }` as a replacement.
---@param watch strata.Watch
---@param item table
---@param name string of the ability
---@return table item a word `replace`
---@return strata.Clause[] exceptions
function M.copy(watch, item, name)
  local given, all = item.given, watch.game.words
  local of, symbol = given[1], name .. ".except"
  local exceptions = watch.game:add_exceptions(item, exceptions_in(given), symbol)
  local except = phrase.new(watch.game.schema, "sym", ("'%s'"):format(symbol), symbol)
  add_rider(watch, item, except)
  local own = { pattern_of(watch, item), class = "copy", when = given.when, zones = given.zones }
  own.with = { copying = of, except = except }
  local must = check_boolean(watch, item, "must")
  if of.kind == "pred" then
    local choice = { of, by = all.you, as = "copied" }
    own.choose = { word_like(item, "choose", "choose", choice) }
    own.with.copying = all.named.copied
    own.optional = not must
    own.when = given.when and (given.when & all.exists(of)) or all.exists(of)
  end
  return word_like(item, "enters_as_copy", "enters_as_copy", own), exceptions
end

return M
