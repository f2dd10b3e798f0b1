--- Lists and sets of plain values: what several rooms do with them.
local M = {}

--- Whether a list has a value. Cost O(items).
---@param list? any[] nil is an empty list
---@param wanted any
---@return boolean
function M.includes(list, wanted)
  for _, item in ipairs(list or {}) do
    if item == wanted then
      return true
    end
  end
  return false
end

--- The items of a list that pass a test, as a new list. Cost O(items).
---@generic T
---@param list T[]
---@param test fun(item: T): any
---@return T[]
function M.filter(list, test)
  local passed = {}
  for _, item in ipairs(list) do
    passed[#passed + 1] = test(item) and item or nil
  end
  return passed
end

--- The items of a list, each once, where it stands first, as a new list. Cost O(items).
---@generic T
---@param list T[]
---@return T[]
function M.unequal(list)
  local unequal, met = {}, {}
  for _, item in ipairs(list) do
    if not met[item] then
      met[item], unequal[#unequal + 1] = true, item
    end
  end
  return unequal
end

--- The items of a list as the keys of a table. Cost O(items).
---@param list any[]
---@param into? table the table that they are added to; a new one by default
---@return table<any, true>
function M.set_of(list, into)
  into = into or {}
  for _, item in ipairs(list) do
    into[item] = true
  end
  return into
end

--- A copy of a table, without a metatable; the values are the same. Cost O(fields).
---@param fields? table nil is an empty table
---@return table
function M.copied(fields)
  local copy = {}
  for key, value in next, fields or {} do
    copy[key] = value
  end
  return copy
end

return M
