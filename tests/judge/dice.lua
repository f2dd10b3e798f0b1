--- What is left to chance in a world: it comes from its seed.
local M = {}

--- One item of a list.
---@param list any[]
---@return any
function M.pick(list)
  return list[math.random(#list)]
end

--- Whether something is so in so many of a hundred cases.
---@param percent integer
---@return boolean
function M.chance(percent)
  return math.random(100) <= percent
end

return M
