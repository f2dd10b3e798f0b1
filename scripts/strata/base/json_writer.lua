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

return M
