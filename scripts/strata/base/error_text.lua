--- What errors say, without the place in the library's own scripts that raised them: it means
--- nothing to whoever writes packs.
local M = {}

---@param message any what was raised
---@return string
function M.plain(message)
  return (tostring(message):gsub("^strata%.[%w_.]+:%d+: ", ""))
end

return M
