--- Whole numbers of 64 bits that saturate: the oracle's arithmetic.

local MAX <const>, MIN <const> = math.maxinteger, math.mininteger

local M = {}

--- The number of the range lo..hi nearest to v.
---@param v integer
---@param lo integer
---@param hi integer
---@return integer
function M.clamp(v, lo, hi)
  if v < lo then
    return lo
  end
  return v > hi and hi or v
end

function M.add(a, b)
  if b > 0 and a > MAX - b then
    return MAX
  end
  if b < 0 and a < MIN - b then
    return MIN
  end
  return a + b
end

--- The number of 64 bits nearest to high * 2^32 + low.
function M.join(high, low)
  if high ~= M.clamp(high, -(1 << 31), (1 << 31) - 1) then
    return high > 0 and MAX or MIN
  end
  return high * (1 << 32) + low
end

function M.neg(a)
  return a == MIN and MAX or -a
end

function M.sub(a, b)
  if b == MIN then
    return a >= 0 and MAX or a - b
  end
  return M.add(a, -b)
end

--- The exact product if it is one of 64 bits.
local function product(a, b)
  if a == MIN or b == MIN then
    return (a == 1 or b == 1) and MIN or nil
  end
  local p = a * b
  return p // b == a and p % b == 0 and p or nil
end

function M.mul(a, b)
  if a == 0 or b == 0 then
    return 0
  end
  local rough = (a + 0.0) * b
  if math.abs(rough) < 2.0 ^ 62 then
    return a * b
  end
  local exact = math.abs(rough) < 2.0 ^ 63.5 and product(a, b)
  return exact or (rough > 0 and MAX or MIN)
end

--- a / b rounded down, or up; by zero there is no answer.
---@param a integer
---@param b integer
---@param up? boolean
---@return integer?
function M.div(a, b, up)
  if b == 0 then
    return nil
  end
  if a == MIN and b == -1 then
    return MAX
  end
  local q = a // b
  if up and a % b ~= 0 then
    q = q + 1
  end
  return q
end

--- v * x / d, exact, rounded once; x of 32 bits, d from 1 to 2^31-1.
---@param v integer
---@param x integer
---@param d integer
---@param up? boolean
---@return integer
function M.scale(v, x, d, up)
  -- v = q * d + r with r on v's side of zero, so that both terms of
  -- q * x + r * x / d have the same sign and saturate together.
  local q = v // d
  local r = v - q * d
  if v < 0 and r ~= 0 then
    q, r = q + 1, r - d
  end
  return M.add(M.mul(q, x), M.div(r * x, d, up))
end

return M
