--- The text of random moves: steps as a scenario writes them.
local host = require("strata.host")

local M = {}

--- A copy of a table with another value under a key: a step with another subject.
---@param step table
---@param key any
---@param value any
---@return table
function M.with(step, key, value)
  local other = {}
  for name, item in next, step do
    other[name] = item
  end
  other[key] = value
  return other
end

--- The fields of the event that a step emits.
local function fields_of(step)
  return M.with(step.emit, "event", nil)
end

--- A step as a scenario writes it: with words for the event that it emits and for the changes of an
--- effect.
---@param game strata.Game
---@param step table
---@return table
function M.spoken(game, step)
  if step.emit then
    return M.with(step, "emit", game.words[step.emit.event](fields_of(step)))
  elseif step.effect then
    local fields = { game.words.target }
    for key, value in next, step.effect do
      fields[key] = key == "lasts" and value or game.words[value[1]](value[2])
    end
    return M.with(step, "effect", fields)
  end
  return step
end

--- The subject of a step as a file writes it, if it is a word; nil for all other subjects.
---@param step table
---@param written fun(value: any): string
---@return string|nil
function M.word(step, written)
  if step.emit then
    return ("%s %s"):format(step.emit.event, written(fields_of(step)))
  elseif step.effect then
    local list = { "target" }
    for key, value in host.sorted_pairs(step.effect) do
      local is_change = key ~= "lasts"
      local text = is_change and ("%s(%s)"):format(value[1], written(value[2])) or written(value)
      list[#list + 1] = ("%s = %s"):format(key, text)
    end
    return ("{ %s }"):format(table.concat(list, ", "))
  end
  return nil
end

return M
