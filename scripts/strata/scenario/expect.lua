--- Expectations of scenarios: lines in two notations, parsed as they are written in collections of
--- rulings.
---
--- The notations are "pt(x) = 4/1" and "Grizzly Bears: power=4 toughness=1". A line that cannot be
--- parsed is a failure.
local expect_calls = require("strata.scenario.expect_calls")
local expect_lines = require("strata.scenario.expect_lines")
local expect_log = require("strata.scenario.expect_log")
local mutants = require("strata.scenario.mutants")

local M = {}

-- -- When a line is to hold --------------------------------------------------

--- What the tag of a line calls a check: `check = 1` is "@check1", `check = true` "@check".
local function tags_of(name)
  if name == true then
    return { "check" }
  end
  return { tostring(name), "check" .. tostring(name) }
end

local function check_names(scenario)
  local names = {}
  for _, step in ipairs(scenario.steps) do
    if step.verb == "check" then
      names[#names + 1] = step.name
    end
  end
  return names
end

local function tagged(names, text)
  local tag, rest = text:match("^@(%S+)%s+(.+)$")
  if not tag then
    return nil
  end
  for _, name in ipairs(names) do
    for _, own in ipairs(tags_of(name)) do
      if own == tag then
        return { at = name, text = rest, whole = text }
      end
    end
  end
  return nil, ("'%s': no step { check = ... } is called '%s'"):format(text, tag)
end

--- The check that a line names in its middle: "A life after first combat=18".
local function in_the_middle(names, text)
  for _, name in ipairs(names) do
    local part = " after " .. tostring(name)
    local start, stop = text:find(part, 1, true)
    if start and (stop == #text or text:sub(stop + 1, stop + 1) == "=") then
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

--- Read the lines of a scenario: each with the check at which it is to hold.
---@param scenario strata.Scenario
---@return table[] lines { at, text, whole }
---@return string|nil problem
function M.read(scenario)
  local lines, names = {}, check_names(scenario)
  for i, text in ipairs(scenario.expect) do
    if type(text) ~= "string" then
      return lines, ("expect: line %d is no text"):format(i)
    end
    local line, problem = tagged(names, text)
    if problem then
      return lines, problem
    end
    lines[i] = line or in_the_middle(names, text) or prefixed(names, text)
  end
  if #lines == 0 and not scenario.sound then
    return lines, "it expects nothing"
  end
  return lines
end

-- -- Whether it holds --------------------------------------------------------

--- Judge one line: nil if it holds, else what is the case instead, and why.
---@param stage strata.Stage
---@param text string
---@return string|nil message
---@return string|nil why
function M.judge(stage, text)
  local negated = text:match("^not%s+(.+)$")
  if negated then
    local message = M.judge(stage, negated)
    if message and message:find("^cannot read") then
      return message
    end
    return not message and "it holds" or nil
  end
  local is_read, holds, got, why = expect_log.judge(stage, text)
  if not is_read then
    is_read, holds, got, why = expect_calls.judge(stage, text)
  end
  if not is_read then
    is_read, holds, got, why = expect_lines.judge(stage, text)
  end
  if not is_read then
    return ("cannot read '%s'"):format(text)
  end
  if holds then
    return nil
  end
  return got, why
end

--- A change of a line that holds as well as the line itself; nil if there is none.
local function holding_mutant(stage, text)
  for _, mutant in ipairs(mutants.of(text)) do
    local is_fine, message = pcall(M.judge, stage, mutant)
    if is_fine and not message then
      return mutant
    end
  end
  return nil
end

--- What is wrong with a line, and why; nil if nothing is.
local function fault_of(stage, text)
  local is_fine, message, why = pcall(M.judge, stage, text)
  if not is_fine or message then
    local problem = type(message) == "table" and message.refused or message
    return tostring(problem), why
  end
  local mutant = stage.is_mutated and holding_mutant(stage, text)
  return mutant and ("it holds as '%s' too"):format(mutant) or nil
end

--- Judge all lines of one check; nil stands for the end. On a stage that is mutated no change of a
--- line may hold.
---@param stage strata.Stage
---@param lines table[]
---@param name any
---@param failures strata.Failure[] added to
function M.check(stage, lines, name, failures)
  for _, line in ipairs(lines) do
    if line.at == name then
      local message, why = fault_of(stage, line.text)
      if message then
        failures[#failures + 1] = { line = line.whole, message = message, why = why }
      end
    end
  end
end

return M
