--- Plays a world on both sides, step by step, until they differ.

local sides = require("sides")

local M = {}

--- The rules of which is counted how often they decide something.
M.RULES = {
  "603.3b: triggers of several players",
  "603.3b: a player orders triggers",
  "603.4: the condition no longer holds",
  "603.10: it looks back",
  "608.2b: a target is illegal",
  "614.5: it was applied before",
  "614.12: as it would enter",
  "614.17: it cannot happen",
  "615: less of it happens",
  "616.1: a player chooses",
  "616.1a-e: an earlier class",
  "616.1g: of a part, after the whole",
  "704.3: checked again",
  "704.5j: one is kept",
  "704.7: the same by two",
}

local function first_difference(got, want, what)
  for i = 1, math.max(#got, #want) do
    if got[i] ~= want[i] then
      local engine, judge = got[i] or "nothing", want[i] or "nothing"
      return ("%s, line %d:\n    engine  %s\n    judge   %s"):format(what, i, engine, judge)
    end
  end
end

--- How an engine fails in an action that goes on and on.
local function goes_on(message)
  return message:find("events", 1, true) ~= nil or message:find("circle", 1, true) ~= nil
end

--- Compare what both sides say of a step; returns the difference, and whether to go on.
local function compare(judge, engine, step, i, show)
  local judged, want = judge:act(step)
  local done, got = engine:act(step)
  if show then
    show(step, got, want)
  end
  if not done and judged and not goes_on(tostring(got[1])) then
    return ("step %d: the engine fails: %s"):format(i, got[1]), false
  elseif not done or not judged then
    return nil, false
  end
  local found = first_difference(got, want, "step " .. i)
    or first_difference(engine:state(), judge:state(), "state after step " .. i)
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
