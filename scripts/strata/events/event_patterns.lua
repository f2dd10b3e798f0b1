--- Compiles the pattern of a watcher: an act whose fields are tests of the event's fields, each a
--- predicate on the entity in the field, an entity, a constant, a list of words, or a condition.
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

--- The values of a sym field that a pattern names.
local function one_of(program, item, field, list)
  local key, message = table_reader.list_mistake(list)
  if message then
    program:blame(item, { field, key }, "%s: %s: %s", item.kind, field, message)
  elseif #list == 0 then
    local form = "%s: %s: there is no word in its list; say one, or take the field away"
    program:blame(item, field, form, item.kind, field)
  end
  local tests = {}
  for i, word in ipairs(list) do
    tests[i] = ("event.%s = %s"):format(field, program:text(item, field, word, "sym"))
  end
  return ("(%s)"):format(table.concat(tests, " or "))
end

--- The predicate on the entity in a field. An entering object is tested as it would be on the
--- battlefield, or where it still is, so the predicate does not test that it is on the battlefield.
local function predicate(program, item, field, value)
  local kinds = program.kinds
  local known, kind = kinds.known[item.kind], kinds:kind(item.kind)
  local enters = known.enters and field == kind.affected
  local is_bare = enters and value.within == kinds.schema.home
  local text = is_bare and value.text or phrase.full(value)
  return program.rewrite and program.rewrite(text) or text
end

--- The condition that a field has a value; nil if the pattern tests the entity in the field.
local function condition_of(program, item, field, kind, value)
  local is_phrase = phrase.is(value)
  if is_phrase and value.kind == "pred" and kind ~= "flag" then
    return ("(%s)"):format(program:text(item, field, value, "pred"))
  elseif kind == "sym" and type(value) == "table" and not is_phrase and not value.word then
    return one_of(program, item, field, value)
  end
  return ("event.%s = %s"):format(field, program:text(item, field, value, kind))
end

--- Compiles one field of a pattern: a predicate on the entity in it, or a condition.
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

--- The fields that an event of a kind has, and their types.
---@param kinds strata.Kinds
---@param name string
---@return table<string, string>
function M.fields(kinds, name)
  local fields = { by = "ref", cause = "ref", effect = "flag" }
  for field, kind in host.sorted_pairs(kinds:kind(name).fields) do
    fields[field] = kind
  end
  return fields
end

--- Raise that a pattern says a field which the event does not have.
local function no_field(program, pattern, field, fields)
  if math.type(field) == "integer" then
    local form = "%s: in place %d of its list is %s; say fields by name, as in %s { %s = ... }"
    local name = program.kinds:kind(pattern.kind).affected or spelling.keys(fields)[1]
    local got = vocabulary.said(pattern.given[field])
    program:blame(pattern, field, form, pattern.kind, field, got, pattern.kind, name)
  end
  local hint = spelling.hint(tostring(field), spelling.keys(fields))
  program:blame(pattern, field, "%s: no field '%s'%s", pattern.kind, tostring(field), hint)
end

--- "; did you mean the event 'enter'?" for another word, such as enters { ... }.
local function meant_event(kinds, pattern)
  local word = type(pattern) == "table" and not phrase.is(pattern) and pattern.word or nil
  local near = word and spelling.nearest(word, spelling.keys(kinds.known))
  return near and ("; did you mean the event %s { ... }?"):format(near) or ""
end

--- The event that a watcher is about, into its spec: kind, tests and conditions.
---@param program strata.Programs
---@param item table the word of the watcher
---@param place integer where in its list the pattern is
---@param spec table
---@param conditions string[] the condition of the watcher, to be joined
function M.add(program, item, place, spec, conditions)
  local pattern = item.given[place]
  local is_many = type(pattern) == "table" and pattern.word == "one_or_more"
  spec.batch, pattern = is_many or nil, is_many and pattern.pattern or pattern
  if type(pattern) ~= "table" or phrase.is(pattern) or pattern.word ~= "act" then
    local form = "%s: expected the event that it is about, as draw { player = you }, got %s%s"
    local hint = meant_event(program.kinds, pattern)
    program:blame(item, place, form, item.word, vocabulary.said(pattern), hint)
  end
  local fields = M.fields(program.kinds, pattern.kind)
  spec[2], spec.tests = pattern.kind, {}
  for field in host.sorted_pairs(pattern.given) do
    local kind = fields[field]
    if not kind then
      no_field(program, pattern, field, fields)
    end
    add_test(program, pattern, field, kind, spec, conditions)
  end
end

return M
