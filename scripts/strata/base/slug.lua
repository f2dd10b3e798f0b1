--- Converts the name of a card to an id: "Humility, the Second" becomes "humility_the_second".
local M = {}

--- A name in lower case, with _ in place of all characters but letters and digits.
---@param name string
---@return string
function M.of(name)
  if name:find("^%w[%w ]*%w$") and not name:find("  ", 1, true) then
    return (name:lower():gsub(" ", "_")) -- as most are
  end
  local joined = name:lower():gsub("['\u{2019}]", ""):gsub("[^%w]+", "_")
  local plain = joined:gsub("^_+", ""):gsub("_+$", "")
  return plain ~= "" and plain or "card"
end

return M
