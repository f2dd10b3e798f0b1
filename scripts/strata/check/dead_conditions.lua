--- Finds conditions that can never hold, as far as their text shows it: parts joined by "and" that
--- contradict each other, or a part that contradicts itself.
local M = {}

--- The text without brackets that are around all of it.
local function bare(text)
  local inner = text:match("^%s*(.-)%s*$")
  while inner:match("^%b()$") do
    inner = inner:sub(2, -2):match("^%s*(.-)%s*$")
  end
  return inner
end

--- What "and" joins, outside of brackets and quotes; what "or" joins is one.
local function parts_of(text, into)
  text = bare(text)
  local plain = text:gsub("%b()", function(inner)
    return ("#"):rep(#inner)
  end)
  plain = plain:gsub("'[^']*'", function(inner)
    return ("#"):rep(#inner)
  end)
  if plain:find(" or ", 1, true) then
    into[#into + 1] = text
    return into
  end
  local start = 1
  while true do
    local first, last = plain:find(" and ", start, true)
    if not first then
      break
    end
    parts_of(text:sub(start, first - 1), into)
    start = last + 1
  end
  if start == 1 then
    into[#into + 1] = text
  else
    parts_of(text:sub(start), into)
  end
  return into
end

--- What a comparison lets a value be, by its sign: at least, at most.
local BOUNDS <const> = {
  ["="] = function(n)
    return n, n
  end,
  [">="] = function(n)
    return n, math.maxinteger
  end,
  [">"] = function(n)
    return n + 1, math.maxinteger
  end,
  ["<="] = function(n)
    return math.mininteger, n
  end,
  ["<"] = function(n)
    return math.mininteger, n - 1
  end,
}

--- A comparison with a number: what is compared, and what it may be.
local function range_of(part)
  local value, sign, number = part:match("^(.-) ([<>=]+) (%-?%d+)$")
  number = math.tointeger(tonumber(number))
  if not number or not BOUNDS[sign] or value:find("[<>=]") then
    return nil
  end
  return bare(value), BOUNDS[sign](number)
end

--- Whether two ranges of a value leave nothing; what is left is noted.
local function narrows(ranges, part)
  local value, least, most = range_of(part)
  if not value then
    return false
  end
  local own = math.tointeger(tonumber(value))
  local known = ranges[value] or { own or math.mininteger, own or math.maxinteger }
  ranges[value] = { math.max(known[1], least), math.min(known[2], most) }
  return ranges[value][1] > ranges[value][2]
end

--- "event.kind = 'a'": a value is one word alone.
local function is_other_word(words, part)
  local value, word = part:match("^([%w_%.]+) = '([^']*)'$")
  if not value then
    return false
  end
  local known = words[value]
  words[value] = known or word
  return known ~= nil and known ~= word
end

--- Whether a part says the opposite of one before it.
local function contradicts(seen, part)
  local denied = part:match("^not%s+(.*)$") or part:match("^not(%b())$")
  local key = denied and "not " .. bare(denied) or part
  seen[key] = true
  return seen[denied and bare(denied) or "not " .. part] ~= nil
end

--- Whether a condition in the grammar of strata.h can never hold.
---@param text string
---@return boolean
function M.is(text)
  local seen, ranges, words = {}, {}, {}
  for _, part in ipairs(parts_of(text, {})) do
    local is_wrong = part == "false" or contradicts(seen, part) or narrows(ranges, part)
    if is_wrong or is_other_word(words, part) then
      return true
    end
  end
  return false
end

return M
