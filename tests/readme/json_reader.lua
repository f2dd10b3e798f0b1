--- One JSON document as Lua values: what a test needs to read what `strata ... --json` prints.
--- null is nil; numbers are integers; \u is not read.
local M = {}

local ESCAPES <const> = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local WORDS <const> = { ["true"] = true, ["false"] = false }

local value

local function skip_blanks(text, at)
  return text:find("[^ \t\r\n]", at) or #text + 1
end

--- The text between two quotes, the first of which is at `at`, and where to go on.
local function read_string(text, at)
  local stop = at + 1
  while text:sub(stop, stop) ~= '"' do
    assert(stop <= #text, "a text without an end")
    stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
  end
  local inside = text:sub(at + 1, stop - 1)
  assert(not inside:find("\\u"), "\\u is not read")
  return inside:gsub("\\(.)", function(sign)
    return ESCAPES[sign] or sign
  end), stop + 1
end

--- Items up to a closing bracket: `take` reads one into a table and says where to go on.
local function read_items(text, at, close, take)
  local items = {}
  at = skip_blanks(text, at + 1)
  while text:sub(at, at) ~= close do
    at = skip_blanks(text, take(items, at))
    local sign = text:sub(at, at)
    assert(sign == "," or sign == close, "expected , or " .. close)
    at = sign == "," and skip_blanks(text, at + 1) or at
  end
  return items, at + 1
end

local function read_list(text, at)
  return read_items(text, at, "]", function(items, from)
    local item, next_at = value(text, from)
    items[#items + 1] = item
    return next_at
  end)
end

local function read_object(text, at)
  return read_items(text, at, "}", function(items, from)
    local key, colon = read_string(text, from)
    colon = skip_blanks(text, colon)
    assert(text:sub(colon, colon) == ":", "expected :")
    local item, next_at = value(text, colon + 1)
    items[key] = item
    return next_at
  end)
end

local READERS <const> = { ['"'] = read_string, ["["] = read_list, ["{"] = read_object }

--- The value that begins at `at` or behind blanks there, and where to go on.
function value(text, at)
  at = skip_blanks(text, at)
  local reader = READERS[text:sub(at, at)]
  if reader then
    return reader(text, at)
  end
  local word, next_at = text:match("^([%w+-]+)()", at)
  local read = WORDS[word]
  if read == nil then
    read = math.tointeger(word)
  end
  assert(read ~= nil or word == "null", "not JSON: " .. tostring(word))
  return read, next_at
end

--- Read a text that holds one value and nothing else. Raises what is wrong with it.
---@param text string
---@return any
function M.read(text)
  local read, next_at = value(text, 1)
  assert(skip_blanks(text, next_at) > #text, "something follows the value")
  return read
end

return M
