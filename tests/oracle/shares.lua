--- How many games a rule decides: the oracle works out the last position once
--- more with the rule switched off, and the values differ.

local pass = require("pass")

local M = {}

--- The rules that pass.lua can switch off.
M.RULES = { "dependency", "loops", "started", "lost", "copies" }

local function text_of(world, rules)
  local at, list = pass.run(world, rules), {}
  for _, id in ipairs(world.order) do
    local row = at.values[id]
    for _, attr in ipairs(world.schema.attributes) do
      local value = row[attr.name]
      if attr.name == "abilities" then
        for _, ability in ipairs(value) do
          list[#list + 1] = ability.name
        end
      else
        list[#list + 1] = tostring(value)
      end
    end
  end
  return table.concat(list, "\n")
end

--- A count of games, and of those that each rule decides.
function M.new()
  local counts = { games = 0 }
  for _, rule in ipairs(M.RULES) do
    counts[rule] = 0
  end
  return counts
end

--- Add the position of a world to the count.
---@param counts table
---@param world table oracle world
function M.count(counts, world)
  counts.games = counts.games + 1
  local plain = text_of(world)
  for _, rule in ipairs(M.RULES) do
    if text_of(world, { [rule] = false }) ~= plain then
      counts[rule] = counts[rule] + 1
    end
  end
end

--- A line with the shares in percent; nil if there were no games.
---@param counts table
---@return string?
function M.text(counts)
  if counts.games == 0 then
    return nil
  end
  local list = {}
  for i, rule in ipairs(M.RULES) do
    list[i] = ("%s %.1f %%"):format(rule, 100 * counts[rule] / counts.games)
  end
  return ("of %d positions, decided by %s"):format(counts.games, table.concat(list, ", "))
end

return M
