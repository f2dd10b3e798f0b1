--- Delta debugging: shrinks a list that has a property to a shortest list that still has it.
---
--- A test decides the property; this module knows nothing of games. The test receives a candidate,
--- and returns it in the form to keep, or nil if it does not have the property.
local M = {}

---@class strata.Trials
---@field left integer how many candidates may still be tried
---@field done integer

---@param most integer
---@return strata.Trials
function M.trials(most)
  return { left = most, done = 0 }
end

--- A list without some of its items.
local function without(list, from, count)
  local rest = table.move(list, 1, from - 1, 1, {})
  return table.move(list, from + count, #list, from, rest)
end

--- Test a candidate, unless the allowed number of tests is used up.
---@generic T
---@param trials strata.Trials
---@param test fun(candidate: T): T|nil
---@param candidate T
---@return T|nil
function M.try(trials, test, candidate)
  if trials.left == 0 then
    return nil
  end
  trials.left, trials.done = trials.left - 1, trials.done + 1
  return test(candidate)
end

--- Drop what need not be there: halves first, then less, until no item can go alone. What a test
--- returns may be shorter than what it was given.
---@param list any[]
---@param trials strata.Trials
---@param test fun(list: any[]): any[]|nil
---@return any[] list a new one, or the one that was given if nothing could go
function M.list(list, trials, test)
  local size = #list
  while size >= 1 do
    local from, has_shrunk = #list, false
    while from >= 1 do
      local first = math.max(1, from - size + 1)
      local shorter = M.try(trials, test, without(list, first, from - first + 1))
      if shorter then
        list, has_shrunk = shorter, true
      end
      from = math.min(first - 1, #list)
    end
    size = (has_shrunk and size == 1) and 1 or size // 2
  end
  return list
end

--- Numbers that are simpler than one, the simplest first.
---@param number integer
---@return integer[]
function M.simpler(number)
  local list, seen = {}, { [number] = true }
  for _, one in ipairs({ 0, 1, number // 2, number - 1 }) do
    local is_nearer = not seen[one] and math.ult(math.abs(one), math.abs(number))
    if is_nearer then
      seen[one] = true
      list[#list + 1] = one
    end
  end
  return list
end

return M
