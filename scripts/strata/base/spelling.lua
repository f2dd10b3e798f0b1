--- Finds the declared name that is nearest in spelling, for error messages.
local host = require("strata.host")

local M = {}

local function is_exchange(a, b, i, j)
  return i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j)
end

--- The distance of two words: the number of letters to change, insert, remove or exchange with a
--- neighbour.
local function distance(a, b)
  local before, last = {}, {}
  for j = 0, #b do
    last[j] = j
  end
  for i = 1, #a do
    local row = { [0] = i }
    for j = 1, #b do
      local changed = last[j - 1] + (a:byte(i) == b:byte(j) and 0 or 1)
      row[j] = math.min(last[j] + 1, row[j - 1] + 1, changed)
      if is_exchange(a, b, i, j) then
        row[j] = math.min(row[j], before[j - 2] + 1)
      end
    end
    before, last = last, row
  end
  return last[#b]
end

--- The nearest of some words, nil if none is near; of equally near ones the first. It is another
--- word, as who has written this one looks for something else.
---@param word string
---@param words string[]
---@return string|nil
function M.nearest(word, words)
  local best, least = nil, math.max(1, #word // 3) + 1
  for _, candidate in ipairs(words) do
    local is_other = candidate ~= word and candidate ~= ""
    if is_other and math.abs(#candidate - #word) < least then
      local far = distance(word:lower(), candidate:lower())
      if far < least then
        best, least = candidate, far
      end
    end
  end
  return best
end

-- Of how many words a message says all.
local LISTED <const> = 13

--- The hint behind a message: "; did you mean 'power'?", or a list of the known names if none is
--- near, or "" if there are too many.
---@param word string
---@param words string[]
---@param is_near? boolean only what is near
---@return string
function M.hint(word, words, is_near)
  local near = M.nearest(word, words)
  if near then
    return ("; did you mean '%s'?"):format(near)
  elseif is_near or #words == 0 or #words > LISTED then
    return ""
  end
  return (#words == 1 and "; there is " or "; there are ") .. table.concat(words, ", ")
end

--- The keys of a table, in order.
---@param map table<string, any>
---@return string[]
function M.keys(map)
  local keys = {}
  for key in host.sorted_pairs(map) do
    keys[#keys + 1] = tostring(key)
  end
  return keys
end

return M
