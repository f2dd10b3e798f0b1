--- The text of a card file as its constructors, in plain Lua; the counterpart in C is
--- bindings/lua/inspect/source_outline.c.
---
--- Lua keeps the last of two equal fields, and makes a boolean of `a == b` or `not a`, without a
--- warning. Both are found here in the text, so that they are errors with a line.
local M = {}

-- Operators that make a boolean of two expressions, and what to write instead.
local BOOLEAN <const> = {
  ["and"] = "&",
  ["or"] = "|",
  ["not"] = "~",
  ["=="] = ":is(...)",
  ["~="] = ":is_not(...)",
  ["<"] = ":less_than(...)",
  [">"] = ":more_than(...)",
  ["<="] = ":at_most(...)",
  [">="] = ":at_least(...)",
}

-- -- Tokens ------------------------------------------------------------------

local function long_bracket(text, at)
  local level = text:match("^%[(=*)%[", at)
  if not level then
    return nil
  end
  local _, stop = text:find("]" .. level .. "]", at, true)
  return (stop or #text) + 1
end

--- The position past what is no token: blanks and comments.
local function skip_blank(text, at)
  while true do
    at = text:find("%S", at) or #text + 1
    if text:sub(at, at + 1) ~= "--" then
      return at
    end
    at = long_bracket(text, at + 2) or text:find("\n", at, true) or #text + 1
  end
end

local function quoted(text, at)
  local quote, stop = text:sub(at, at), at + 1
  while stop <= #text and text:sub(stop, stop) ~= quote do
    stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
  end
  return stop + 1, text:sub(at + 1, stop - 1)
end

--- The kind of the token at a position, where it ends, and what it says.
local function token_at(text, at)
  local word = text:match("^[%a_][%w_]*", at)
  if word then
    return "word", at + #word, word
  end
  local number = text:match("^%.?%d[%w_.]*", at)
  if number then
    return "number", at + #number, number
  end
  local first = text:sub(at, at)
  if first == '"' or first == "'" then
    local stop, value = quoted(text, at)
    return "string", stop, value
  end
  local stop = long_bracket(text, at)
  if stop then
    return "string", stop, text:sub(at, stop - 1)
  end
  local attribute = text:match("^<%s*%a+%s*>", at) -- local x <const> = ...
  local operator = attribute or text:match("^[=~<>]=", at) or text:match("^//", at)
    or text:match("^%.%.%.?", at) or first
  return operator, at + #operator, operator
end

--- All tokens: { kind, text, first, last, line }; `text` is what a string says, without its quotes.
---@param text string
---@return table[]
function M.tokens(text)
  local list, line, at, counted = {}, 1, skip_blank(text, 1), 1
  while at <= #text do
    local _, lines = text:sub(counted, at - 1):gsub("\n", "")
    line, counted = line + lines, at
    local kind, stop, value = token_at(text, at)
    list[#list + 1] = { kind = kind, text = value, first = at, last = stop - 1, line = line }
    at = skip_blank(text, stop)
  end
  return list
end

-- -- Constructors ------------------------------------------------------------

--- The word that is called with a table: `static {`, `static({`, `back = card {`; and of
--- `amend "classic:humility" {` what it is about.
local function caller(list, at)
  local before, target = list[at - 1], nil
  if before and before.kind == "string" then
    before, target = list[at - 2], before.text
  elseif before and before.kind == "(" then
    before = list[at - 2]
  end
  local is_word = before and before.kind == "word" and before.text ~= "return"
  if not is_word then
    return nil, nil
  end
  return before.text, target
end

local function is_kind(list, at, kind)
  return list[at] ~= nil and list[at].kind == kind
end

--- A field's name at a position: `power =`, `["+1/+1"] =` or `[2] =`; nil if none starts here.
local function field_at(list, at)
  if is_kind(list, at, "word") and is_kind(list, at + 1, "=") then
    return list[at].text
  end
  local is_key = is_kind(list, at + 1, "string") or is_kind(list, at + 1, "number")
  local is_bracketed = is_kind(list, at, "[") and is_key
  if is_bracketed and is_kind(list, at + 2, "]") and is_kind(list, at + 3, "=") then
    return list[at + 1].text
  end
  return nil
end

--- What follows a field's name, if it is a constant.
local function constant_after(list, at)
  while list[at].kind ~= "=" do
    at = at + 1
  end
  local value = list[at + 1]
  return value and value.kind == "string" and value.text or nil
end

local function note_field(box, list, at)
  local name = field_at(list, at)
  if not name then
    box.items = box.items + 1
    box.places[box.items] = list[at].line
    return
  end
  local earlier = box.fields[name]
  if earlier and not box.twice then
    box.twice = { name = name, line = list[at].line, first = earlier.line }
  end
  box.fields[name] = { line = list[at].line, value = constant_after(list, at) }
end

--- The field whose value starts at a position: of `steps = {` it is steps.
local function field_before(list, at)
  local equals, name = list[at - 1], list[at - 2]
  return equals and equals.kind == "=" and name.kind == "word" and name.text or nil
end

local function open_box(list, at, parent)
  local word, target = caller(list, at)
  local box = {
    word = word,
    target = target,
    field = field_before(list, at),
    line = list[at].line,
    parent = parent,
    items = 0,
    places = {},
    place = parent and parent.items or 0,
    fields = {},
  }
  if parent then
    parent.inner = parent.inner or {}
    parent.inner[box.field or box.place] = box
  end
  return box
end

-- What a token does to the reader of boxes: see boxes_of.
local ACTS <const> = {}

ACTS["{"] = function(reader, list, at)
  reader.box = open_box(list, at, reader.box)
  reader.boxes[#reader.boxes + 1] = reader.box
  reader.open[#reader.open + 1] = "{"
  reader.is_fresh = true
end

ACTS["}"] = function(reader, list, at)
  if reader.box then
    reader.box.last, reader.box = list[at].line, reader.box.parent
  end
  reader.open[#reader.open] = nil
end

ACTS["("] = function(reader, list, at)
  reader.open[#reader.open + 1] = list[at].kind
end

ACTS[")"] = function(reader)
  reader.open[#reader.open] = nil
end

ACTS[","] = function(reader)
  reader.is_fresh = reader.box ~= nil and reader.open[#reader.open] == "{"
end

ACTS["["], ACTS["]"], ACTS[";"] = ACTS["("], ACTS[")"], ACTS[","]

-- A function among the words is code: what opens and what ends there is Lua's.
ACTS["function"] = function(reader)
  reader.open[#reader.open + 1] = "code"
  reader.code = reader.code + 1
end

ACTS["end"] = function(reader)
  reader.open[#reader.open] = nil
  reader.code = reader.code - 1
end

ACTS["if"], ACTS["do"], ACTS["repeat"] = ACTS["function"], ACTS["function"], ACTS["function"]
ACTS["until"] = ACTS["end"]

local ENDS <const> = { ["}"] = true, [","] = true, [";"] = true }

--- Read tokens into boxes: one for each table constructor, in the order in which they start.
local function boxes_of(list)
  local reader = { boxes = {}, open = {}, is_fresh = false, code = 0 }
  for at, token in ipairs(list) do
    if reader.is_fresh and not ENDS[token.kind] then
      note_field(reader.box, list, at)
    end
    reader.is_fresh = false
    local act = ACTS[token.kind == "word" and token.text or token.kind]
    token.is_code = reader.code > 0
    if act then
      act(reader, list, at)
    end
  end
  return reader.boxes
end

---@class strata.Outline
---@field boxes table[] one for each table constructor, in the order in which they start
---@field path string

--- Read the constructors of a text, with their tokens.
---@param text string
---@return strata.Outline
function M.outline(text)
  local list = M.tokens(text)
  return { boxes = boxes_of(list), tokens = list }
end

--- The line of the first word that stands in no other's braces; nil if there is none.
function M.word_line(text)
  for _, box in ipairs(M.outline(text).boxes) do
    if not box.parent and box.word then
      return box.line
    end
  end
  return nil
end

--- The first mistake that Lua itself lets pass: its line, and what is wrong. Nil if there is none.
---@param text string
---@return integer|nil line
---@return string|nil message
function M.mistake(text)
  local outline = M.outline(text)
  for _, box in ipairs(outline.boxes) do
    if box.twice then
      local twice = box.twice
      return twice.line, ("'%s' is given twice; first in line %d"):format(twice.name, twice.first)
    end
  end
  for _, token in ipairs(outline.tokens) do
    local instead = token.kind ~= "string" and not token.is_code and BOOLEAN[token.text]
    if instead then
      local form = "'%s' makes a boolean at once, and no expression; write %s"
      return token.line, form:format(token.text, instead)
    end
  end
  return nil
end

return M
