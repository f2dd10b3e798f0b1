--- Random numbers that follow from a seed and are equal on every machine (splitmix64).
local M = {}

---@class strata.Chance
---@field state integer
local Chance = {}
Chance.__index = Chance

--- Mix a number, so that a difference in one bit changes about half of all bits.
local function mixed(value)
  value = (value ~ (value >> 30)) * 0xBF58476D1CE4E5B9
  value = (value ~ (value >> 27)) * 0x94D049BB133111EB
  return value ~ (value >> 31)
end

--- A generator of random numbers for a seed. The numbers of different streams of one seed are
--- independent.
---@param seed integer
---@param stream? integer 0
---@return strata.Chance
function M.new(seed, stream)
  return setmetatable({ state = mixed(seed) ~ mixed(~(stream or 0)) }, Chance)
end

--- A number from 0 to n - 1. It changes the generator.
---@param n integer at least 1
---@return integer
function Chance:below(n)
  self.state = self.state + 0x9E3779B97F4A7C15
  return (mixed(self.state) >> 1) % n
end

--- True once in n calls on average.
---@param n integer
---@return boolean
function Chance:one_in(n)
  return self:below(n) == 0
end

--- A random item of a list; nil if the list is empty.
---@param list any[]
---@return any
function Chance:pick(list)
  if #list == 0 then
    return nil
  end
  return list[1 + self:below(#list)]
end

--- Shuffle a list.
---@param list any[]
function Chance:shuffle(list)
  for place = #list, 2, -1 do
    local other = 1 + self:below(place)
    list[place], list[other] = list[other], list[place]
  end
end

return M
