--- What random tests are told, as numbers, and what they tell: values and differences in text.
local M = {}

--- An integer in digits, as the command line gives it.
---@param digits string|nil
---@param otherwise any if there are none
---@return any
function M.number(digits, otherwise)
  return digits and math.tointeger(tonumber(digits)) or otherwise
end

--- How many cases a run plays: one with STRATA_TEST_FULL in the environment plays more.
---@param quick string|nil digits
---@param full string|nil digits; the same as in a quick run if there are none
---@param otherwise integer if there are none of either
---@return integer
function M.count(quick, full, otherwise)
  local count = M.number(quick, otherwise)
  return os.getenv("STRATA_TEST_FULL") and M.number(full, count) or count
end

local function shown_keys(v, hidden)
  local keys = {}
  for key in pairs(v) do
    if type(key) == "string" and not (hidden and hidden[key]) then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys)
  return keys
end

--- A plain value as text, with its keys in order.
---@param v any
---@param own (fun(v: table): string|nil)|nil the text of a table that has one of its own
---@param hidden table<string, boolean>|nil keys that are not shown
---@return string
function M.text(v, own, hidden)
  if type(v) == "string" then
    return ("%q"):format(v)
  elseif type(v) ~= "table" then
    return tostring(v)
  end
  local said = own and own(v)
  if said then
    return said
  end
  local items = {}
  for _, item in ipairs(v) do
    items[#items + 1] = M.text(item, own, hidden)
  end
  for _, key in ipairs(shown_keys(v, hidden)) do
    items[#items + 1] = key .. " = " .. M.text(v[key], own, hidden)
  end
  return "{ " .. table.concat(items, ", ") .. " }"
end

--- Where two lists of lines differ first; nil if they are the same.
---@param what string what the lines are
---@param names { [1]: string, [2]: string } whose lines they are
---@param a string[]
---@param b string[]
---@return string|nil
function M.first_difference(what, names, a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then
      return ("%s, line %d:\n    %-7s %s\n    %-7s %s"):format(
        what,
        i,
        names[1],
        a[i] or "nothing",
        names[2],
        b[i] or "nothing"
      )
    end
  end
  return nil
end

return M
