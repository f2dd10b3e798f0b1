--- Versions and version ranges: SemVer 2.0.0, and the ranges in manifests.
local M = {}

-- More digits than versions need, and few enough that adding one cannot overflow.
local DIGITS_MAX <const> = 15
local TEXT_MAX <const> = 200

---@class strata.Version
---@field [1] integer major
---@field [2] integer minor
---@field [3] integer patch
---@field pre string[] identifiers of a pre-release, none for a release
---@field build string what follows +, which counts for nothing (SemVer 10); "" if nothing does

---@class strata.Comparator
---@field op "<"|"<="|">"|">="|"="
---@field version strata.Version

---@alias strata.Range strata.Comparator[][] alternatives, each of what must all hold

-- -- Versions ----------------------------------------------------------------

--- The parts of a text between dots; nil if one of them is empty.
local function split_dots(text)
  local list = {}
  for part in (text .. "."):gmatch("([^.]*)%.") do
    if part == "" then
      return nil
    end
    list[#list + 1] = part
  end
  return list
end

local function is_number(text)
  return text:find("^%d+$") ~= nil
end

--- A number of a version: no zeros in front (SemVer 2).
local function number_of(text)
  local is_fine = is_number(text) and #text <= DIGITS_MAX and (text == "0" or text:sub(1, 1) ~= "0")
  return is_fine and math.tointeger(tonumber(text)) or nil
end

--- Identifiers of a pre-release (SemVer 9) or of a build (10), whose numbers may begin with zeros;
--- nil if they are none. Without a text there are none.
local function identifiers(text, is_build)
  local list = text and split_dots(text)
  if not text then
    return {}
  end
  for _, part in ipairs(list or {}) do
    local has_zero = is_number(part) and #part > 1 and part:sub(1, 1) == "0"
    if part:find("[^%w-]") or (has_zero and not is_build) then
      return nil
    end
  end
  return list
end

--- Split a version into its numbers, its pre-release and its build. A text that is too long has
--- none of them.
local function cut(text)
  if #text > TEXT_MAX then
    return ""
  end
  local rest, build = text:match("^([^+]*)%+(.*)$")
  rest = rest or text
  local core, pre = rest:match("^([^-]*)%-(.*)$")
  return core or rest, pre, build
end

--- The numbers in front of a version, three at most; nil if the text does not begin with numbers.
local function numbers_of(core)
  local numbers = split_dots(core)
  for i, part in ipairs(numbers or {}) do
    numbers[i] = number_of(part)
    if not numbers[i] or i > 3 then
      return nil
    end
  end
  return numbers
end

--- Read a version that may leave out numbers at its end, if that is allowed; what has a pre-release
--- or a build leaves out none.
---@return table|nil numbers with pre and build
local function read_version(text, is_partial)
  local core, pre, build = cut(text)
  local numbers = numbers_of(core)
  local is_whole = not is_partial or pre or build
  if not numbers or (#numbers < 3 and is_whole) then
    return nil
  end
  numbers.pre, numbers.build = identifiers(pre, false), build or ""
  return numbers.pre and identifiers(build, true) and numbers or nil
end

--- Read a version: "1.4.0", "2.0.0-beta.1+exp.5".
---@param text string
---@return strata.Version|nil version nil if the text is none
function M.parse(text)
  return read_version(text, false)
end

---@param version strata.Version
---@return string
function M.text(version)
  local text = ("%d.%d.%d"):format(version[1], version[2], version[3])
  if #version.pre > 0 then
    text = text .. "-" .. table.concat(version.pre, ".")
  end
  return version.build ~= "" and text .. "+" .. version.build or text
end

local function order(a, b)
  return a == b and 0 or (a < b and -1 or 1)
end

--- Numbers come before words; numbers are compared by value, however long they are (SemVer 11.4).
local function compare_identifiers(a, b)
  local is_a, is_b = is_number(a), is_number(b)
  if is_a ~= is_b then
    return is_a and -1 or 1
  end
  if is_a and #a ~= #b then
    return order(#a, #b)
  end
  return order(a, b)
end

--- Which of two versions comes first (SemVer 11): -1, 0 or 1. Builds count for nothing.
---@param a strata.Version
---@param b strata.Version
---@return integer
function M.compare(a, b)
  for i = 1, 3 do
    if a[i] ~= b[i] then
      return order(a[i], b[i])
    end
  end
  if #a.pre == 0 or #b.pre == 0 then -- a release comes after its pre-releases
    return order(#b.pre, #a.pre)
  end
  for i = 1, math.min(#a.pre, #b.pre) do
    local which = compare_identifiers(a.pre[i], b.pre[i])
    if which ~= 0 then
      return which
    end
  end
  return order(#a.pre, #b.pre)
end

--- Compare texts in the same way. Texts that are no versions come first, in the order of bytes.
---@param a string
---@param b string
---@return integer
function M.compare_texts(a, b)
  local left, right = M.parse(a), M.parse(b)
  if left and right then
    return M.compare(left, right)
  end
  return left and 1 or right and -1 or order(a, b)
end

-- -- Ranges ------------------------------------------------------------------

local function version(major, minor, patch)
  return { major, minor, patch, pre = {}, build = "" }
end

local function full(numbers)
  local made = version(numbers[1], numbers[2] or 0, numbers[3] or 0)
  made.pre = numbers.pre
  return made
end

--- The lowest version above all that have the same numbers up to a place.
local function next_after(numbers, place)
  if place == 0 then
    return nil
  end
  local made = version(numbers[1], numbers[2] or 0, numbers[3] or 0)
  made[place] = made[place] + 1
  for i = place + 1, 3 do
    made[i] = 0
  end
  return made
end

--- The last place whose number "^" keeps: that of the first number that is not 0, or the last
--- written one.
local function caret_place(numbers)
  for i = 1, #numbers do
    if numbers[i] > 0 then
      return i
    end
  end
  return #numbers
end

local function between(low, high)
  return { { op = ">=", version = low }, { op = "<", version = high } }
end

-- For each operator, a function from numbers, of which the last ones may be left out, to
-- comparators. So ">1" is above all versions 1.x.
local READERS <const> = {}

READERS["="] = function(numbers)
  if #numbers == 3 then
    return { { op = "=", version = full(numbers) } }
  end
  return between(full(numbers), next_after(numbers, #numbers))
end

READERS[">="] = function(numbers)
  return { { op = ">=", version = full(numbers) } }
end

READERS["<"] = function(numbers)
  return { { op = "<", version = full(numbers) } }
end

READERS[">"] = function(numbers)
  if #numbers == 3 then
    return { { op = ">", version = full(numbers) } }
  end
  return { { op = ">=", version = next_after(numbers, #numbers) } }
end

READERS["<="] = function(numbers)
  if #numbers == 3 then
    return { { op = "<=", version = full(numbers) } }
  end
  return { { op = "<", version = next_after(numbers, #numbers) } }
end

READERS["^"] = function(numbers)
  return between(full(numbers), next_after(numbers, caret_place(numbers)))
end

READERS["~"] = function(numbers)
  return between(full(numbers), next_after(numbers, math.min(2, #numbers)))
end

READERS[""] = READERS["="]

--- Comparators of one word of a range: ">=1.2", "^2", "*". Nil if it is none.
local function comparators(word)
  if word == "*" then
    return {}
  end
  local op, rest = word:match("^([<>=^~]*)(.*)$")
  local numbers = READERS[op] and read_version(rest, true)
  return numbers and READERS[op](numbers) or nil
end

--- Read one alternative of a range: words with blanks between them, all of which must hold. Blanks
--- behind an operator are allowed. An empty alternative matches any version.
---@param text string ">=2.0 <3"
---@return strata.Comparator[]|nil wanted
---@return string|nil wrong the word that is none
function M.conjunction(text)
  local list = {}
  for word in text:gsub("([<>=^~])%s+", "%1"):gmatch("%S+") do
    local found = comparators(word)
    if not found then
      return nil, word
    end
    table.move(found, 1, #found, #list + 1, list)
  end
  return list
end

--- Read a range: alternatives with "|" between them, as of M.conjunction.
---@param text string "^1.2 | >=2.0.0-beta <3"
---@return strata.Range|nil range
---@return string|nil wrong the word that is none
function M.range(text)
  local range = {}
  for part in (text .. "|"):gmatch("([^|]*)|") do
    local list, wrong = M.conjunction(part)
    if not list or not part:find("%S") then
      return nil, wrong or part
    end
    range[#range + 1] = list
  end
  return range
end

local HOLDS <const> = {
  ["<"] = function(which)
    return which < 0
  end,
  ["<="] = function(which)
    return which <= 0
  end,
  [">"] = function(which)
    return which > 0
  end,
  [">="] = function(which)
    return which >= 0
  end,
  ["="] = function(which)
    return which == 0
  end,
}

--- Whether a range names a pre-release of the same version. Otherwise the range matches no
--- pre-release: "<3" does not match 3.0.0-beta, and ">=1" does not match 2.0.0-alpha.
local function asks_for(list, pre)
  for _, one in ipairs(list) do
    local v = one.version
    if #v.pre > 0 and v[1] == pre[1] and v[2] == pre[2] and v[3] == pre[3] then
      return true
    end
  end
  return false
end

--- Whether a version satisfies an alternative.
---@param list strata.Comparator[]
---@param which strata.Version
---@return boolean
function M.satisfies(list, which)
  for _, one in ipairs(list) do
    if not HOLDS[one.op](M.compare(which, one.version)) then
      return false
    end
  end
  return #which.pre == 0 or asks_for(list, which)
end

--- Whether a version is in a range.
---@param range strata.Range
---@param which strata.Version
---@return boolean
function M.matches(range, which)
  for _, list in ipairs(range) do
    if M.satisfies(list, which) then
      return true
    end
  end
  return false
end

return M
