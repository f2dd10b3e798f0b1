--- Compiles the phases of event types, declared in a pack's events.lua, to the tables that
--- strata.rules reads.
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

-- What a phase says beside its name, and what that is.
local FIELDS <const> = { again = "boolean", ends = "condition", linear = "boolean", of = "field" }

local EXAMPLE <const> = 'as in { "before", "do" }'

local function is_plain(value)
  return type(value) == "table" and not phrase.is(value) and not value.word
end

local function name_of(phase)
  local name = is_plain(phase) and phase[1] or phase
  return type(name) == "string" and name ~= "" and name or nil
end

--- The field of the event with the entity whose chain it is.
local function check_whose(program, item, place, phase)
  local whose, fields = phase.of, {}
  for name, kind in host.sorted_pairs(item.given.fields or {}) do
    fields[name] = kind == "ref" or nil
  end
  if whose ~= nil and not fields[whose] then
    local hint = spelling.hint(tostring(whose), spelling.keys(fields))
    local form = "phases: '%s': of: no field '%s' of type ref%s"
    program:blame(item, { "phases", place, "of" }, form, phase[1], vocabulary.said(whose), hint)
  end
end

local function check_fields(program, item, place, phase)
  for key, value in host.sorted_pairs(phase) do
    local where, wanted = { "phases", place, key }, FIELDS[key]
    if key ~= 1 and not wanted then
      local hint = spelling.hint(tostring(key), spelling.keys(FIELDS))
      program:blame(item, where, "phases: '%s': no field '%s'%s", phase[1], tostring(key), hint)
    elseif wanted == "boolean" and type(value) ~= "boolean" then
      local form = "phases: '%s': %s: expected true or false, got %s"
      program:blame(item, where, form, phase[1], key, vocabulary.said(value))
    end
  end
  check_whose(program, item, place, phase)
end

--- One phase, as it is read: of that with fields a copy.
local function read_one(program, item, place, phase)
  if not name_of(phase) then
    local form = "phases: in place %d of its list expected a name, or { \"name\", ends = ... },"
      .. " got %s"
    program:blame(item, { "phases", place }, form, place, vocabulary.said(phase))
  elseif not is_plain(phase) then
    return phase
  end
  check_fields(program, item, place, phase)
  local own = {}
  for key, value in host.sorted_pairs(phase) do
    own[key] = key == "ends" and program:condition(item, "phases", value) or value
  end
  return own
end

--- Refuse what is no list, and what stands in it by a name.
local function check_list(program, item, list)
  if not is_plain(list) then
    local form = "phases: expected a list of names, %s, got %s"
    program:blame(item, "phases", form, EXAMPLE, vocabulary.said(list))
  end
  for key in host.sorted_pairs(list) do
    if math.type(key) ~= "integer" then
      local form = "phases: in a list of names '%s' names something; write it without that, %s"
      program:blame(item, { "phases", key }, form, vocabulary.said(key), EXAMPLE)
    end
  end
  table_reader.check_list(program.kinds.files, item, "phases", list, true)
end

--- phases = { "before", { "tries", ends = event.amount:at_least(1) }, "do" }
---@param program strata.Programs
---@param item strata.Described the event
---@return (string|table)[]|nil
function M.read(program, item)
  local list, phases, known = item.given.phases, {}, {}
  if list == nil then
    return nil
  end
  check_list(program, item, list)
  for place, phase in ipairs(list) do
    phases[place] = read_one(program, item, place, phase)
    local name = name_of(phase)
    if known[name] then
      local form = "phases: '%s' is there twice; give one of them another name"
      program:blame(item, { "phases", place }, form, name)
    end
    known[name] = true
  end
  if not known["do"] then
    local form = "phases: none of them is 'do', in which it happens; say where it comes, %s"
    program:blame(item, "phases", form, EXAMPLE)
  end
  return phases
end

return M
