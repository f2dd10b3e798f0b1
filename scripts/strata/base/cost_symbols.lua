--- The symbols of a cost that is written in letters, as "1{R/W}W" (107.4).
local M = {}

--- The symbols of a cost: "1{R/W}W" gives "1", "R/W", "W".
---@param cost string
---@return string[]|nil symbols nil if it is no cost
---@return string|nil rest what is none, then
function M.split(cost)
  local list, at = {}, 1
  while at <= #cost do
    local inner, stop = cost:match("^{([^}]+)}()", at)
    if not inner then
      inner, stop = cost:match("^(%d+)()", at)
    end
    if not inner then
      inner, stop = cost:match("^(%a)()", at)
    end
    if not inner then
      return nil, cost:sub(at)
    end
    list[#list + 1] = inner
    at = stop
  end
  return list
end

return M
