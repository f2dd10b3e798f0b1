--- Failures of a random game: handlers that fail, invariants and properties that do not hold, moves
--- that never end. A move that cannot be made is no failure.
local error_text = require("strata.base.error_text")
local engine_soundness = require("strata.scenario.engine_soundness")
local properties = require("strata.scenario.properties")

local M = {}

---@class strata.Trouble
---@field key string equal for what is the same failure
---@field text string a line
---@field why? string more of it

--- A message without the parts that differ from game to game: numbers of entities, ids, amounts.
local function key_of(text)
  return (text:gsub("0x%x+", "#"):gsub("%x%x%x%x%x%x%x%x+", "#"):gsub("%d+", "#"))
end

--- What an error says, without the place in the library that noticed it.
local function message_of(problem)
  local text = type(problem) == "table" and problem.refused or tostring(problem)
  return error_text.plain(text)
end

--- The failure of a setup that could not be made.
---@return strata.Trouble
function M.of_setup(problem)
  local message = message_of(problem)
  return { key = "setup " .. key_of(message), text = message }
end

-- Messages about games that do not end. A step that cannot be done is no such failure.
local ENDLESS <const> = {
  "too much happens",
  "it takes more than %d+ %l+",
  "goes round in a circle",
  "do not come to an end",
  "is due again and again",
  "asks again and again",
}

local function is_endless(message)
  for _, text in ipairs(ENDLESS) do
    if message:find(text) then
      return true
    end
  end
  return false
end

--- The first line of a text that names a file and a line.
local function place_in(text)
  return text:match("[^%s:]+%.lua:%d+") or ""
end

--- The failure of a handler of the rules, with which a step fails; nil for any other message.
local function fault_in(message)
  local name = message:match("^world:%l+: handler '([^']+)': ")
  return name
    and {
      key = ("fault %s %s"):format(name, place_in(message)),
      text = ("handler '%s' has failed"):format(name),
      why = message,
    }
end

--- The failure that kept a step from being done; nil if the step was merely illegal.
function M.refusal(problem)
  local message = message_of(problem)
  local fault = fault_in(message)
  if fault then
    return fault
  end
  if not is_endless(message) then
    return nil
  end
  local plain = message:gsub("^world:%l+: ", "")
  local key = "error " .. key_of(plain:match("^[^;]*"))
  return { key = key, text = plain, is_slow = true }
end

local function fault_of(stage)
  for _, fault in ipairs(stage.world:faults()) do
    if fault.text then
      return {
        key = ("fault %s %s"):format(fault.handler, place_in(fault.text)),
        text = ("handler '%s' has failed"):format(fault.handler),
        why = fault.text,
      }
    end
  end
  return nil
end

--- The failure of a game in its present state; nil if it has none.
---@param stage strata.Stage
---@param judged table|nil what strata.scenario.engine_soundness says of the step before
---@return strata.Trouble|nil
function M.trouble_of(stage, judged)
  if judged and judged.unsound then
    local text = engine_soundness.said(judged.unsound)
    return { key = "unsound " .. judged.unsound.law, text = text, is_slow = true }
  end
  local fault = fault_of(stage)
  if fault then
    return fault
  end
  local property, message = properties.broken(stage.game.properties, stage)
  if property then
    local key = "property " .. property.name
    return { key = key, text = properties.said(property, message) }
  end
  return nil
end

return M
