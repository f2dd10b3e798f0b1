--- Plays a world on both sides, step by step, until they differ.

local sides = require("sides")
local first_difference = require("telling").first_difference

local M = {}

--- The rules of which is counted how often they decide something.
M.RULES = {
  "400.6: one of two zones",
  "603.3b: triggers of several players",
  "603.3b: a player orders triggers",
  "603.4: the condition no longer holds",
  "603.8: a state triggers",
  "603.10: it looks back",
  "608.2b: a target is illegal",
  "610.3: a duration ends",
  "614.5: it was applied before",
  "614.12: as it would enter",
  "614.15: its maker changes it",
  "614.17: it cannot happen",
  "615: less of it happens",
  "615.7: a player divides it",
  "615.12: it cannot be prevented",
  "616.1: a player chooses",
  "616.1a-e: an earlier class",
  "616.1g: of a part, after the whole",
  "704.3: checked again",
  "704.5j: one is kept",
  "704.7: the same by two",
}

--- Those of them that many worlds are needed for.
M.RARE = {
  ["610.3: a duration ends"] = true,
  ["608.2b: a target is illegal"] = true,
  ["614.12: as it would enter"] = true,
  ["615.7: a player divides it"] = true,
  ["704.7: the same by two"] = true,
}

--- An action of so few lines does not go on and on.
local FEW <const> = 60

local NAMES <const> = { "engine", "judge" }

--- How the engine, or its side here, says that an action goes on and on.
local GOES_ON <const> = {
  "it takes more than %d+ %a+[:;]",
  "it goes round in a circle, and nobody can decide anything in it: ",
  "'check '[^']*' is due again and again: ",
  "^" .. sides.MANY_QUESTIONS .. "$",
}

local function goes_on(message)
  for _, pattern in ipairs(GOES_ON) do
    if message:find(pattern) then
      return true
    end
  end
  return false
end

--- What is wrong where a side gives an action up; nil if that is all right: the other one does so,
--- or has much to tell of it.
local function given_up(judged, want, done, got, i)
  if not done and not goes_on(tostring(got[1])) then
    return ("step %d: the engine fails: %s"):format(i, got[1])
  elseif done and #got < FEW then
    return ("step %d: only the judge goes on and on"):format(i)
  elseif judged and #want < FEW then
    return ("step %d: only the engine goes on and on: %s"):format(i, got[1])
  end
  return nil
end

--- Compare what both sides say of a step; returns the difference, and whether to go on.
local function compare(judge, engine, step, i, show)
  local judged, want = judge:act(step)
  local done, got = engine:act(step)
  if show then
    show(step, got, want)
  end
  if not done or not judged then
    return given_up(judged, want, done, got, i), false
  end
  local found = first_difference("step " .. i, NAMES, got, want)
    or first_difference("state after step " .. i, NAMES, engine:state(), judge:state())
  return found, found == nil
end

--- Play a world on both sides.
---@param strata table the module
---@param world table
---@param counts table how often a rule has decided something; grows
---@param show fun(step: table, got: string[], want: string[])|nil is told each step
---@return string|nil the first difference
function M.play(strata, world, counts, show)
  local judge, engine = sides.judge(world, counts), sides.engine(strata, world)
  for i, step in ipairs(world.steps) do
    if judge:can(step) then
      local found, goes = compare(judge, engine, step, i, show)
      if found then
        return found
      elseif not goes then
        counts.given_up = (counts.given_up or 0) + 1
        return nil
      end
      counts.steps = (counts.steps or 0) + 1
    end
  end
  return nil
end

return M
