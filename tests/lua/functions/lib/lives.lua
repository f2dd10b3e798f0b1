--- What cards of this pack ask of the life of a player.
local numbers = require("lib.deep.numbers")

local M = { step = 3, kinds = { "artifact" } }

--- Whether a player has an odd number of life.
function M.is_odd(player)
  return numbers.rest(player.life) == 1
end

return M
