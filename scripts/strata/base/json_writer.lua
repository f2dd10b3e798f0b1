--- Writes values as JSON, for reports.
local host = require("strata.host")

local M = {}

--- A text in quotes.
---@param text string
---@return string
function M.quoted(text)
  return host.json_string(text)
end

--- Some fields of a table, texts, whole numbers and flags, as what stands in an object; those that
--- are nil are left out.
---@param from table
---@param names string[]
---@return string
function M.fields(from, names)
  local parts = {}
  for _, name in ipairs(names) do
    local value = from[name]
    if value ~= nil then
      local said = type(value) == "string" and M.quoted(value) or tostring(value)
      parts[#parts + 1] = ("%s: %s"):format(M.quoted(name), said)
    end
  end
  return table.concat(parts, ", ")
end

local LIST <const> = {}

--- Let a table be written as a list, also if it is empty.
---@param list any[]
---@return any[] list the same
function M.list(list)
  return setmetatable(list, LIST)
end

--- A value on one line: texts, whole numbers, flags, lists of `list`, and tables of these by text,
--- in the order of their keys. What is nil is left out of a table.
---@param value any
---@return string
function M.value(value)
  local parts = {}
  if type(value) == "string" then
    return M.quoted(value)
  elseif type(value) ~= "table" then
    return tostring(value)
  elseif host.metatable(value) == LIST then
    for i, item in ipairs(value) do
      parts[i] = M.value(item)
    end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for key, item in host.sorted_pairs(value) do
    parts[#parts + 1] = M.quoted(key) .. ":" .. M.value(item)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

return M
