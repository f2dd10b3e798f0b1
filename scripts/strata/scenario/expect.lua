--- Expectations of scenarios: lines in one grammar with three forms, read before a game is played.
---
--- A line is "name(subject) = value" (`expect_calls`), "subject: name=value" and other words
--- (`expect_lines`), or one about the past (`expect_events`, `expect_log`, `expect_watchers`).
--- A line that cannot be read is an error of the scenario, which `strata check` reports too.
local error_text = require("strata.base.error_text")
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local expect_calls = require("strata.scenario.expect_calls")
local expect_events = require("strata.scenario.expect_events")
local expect_lines = require("strata.scenario.expect_lines")
local expect_log = require("strata.scenario.expect_log")
local expect_text = require("strata.scenario.expect_text")
local expect_watchers = require("strata.scenario.expect_watchers")
local mutants = require("strata.scenario.mutants")

local M = {}

---@alias strata.Judge fun(stage: strata.Stage): boolean, string, string? whether it holds, what is
--- the case, and why

---@class strata.ExpectedLine
---@field at any the name of the check at which it is to hold; nil: at the end
---@field text string without that name
---@field whole string as it is written
---@field judge strata.Judge
---@field reader strata.LineReader with which its changes are read too

-- -- Reading a line ------------------------------------------------------------

local NOTATIONS <const> = { expect_log, expect_watchers, expect_events, expect_calls, expect_lines }

--- Reads a line in one notation. Nil, and what was refused, if it is not in that notation.
local function read_in(notation, reader, text)
  local is_fine, result = pcall(notation.read, reader, text)
  if is_fine then
    return result
  elseif type(result) == "table" and result.unread then
    return nil, result.unread
  end
  error(result, 0)
end

local function inverted(judge)
  return function(stage)
    local holds, got, why = judge(stage)
    return not holds, holds and "it holds" or got, why
  end
end

--- Reads a line without the name of a check: a function that judges it, or nil and the problem.
---@param reader strata.LineReader
---@param text string
---@return strata.Judge|nil
---@return string|nil problem
function M.compile(reader, text)
  local negated = text:match("^%s*not%s+(.+)$")
  if negated then
    local judge, problem = M.compile(reader, negated)
    return judge and inverted(judge), problem
  end
  local normal, first = expect_text.normal(text), nil
  reader.problem = nil
  for _, notation in ipairs(NOTATIONS) do
    local judge, problem = read_in(notation, reader, normal)
    if judge then
      return judge
    end
    first = first or problem
  end
  return nil, first or reader.problem
end

-- -- When a line is to hold --------------------------------------------------

--- What the tag of a line calls a check: `check = 1` is "@check1", `check = true` "@check".
local function tags_of(name)
  if name == true then
    return { "check" }
  end
  return { tostring(name), "check" .. tostring(name) }
end

--- "@check1 pt(x) = 1/1": the check, and the rest. Nil if the line has no tag; a problem if no
--- check is called so.
local function tagged(names, text)
  local tag, rest = text:match("^@(%S+)%s+(.+)$")
  if not tag then
    return nil
  end
  local known = {}
  for _, name in ipairs(names) do
    for _, own in ipairs(tags_of(name)) do
      known[#known + 1] = own
      if own == tag then
        return { at = name, text = rest, whole = text }
      end
    end
  end
  local form = "no step { check = ... } is called '%s'%s"
  return nil, form:format(tag, #known == 0 and "; there is none" or spelling.hint(tag, known))
end

--- The check that a line names in its middle: "A life after first combat=18".
local function in_the_middle(names, text)
  for _, name in ipairs(names) do
    local part = " after " .. tostring(name)
    local start, stop = text:find(part, 1, true)
    if start and (stop == #text or text:sub(stop + 1):find("^%s*=")) then
      return { at = name, text = text:sub(1, start - 1) .. text:sub(stop + 1), whole = text }
    end
  end
  return nil
end

--- The longest name of a check that stands before a line: "turn 2: ".
local function prefixed(names, text)
  local best = nil
  for _, name in ipairs(names) do
    local prefix = tostring(name) .. ": "
    local is_longer = not best or #prefix > #tostring(best) + 2
    if text:sub(1, #prefix) == prefix and is_longer then
      best = name
    end
  end
  if best == nil then
    return { text = text, whole = text }
  end
  return { at = best, text = text:sub(#tostring(best) + 3), whole = text }
end

--- The moment that a line seems to name and no step does: "befroe: pt(x) = 1/1". Nil if what stands
--- behind it is no line either.
local function lost_moment(reader, text)
  local name, rest = text:match("^(.-): (.+)$")
  if not name or not M.compile(reader, rest) then
    return nil
  end
  local names = {}
  for i, moment in ipairs(reader.moments) do
    names[i] = tostring(moment)
  end
  local form = "no step { check = ... } is called '%s', and nothing else is%s"
  return form:format(name, spelling.hint(name, names))
end

local HELP <const> = "; 'strata help expect' shows what lines can say"

--- That a line cannot be read, and what to do.
local function cannot_read(text, problem)
  local detail = problem and ": " .. problem or ""
  local is_helpful = detail:find("; ", 1, true) or detail:find(": expected ", 1, true)
  return ("cannot read '%s'%s%s"):format(text, detail, is_helpful and "" or HELP)
end

--- Reads a line that names no check. Nil and the problem if it cannot be read.
---@param reader strata.LineReader
---@param text string
---@return strata.Judge|nil
---@return string|nil problem
function M.read(reader, text)
  local judge, problem = M.compile(reader, text)
  return judge, not judge and cannot_read(text, problem) or nil
end

--- Reads a line of a scenario. Nil and the problem if it cannot be read.
---@param reader strata.LineReader
---@param text string
---@return strata.ExpectedLine|nil
---@return string|nil problem
function M.read_line(reader, text)
  local line, problem = tagged(reader.moments, text)
  if problem then
    return nil, ("'%s': %s"):format(text, problem)
  end
  line = line or in_the_middle(reader.moments, text) or prefixed(reader.moments, text)
  line.reader, line.judge, problem = reader, M.compile(reader, line.text)
  if line.judge then
    return line
  end
  return nil, cannot_read(text, lost_moment(reader, line.text) or problem)
end

-- -- What a line is read with ------------------------------------------------------

local function add_id(reader, id)
  if id then
    reader.ids[id] = true
  end
end

--- The ids that a step gives, and the names of its effects.
local function add_step(reader, step)
  local names = step.verb ~= "face_down" and step.as or nil
  for _, id in ipairs(type(names) == "table" and names or { names }) do
    reader.ids[id] = true
  end
  add_id(reader, step.id)
  if step.name then
    reader.effects[step.name] = true
  end
  if step.verb == "check" then
    reader.moments[#reader.moments + 1] = step.name
  end
  for _, inner in ipairs(step.responding or {}) do
    add_step(reader, inner)
  end
end

--- A reader of lines of a scenario whose setup and steps have been read.
---@param game strata.Game
---@param scenario { players: string[], objects: table[], steps: table[] }
---@return strata.LineReader
function M.reader(game, scenario)
  local reader = { game = game, players = scenario.players, ids = {}, effects = {}, moments = {} }
  for _, fields in ipairs(scenario.objects) do
    if fields.id then
      reader.ids[fields.id] = true
    end
  end
  for _, step in ipairs(scenario.steps) do
    add_step(reader, step)
  end
  return reader
end

--- A reader of lines about a stage: whatever is there can be named.
---@param stage strata.Stage
---@return strata.LineReader
function M.reader_of(stage)
  local ids = {}
  for id in pairs(stage.ids) do
    ids[id] = true
  end
  local players = lists.copied(stage.order)
  return { game = stage.game, players = players, ids = ids, effects = {}, moments = {} }
end

-- -- Whether it holds --------------------------------------------------------

--- Judge one line about a stage: nil if it holds, else what is the case instead, and why.
---@param stage strata.Stage
---@param text string
---@param reader? strata.LineReader one that knows all that is there
---@return string|nil message
---@return string|nil why
function M.judge(stage, text, reader)
  local judge, problem = M.compile(reader or M.reader_of(stage), text)
  if not judge then
    return ("cannot read '%s'%s"):format(text, problem and ": " .. problem or "")
  end
  local holds, got, why = judge(stage)
  if holds then
    return nil
  end
  return got, why
end

--- A change of a line that holds as well as the line itself; nil if there is none.
local function holding_mutant(stage, line)
  for _, mutant in ipairs(mutants.of(line.text)) do
    local is_fine, message = pcall(M.judge, stage, mutant, line.reader)
    if is_fine and not message then
      return mutant
    end
  end
  return nil
end

--- What is wrong with a line, and why; nil if nothing is.
local function fault_of(stage, line)
  local is_fine, holds, got, why = pcall(line.judge, stage)
  if not is_fine then
    return error_text.plain(type(holds) == "table" and holds.refused or holds)
  elseif not holds then
    return tostring(got), why
  end
  local mutant = stage.is_mutated and holding_mutant(stage, line)
  return mutant and ("it holds as '%s' too"):format(mutant) or nil
end

--- Judge all lines of one check; nil stands for the end. On a stage that is mutated no change of a
--- line may hold.
---@param stage strata.Stage
---@param lines strata.ExpectedLine[]
---@param name any
---@param failures strata.Failure[] added to
function M.check(stage, lines, name, failures)
  for _, line in ipairs(lines) do
    if line.at == name then
      local message, why = fault_of(stage, line)
      if message then
        failures[#failures + 1] = { line = line.whole, message = message, why = why }
      end
    end
  end
end

--- Whether a line holds now. One that cannot be judged yet does not.
---@param stage strata.Stage
---@param line strata.ExpectedLine
---@return boolean
function M.holds(stage, line)
  local is_fine, holds = pcall(line.judge, stage)
  return is_fine and holds
end

return M
