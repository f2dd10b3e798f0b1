--- Expectation lines that count events of any game: "events(heal) = 2", "refused(apply) = 1",
--- "events(damage, source=Ogre) = 2", "sum(damage.amount, who=A) = 5", "damage by Ogre to A = 5".
---
--- The log of the world answers them.
local spelling = require("strata.base.spelling")
local expect_compare = require("strata.scenario.expect_compare")
local expect_subjects = require("strata.scenario.expect_subjects")
local expect_text = require("strata.scenario.expect_text")
local step_events = require("strata.stage.step_events")

local refuse = expect_text.refuse

local M = {}

--- Refuses the name of an event that these rules do not have.
---@param reader strata.LineReader
---@param name string
---@return table kind
function M.need_kind(reader, name)
  local kinds = reader.game.kinds
  if not kinds.known[name] then
    refuse("no event '%s'%s", name, spelling.hint(name, spelling.keys(kinds.known)))
  end
  return kinds:kind(name)
end

-- -- Rows of some fields ---------------------------------------------------------------

--- A test that a row has an entity of a name.
local function called_test(reader, wanted, entity_of)
  local is_nobody = expect_compare.NOBODY[wanted]
  if not is_nobody then
    expect_subjects.need(reader, wanted)
  end
  return function(stage, row)
    local value = entity_of(row)
    if is_nobody then
      return value == nil
    end
    return value ~= nil and expect_compare.is_called(stage, value, wanted)
  end
end

local TRUTHS <const> = { ["false"] = true, ["true"] = true }

-- What is wrong with a value of a field, by the field's type; nil if an event can have it.
local PROBLEMS <const> = {
  flag = function(_, wanted)
    return not TRUTHS[wanted:lower()] and ("expected true or false, got '%s'"):format(wanted) or nil
  end,
  int = function(_, wanted)
    local form = "expected a number, got '%s'"
    return not wanted:find("^%-?%d+$") and form:format(wanted) or nil
  end,
  sym = function(game, wanted)
    local own = game.schema:symbol(wanted)
    local problem = step_events.symbol_problem(game, own)
    return problem and step_events.symbol_problem(game, own:lower()) and problem or nil
  end,
}

local function text_test(reader, name, kind, field, wanted)
  local problem = wanted ~= "nil" and PROBLEMS[kind.fields[field]](reader.game, wanted)
  if problem then
    refuse("%s: %s: %s", name, field, problem)
  end
  return function(stage, row)
    local value = row.fields[field]
    local text = type(value) == "string" and stage.game.schema:printed(value) or tostring(value)
    return text:lower() == wanted:lower()
  end
end

-- What stands in the log beside the fields of each event.
local BESIDE <const> = { cause = "source", source = "source", who = "who" }

--- A test that a row has a value in a field.
local function field_test(reader, name, kind, field, wanted)
  local own = kind.fields[field]
  local beside = field == kind.affected and "who" or (not own and BESIDE[field] or nil)
  if beside then
    return called_test(reader, wanted, function(row)
      return row[beside]
    end)
  elseif not own then
    refuse("%s: no field '%s'%s", name, field, spelling.hint(field, spelling.keys(kind.fields)))
  elseif own ~= "ref" then
    return text_test(reader, name, kind, field, wanted)
  end
  return called_test(reader, wanted, function(row)
    return row.fields[field]
  end)
end

--- Whether values of fields name somebody who is neither of the scenario nor in the game. Raises if
--- so: no row of the log would ever be of them.
local function need_called(reader, stage, kind, fields)
  for _, field in ipairs(fields) do
    local is_ref = (kind.fields[field.name] or "ref") == "ref"
    local is_named = is_ref and not expect_compare.NOBODY[field.value]
    if is_named and not expect_subjects.is_known(reader, field.value) then
      expect_compare.is_called(stage, nil, field.value)
    end
  end
end

--- A function that gives the rows of the log that are of an event and have the fields of a list.
---@param reader strata.LineReader
---@param name string of the event
---@param fields { name: string, value: string }[]
---@param fate string what has become of it: "happened", "cannot"
---@return fun(stage: strata.Stage): strata.LogRow[]
local function rows_of(reader, name, fields, fate)
  local kind, tests = M.need_kind(reader, name), {}
  for i, field in ipairs(fields) do
    tests[i] = field_test(reader, name, kind, field.name, field.value)
  end
  local own = reader.game.kinds.known[name].of or name
  local function has_all(stage, row)
    for _, test in ipairs(tests) do
      if not test(stage, row) then
        return false
      end
    end
    return true
  end
  return function(stage)
    local list = {}
    for row in stage.world:log() do
      local is_it = row.what == fate and (row.kind == name or row.kind == own)
      list[#list + 1] = is_it and has_all(stage, row) and row or nil
    end
    if #list == 0 then
      need_called(reader, stage, kind, fields)
    end
    return list
  end
end

-- -- Lines -------------------------------------------------------------------------------

--- "damage.amount, source=Ogre" as an event, one of its fields, and the fields that it must have.
local function parts_of(inner)
  local name, rest = inner:match("^([%a_][%w_]*)(.*)$")
  if not name then
    refuse("expected the name of an event, got '%s'", inner)
  end
  local field, behind = rest:match("^%.([%a_][%w_]*)(.*)$")
  rest = expect_text.trimmed((behind or rest):gsub("^,", "", 1))
  local fields = rest == "" and {} or expect_text.fields(rest)
  if not fields then
    refuse("expected fields of the event such as who=x, got '%s'", rest)
  end
  return name, field, fields
end

local function number_line(query, operator, wanted, count)
  local compare = expect_compare.read(query, operator, wanted)
  return function(stage)
    local got = count(stage)
    return compare(stage, got), tostring(got)
  end
end

--- A line about the number of the events of some fate.
local function counting(fate)
  return function(reader, inner, operator, wanted)
    local name, field, fields = parts_of(inner)
    if field then
      refuse("a number of events has no field; write sum(%s.%s)", name, field)
    end
    local rows = rows_of(reader, name, fields, fate)
    return number_line({ kind = "number", name = "events" }, operator, wanted, function(stage)
      local count = 0
      for _, row in ipairs(rows(stage)) do
        count = count + row.count
      end
      return count
    end)
  end
end

local function sum_of(reader, name, field, fields)
  local kind = M.need_kind(reader, name)
  if kind.fields[field] ~= "int" then
    local numbers = {}
    for own, type_name in pairs(kind.fields) do
      numbers[#numbers + 1] = type_name == "int" and own or nil
    end
    table.sort(numbers)
    refuse("%s: no number '%s'%s", name, field, spelling.hint(field, numbers))
  end
  local rows = rows_of(reader, name, fields, "happened")
  return function(stage)
    local sum = 0
    for _, row in ipairs(rows(stage)) do
      sum = sum + row.count * (row.fields[field] or 0)
    end
    return sum
  end
end

local function summing(reader, inner, operator, wanted)
  local name, field, fields = parts_of(inner)
  if not field then
    refuse("sum: say which field is added up, as in sum(damage.amount)")
  end
  local sum = sum_of(reader, name, field, fields)
  return number_line({ kind = "number", name = "sum" }, operator, wanted, sum)
end

--- The objects and players that events happened to, in order: "happened(score) = [Wolf, Ogre]".
local function happened(reader, inner, operator, wanted)
  local name, field, fields = parts_of(inner)
  if field or operator ~= "=" then
    refuse("expected happened(%s)=[one, other]", name)
  end
  local rows = rows_of(reader, name, fields, "happened")
  local query = { kind = "list", name = "happened" }
  local compare = expect_compare.read(query, "in order", wanted)
  return function(stage)
    local list = {}
    for _, row in ipairs(rows(stage)) do
      for _ = 1, row.count do
        list[#list + 1] = row.who and stage:id_of(row.who) or "nobody"
      end
    end
    return compare(stage, list), expect_compare.said(stage, query, list)
  end
end

local CALLS <const> = {
  events = counting("happened"),
  refused = counting("cannot"),
  replaced = counting("replaced"),
  prevented = counting("prevented"),
  happened = happened,
  sum = summing,
}

--- From whom and to whom: "by Ogre", "by Ogre to A", "to A", as values of fields.
local function ends_of(said, affected)
  local fields, by = {}, said:match("^by (.+)$")
  local source, who = (by or ""):match("^(.+) to (.+)$")
  fields[#fields + 1] = by and { name = "source", value = source or by } or nil
  who = who or said:match("^to (.+)$")
  fields[#fields + 1] = who and { name = affected, value = who } or nil
  return fields
end

--- The amounts of an event with a source: "damage by Ogre = 3", "damage by Ogre to A = 3", "damage
--- to A = 3".
local function read_amount(reader, text)
  local name, operator, wanted = expect_text.split(text)
  local event, said = name:match("^([%l_]+) ([bt][yo] .+)$")
  local known = reader.game.kinds.known[event]
  if not known or not known.amount or known.fields.source ~= "ref" then
    return nil
  end
  local sum = sum_of(reader, event, known.amount, ends_of(said, known.affected))
  return number_line({ kind = "number", name = event }, operator, wanted, sum)
end

--- Reads a line about events; nil if it is none.
---@param reader strata.LineReader
---@param text string normal
---@return strata.Judge|nil
function M.read(reader, text)
  local name, inner, rest = text:match("^(%l+)(%b())(.*)$")
  local read = CALLS[name]
  if not read then
    return read_amount(reader, text)
  end
  local operator, wanted = expect_text.split_rest(rest)
  return read(reader, expect_text.trimmed(inner:sub(2, -2)), operator, wanted)
end

return M
