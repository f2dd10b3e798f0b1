--- Names of cards as names of the engine: "Humility, the Second" becomes "humility_the_second".
local M = {}

--- Lower case, with _ for all that is no letter or digit.
---@param name string
---@return string
function M.of(name)
  local joined = name:lower():gsub("['\u{2019}]", ""):gsub("[^%w]+", "_")
  local plain = joined:gsub("^_+", ""):gsub("_+$", "")
  return plain ~= "" and plain or "card"
end

return M
