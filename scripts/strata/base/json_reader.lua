--- Reads JSON strictly: one value of RFC 8259, numbers that are whole, no key twice.
---
--- Whether texts are UTF-8 is left to the engine, which refuses others where they would be kept.
local M = {}

--- What stands for null, which a table cannot hold.
M.null = setmetatable({}, {
  __tostring = function()
    return "null"
  end,
})

-- Lists and objects in each other; deeper ones are refused, so that no text exhausts the stack.
local DEEPEST <const> = 32

---@class strata.JsonReader
---@field text string
---@field at integer of the next byte
local Reader = {}
Reader.__index = Reader

--- Raise what is wrong, with its place.
local function refuse(self, what)
  error({ json = ("byte %d: %s"):format(self.at, what) }, 0)
end

local function skip_blanks(self)
  self.at = self.text:match("^[ \t\r\n]*()", self.at)
end

--- Move behind a sign, if it is the next one.
local function takes(self, sign)
  skip_blanks(self)
  if self.text:sub(self.at, self.at) ~= sign then
    return false
  end
  self.at = self.at + 1
  return true
end

local ESCAPES <const> = {
  ['"'] = '"',
  ["\\"] = "\\",
  ["/"] = "/",
  b = "\b",
  f = "\f",
  n = "\n",
  r = "\r",
  t = "\t",
}

--- The number of four hexadecimal digits.
local function hex(self)
  local digits = self.text:match("^%x%x%x%x", self.at)
  if not digits then
    refuse(self, "four hexadecimal digits must follow")
  end
  self.at = self.at + 4
  return tonumber(digits, 16)
end

--- The bytes of a letter, by its number.
local function bytes_of(code)
  if code < 0x80 then
    return string.char(code)
  elseif code < 0x800 then
    return string.char(0xC0 | code >> 6, 0x80 | code & 63)
  elseif code < 0x10000 then
    return string.char(0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63)
  end
  local second, third = 0x80 | code >> 12 & 63, 0x80 | code >> 6 & 63
  return string.char(0xF0 | code >> 18, second, third, 0x80 | code & 63)
end

--- The letter of \uXXXX; two of them where the first says so.
local function letter(self)
  local code = hex(self)
  if code >= 0xD800 and code < 0xDC00 and self.text:sub(self.at, self.at + 1) == "\\u" then
    self.at = self.at + 2
    local low = hex(self)
    code = low >= 0xDC00 and low < 0xE000 and 0x10000 + (code - 0xD800) * 0x400 + low - 0xDC00
      or 0xD800
  end
  if code >= 0xD800 and code < 0xE000 then
    refuse(self, "half of a surrogate pair")
  end
  return bytes_of(code)
end

local function read_escape(self)
  local sign = self.text:sub(self.at, self.at)
  self.at = self.at + 1
  if sign == "u" then
    return letter(self)
  end
  return ESCAPES[sign] or refuse(self, "no such escape")
end

--- The text behind a quote.
local function read_text(self)
  local parts = {}
  while true do
    local plain, after = self.text:match('^([^"\\%c]*)()', self.at)
    parts[#parts + 1], self.at = plain, after
    local sign = self.text:sub(after, after)
    if sign ~= '"' and sign ~= "\\" then
      refuse(self, "a text has no end, or a control character in it")
    end
    self.at = after + 1
    if sign == '"' then
      break
    end
    parts[#parts + 1] = read_escape(self)
  end
  return table.concat(parts)
end

local function read_number(self)
  local digits, after = self.text:match("^(-?%d+)()", self.at)
  local number = digits and not digits:find("^-?0%d") and math.tointeger(tonumber(digits))
  if not number or self.text:find("^[%.eE]", after) then
    refuse(self, "expected a value; numbers are whole and have at most 64 bits")
  end
  self.at = after
  return number
end

local read_value

local function read_list(self, depth)
  local list = {}
  if takes(self, "]") then
    return list
  end
  repeat
    list[#list + 1] = read_value(self, depth)
  until not takes(self, ",")
  return takes(self, "]") and list or refuse(self, "expected , or ]")
end

local function read_object(self, depth)
  local object = {}
  if takes(self, "}") then
    return object
  end
  repeat
    local key = takes(self, '"') and read_text(self) or refuse(self, "expected a key in quotes")
    if object[key] ~= nil then
      refuse(self, ("the key '%s' stands twice"):format(key))
    end
    if not takes(self, ":") then
      refuse(self, "expected :")
    end
    object[key] = read_value(self, depth)
  until not takes(self, ",")
  return takes(self, "}") and object or refuse(self, "expected , or }")
end

local WORDS <const> = { ["true"] = true, ["false"] = false, null = M.null }

function read_value(self, depth)
  if depth > DEEPEST then
    refuse(self, "too deep")
  elseif takes(self, "{") then
    return read_object(self, depth + 1)
  elseif takes(self, "[") then
    return read_list(self, depth + 1)
  elseif takes(self, '"') then
    return read_text(self)
  end
  local word, after = self.text:match("^(%l+)()", self.at)
  if word and WORDS[word] ~= nil then
    self.at = after
    return WORDS[word]
  end
  return read_number(self)
end

--- The value of a text; or nil and what is wrong, with its byte.
---@param text string
---@return any value objects and lists are tables; null is `null` of this module
---@return string|nil problem
function M.read(text)
  local self = setmetatable({ text = text, at = 1 }, Reader)
  local is_fine, value = pcall(read_value, self, 1)
  if not is_fine then
    return nil, type(value) == "table" and value.json or error(value, 0)
  end
  skip_blanks(self)
  if self.at <= #text then
    return nil, ("byte %d: something stands behind the value"):format(self.at)
  end
  return value, nil
end

return M
