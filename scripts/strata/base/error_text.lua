--- Error texts without the position in the library's own scripts at which they were raised. Authors
--- of packs cannot use that position.
local M = {}

---@param message any what was raised
---@return string
function M.plain(message)
  return (tostring(message):gsub("^strata%.[%w_.]+:%d+: ", ""))
end

return M
