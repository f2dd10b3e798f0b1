--- Numbers, for other modules.
local M = { whole = 2 }

function M.rest(number)
  return number % M.whole
end

return M
