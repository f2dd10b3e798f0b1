--- Leaves out of tables, in place, what is not needed for something bad to stay: the difference
--- that a random test has found is shown small.
local M = {}

--- The keys of a table in the order of their texts, so that each run does the same.
---@param t table
---@return (string|number)[]
function M.keys_of(t)
  local keys = {}
  for key in pairs(t) do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b)
    return tostring(a) < tostring(b)
  end)
  return keys
end

--- Leave out a field of a table, unless nothing is bad then.
---@param t table
---@param key string|number
---@param is_bad fun(): boolean
function M.without(t, key, is_bad)
  local value = t[key]
  if value ~= nil then
    t[key] = nil
    t[key] = not is_bad() and value or nil
  end
end

--- Leave out fields of a table.
---@param t table
---@param keys (string|number)[]
---@param is_bad fun(): boolean
function M.strip(t, keys, is_bad)
  for _, key in ipairs(keys) do
    M.without(t, key, is_bad)
  end
end

--- Leave out items of a list, the last first.
---@param list any[]
---@param least integer how many must stay
---@param is_bad fun(): boolean
function M.thin(list, least, is_bad)
  for i = #list, 1, -1 do
    if #list > least then
      local item = table.remove(list, i)
      if not is_bad() then
        table.insert(list, i, item)
      end
    end
  end
end

return M
