--- Compiles replacement effects (614), prevention effects (615) and effects by which events cannot
--- happen (101.2) to watcher definitions of strata.rules.
---
--- Each function compiles one word, and creates its watcher definition.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local entry_replacements = require("strata.cards.entry_replacements")
local watcher_fields = require("strata.cards.watcher_fields")
local event_patterns = require("strata.events.event_patterns")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

-- -- What becomes of an event ------------------------------------------------

local function add_class(watch, item, spec)
  local class = item.given.class
  local classes = watch.game.schema.data.replacement_classes or {}
  if class ~= nil and not lists.includes(classes, class) then
    local hint = spelling.hint(tostring(class), classes)
    watch:blame(item, "class", "%s: no class '%s'%s", item.word, tostring(class), hint)
  end
  spec.rank = class
end

--- Deeds that ask, pay and remember cannot stand among events: they come before them.
local BEFORE <const> = { choose = true, let = true, note = true, pay = true, roll = true }

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

local REPLACE <const> = table_reader.form(1, {
  after = true,
  again = "boolean",
  also = true,
  choose = true,
  class = true,
  instead = true,
  limit = true,
  nothing = true,
  optional = "boolean",
  prompt = true,
  text = "text",
  times = "integer",
  when = true,
  with = true,
  zones = true,
})

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

--- Notes for the acts of a program which event they replace, and which object that is about.
local function note_replaced(program, spec)
  local known = program.kinds:kind(spec[2])
  local test = known.affected and spec.tests[known.affected]
  program.replaced = { known = known, who = test and test:match("^it = (.+)$") }
end

function M.replace(watch, item, program)
  table_reader.check(watch.game.files, item, REPLACE)
  local spec, conditions = { "replace" }, {}
  event_patterns.add(program, item, 1, spec, conditions)
  note_replaced(program, spec)
  spec.own = entry_replacements.is_of_itself(watch, item) or nil
  watcher_fields.set_when(program, item, spec, conditions)
  add_class(watch, item, spec)
  watcher_fields.add_limit(watch, item, spec)
  watcher_fields.add_prompt(watch, item, spec)
  spec.again, spec.optional, spec.uses = item.given.again, item.given.optional, item.given.times
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

local PREVENT <const> = table_reader.form(1, {
  after = true,
  amount = true,
  limit = true,
  next = true,
  once = "boolean",
  optional = "boolean",
  prompt = true,
  text = "text",
  when = true,
  zones = true,
})

function M.prevent(watch, item, program)
  table_reader.check(watch.game.files, item, PREVENT)
  local spec, conditions, given = { "prevent" }, {}, item.given
  event_patterns.add(program, item, 1, spec, conditions)
  watcher_fields.set_when(program, item, spec, conditions)
  watcher_fields.add_limit(watch, item, spec)
  watcher_fields.add_prompt(watch, item, spec)
  spec.optional, spec.uses = given.optional, given.once and 1 or nil
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

-- -- Redirection -------------------------------------------------------------

--- The new recipient: an object that is there, of an event that may be redirected (614.9).
---@param program strata.Programs
---@param item table
---@param conditions string[] added to
---@return string text
local function to_whom(program, item, conditions)
  local words_of, to = program.watch.game.words, item.given.to
  local kind = item.given[1].kind
  if not program.kinds.schema.nouns.any_target then
    program:blame(item, nil, "redirect: these rules have no noun 'any_target'")
  end
  local text = program:text(item, "to", to, "ref")
  local there = words_of.exists(words_of.each.any_target:where(words_of.it:is(to)))
  conditions[#conditions + 1] = program:text(item, "to", there, "pred")
  if program.kinds:kind(kind).fields.stays then
    conditions[#conditions + 1] = "event.stays = false"
  end
  return text
end

--- The event as it was, but for what is given.
local function same_event(kinds, name, given)
  local with = { by = "event.by", cause = "event.cause" }
  for field in host.sorted_pairs(kinds:kind(name).fields) do
    with[field] = given[field] or "event." .. field
  end
  return { "emit", name, with = with }
end

--- A part goes elsewhere, and the rest stays.
---@param program strata.Programs
---@param item table
---@param spec table of a watcher definition
---@param to string
local function split_event(program, item, spec, to)
  local kind = program.kinds:kind(spec[2])
  local most = item.given.amount and program:text(item, "amount", item.given.amount, "int")
  local all = "event." .. kind.amount
  if item.given.next ~= nil then
    spec[#spec + 1] = { "take", as = "moved" }
  else
    spec[#spec + 1] = { "let", as = "moved", value = ("min(%s, %s)"):format(most, all) }
  end
  program.bound.moved = "int"
  local rest = { [kind.amount] = all .. " - $moved" }
  local moved = { [kind.amount] = "$moved", [kind.affected] = to }
  spec[#spec + 1] = {
    "instead",
    same_event(program.kinds, spec[2], rest),
    same_event(program.kinds, spec[2], moved),
  }
end

local REDIRECT <const> = table_reader.form(1, {
  amount = true,
  limit = true,
  next = true,
  optional = "boolean",
  text = "text",
  times = "integer",
  to = true,
  when = true,
  zones = true,
})

--- redirect { damage { who = you }, to = target, next = 2 }: gives damage another recipient.
function M.redirect(watch, item, program)
  table_reader.check(watch.game.files, item, REDIRECT)
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
  local to = to_whom(program, item, conditions)
  watcher_fields.set_when(program, item, spec, conditions)
  watcher_fields.add_limit(watch, item, spec)
  spec.optional, spec.uses = given.optional, given.times
  if given.next or given.amount then
    split_event(program, item, spec, to)
  else
    spec[#spec + 1] = { "change", kind.affected, value = to }
  end
  return spec
end

-- -- What cannot happen ------------------------------------------------------

local CANT <const> = table_reader.form(1, { text = "text", when = true, zones = true })

-- What stands in `cant` says which event cannot be prevented, and nothing of a prevention effect.
local PREVENTED <const> = table_reader.form(1, {})

--- The event of cant { prevent { damage {} } }, which can happen, but not be prevented (615.12).
local function add_unpreventable(watch, item, program, spec, conditions)
  local prevented = item.given[1]
  table_reader.check(watch.game.files, prevented, PREVENTED)
  event_patterns.add(program, prevented, 1, spec, conditions)
  spec.prevention = true
end

function M.cant(watch, item, program)
  table_reader.check(watch.game.files, item, CANT)
  local spec, conditions, first = { "cant" }, {}, item.given[1]
  if type(first) == "table" and not phrase.is(first) and first.word == "prevent" then
    add_unpreventable(watch, item, program, spec, conditions)
  else
    event_patterns.add(program, item, 1, spec, conditions)
    spec.as_is = entry_replacements.is_elsewhere(watch, item) or nil
  end
  watcher_fields.set_when(program, item, spec, conditions)
  return spec
end

-- -- Entering ----------------------------------------------------------------

function M.enters(watch, item, program)
  local replace, first = entry_replacements.enters(watch, item, program)
  local spec = M.replace(watch, replace, program)
  if item.given.unless_paid ~= nil then
    entry_replacements.unless_paid(spec, 3)
  end
  return table.move(first, 1, #first, 3, table.move(spec, 3, #spec, 3 + #first))
end

--- The exceptions are an ability of their own, by its name.
function M.enters_as_copy(watch, item, program)
  local replace, exceptions = entry_replacements.copy(watch, item, watch.name)
  watch.except = exceptions
  return M.replace(watch, replace, program)
end

return M
