--- The outline of a card file: its constructors with their positions, read from the text.
---
--- Lua silently keeps the last of two equal fields, and evaluates `a == b` and `not a` to booleans.
--- The outline finds both in the text, so that they are reported as errors with a line.
local host = require("strata.host")

local M = {}

---@class strata.Token
---@field kind "word"|"number"|"string"|string the operator itself
---@field text string of a string in quotes what is between them, as it is written
---@field line integer

---@class strata.Box a table constructor
---@field word? string that is called with it: `static {`, `static({`, `back = card {`
---@field target? string of `amend "classic:humility" {` what it is about
---@field field? string whose value it is: of `steps = {` it is steps
---@field line integer
---@field last? integer where it ends
---@field parent? strata.Box
---@field inner? table<string|integer, strata.Box> by their fields, or places
---@field items integer how many places its list has
---@field place integer its own in its parent's list
---@field places integer[] the line of each
---@field fields table<string, { line: integer, value?: string }> what is a text is the value too
---@field twice? { name: string, line: integer, first: integer } the first field that is given twice

---@class strata.Outline
---@field boxes strata.Box[] one for each table constructor, in the order in which they start
---@field tokens strata.Token[]
---@field path string

--- Read the constructors of a file's text.
---@param path string
---@param text string
---@return strata.Outline
function M.outline(path, text)
  local outline = host.outline(text)
  outline.path = path
  return outline
end

--- The first mistake that Lua accepts: its line and a message. Nil if there is none.
---@param text string
---@return integer|nil line
---@return string|nil message
function M.mistake(text)
  return host.mistake(text)
end

-- What begins a block of Lua, and what ends one.
local BLOCKS <const> =
  { ["function"] = 1, ["if"] = 1, ["do"] = 1, ["repeat"] = 1, ["end"] = -1, ["until"] = -1 }

--- The line in which a file returns its value; 1 if it returns nothing.
---@param outline strata.Outline
---@return integer
function M.return_line(outline)
  local depth = 0
  for _, token in ipairs(outline.tokens) do
    local word = token.kind == "word" and token.text or ""
    depth = depth + (BLOCKS[word] or 0)
    if word == "return" and depth == 0 then
      return token.line
    end
  end
  return 1
end

-- -- Who stands where --------------------------------------------------------

--- The innermost constructor around a line that satisfies a test.
local function around(outline, line, is_wanted)
  local found = nil
  for _, box in ipairs(outline.boxes) do
    if box.line <= line and line <= (box.last or line) and is_wanted(box) then
      found = box
    end
  end
  return found
end

local function is_named(box)
  local is_own = box.fields.name ~= nil and (box.word == "card" or box.word == "scenario")
  return is_own or box.target ~= nil
end

-- Words in the list of a card, or of an amendment, that are no abilities.
local NO_ABILITIES <const> = { card = true, period = true }

--- The ability of a card that contains a line: its word and its place in the list.
local function ability_at(outline, card, line)
  local box = around(outline, line, function(inner)
    local is_item = inner.parent == card and inner.place > 0 and inner.word ~= nil
    return is_item and not NO_ABILITIES[inner.word]
  end)
  return box and ("ability %d (%s)"):format(box.place, box.word) or nil
end

--- The subject of a line: "card 'Humility', ability 1 (static)", "amend 'classic:humility'"; "" if
--- it is in none.
---@param outline strata.Outline
---@param line integer
---@return string
function M.subject(outline, line)
  local box = around(outline, line, is_named)
  if not box then
    return ""
  end
  local name = ("%s '%s'"):format(box.word, box.target or box.fields.name.value or "?")
  local ability = box.word ~= "scenario" and ability_at(outline, box, line)
  return ability and name .. ", " .. ability or name
end

--- The line of what keys lead to from a constructor, and how many of them stand there.
local function follow(box, keys, line)
  for depth, key in ipairs(keys) do
    local found = box and (box.fields[key] or box.places[key])
    if not found then
      return line, depth - 1
    end
    line = type(found) == "table" and found.line or found
    box = box.inner and box.inner[key]
  end
  return line, #keys
end

--- The line of an item of the list that a file returns without a word before it.
---@param outline strata.Outline
---@param key string|integer its name or place
---@return integer
function M.item_of_file(outline, key)
  local line = M.return_line(outline)
  for _, box in ipairs(outline.boxes) do
    if not (box.parent or box.word) and box.line >= line then
      return (follow(box, { key }, box.line))
    end
  end
  return line
end

--- The constructors of words in a line; if there are none, those of the next line, in which a brace
--- may stand alone.
local function boxes_at(outline, line)
  local here, below = {}, {}
  for _, box in ipairs(outline.boxes) do
    local list = box.line == line and here or box.line == line + 1 and below
    if list and box.word then
      list[#list + 1] = box
    end
  end
  return #here > 0 and here or below
end

--- The line of a field, or of a place of its list, of the constructor that a word on a line has;
--- else that line. Keys that lead to what a field holds are a list: { "phases", 2, "ends" }.
---@param outline strata.Outline
---@param line integer
---@param field string|integer|(string|integer)[]
---@return integer
function M.field_line(outline, line, field)
  local keys = type(field) == "table" and field or { field }
  for _, box in ipairs(boxes_at(outline, line)) do
    local found, depth = follow(box, keys, line)
    if depth > 0 then
      return found
    end
  end
  return line
end

--- The line of what keys lead to from the outermost constructor: { "attributes", "power", "min" };
--- of the last of them that stands there if not all do.
---@param outline strata.Outline
---@param keys (string|integer)[]
---@return integer
function M.nested_line(outline, keys)
  local box = outline.boxes[1]
  return (follow(box, keys, box and box.line or 1))
end

--- Whether all that keys lead to from the outermost constructor stands there.
---@param outline strata.Outline
---@param keys (string|integer)[]
---@return boolean
function M.has_nested(outline, keys)
  local _, depth = follow(outline.boxes[1], keys, 1)
  return depth == #keys
end

--- The first and last line of the constructor that a word on a line has; that line if it is
--- not known.
---@param outline strata.Outline|nil
---@param line integer
---@return integer first
---@return integer last
function M.extent(outline, line)
  local first, last = line, line
  for _, box in ipairs(outline and boxes_at(outline, line) or {}) do
    last = math.max(last, box.last or box.line)
  end
  return first, last
end

--- The line of a field of a word within the constructor that a word on a line has: that of `amount`
--- of the first gain_life { ... } in it. Nil if no such word has the field.
---@param outline strata.Outline|nil
---@param line integer
---@param word string
---@param field string|integer|nil
---@return integer|nil
function M.inner_line(outline, line, word, field)
  local _, last = M.extent(outline, line)
  for _, box in ipairs(outline and outline.boxes or {}) do
    local is_within = box.word == word and box.line >= line and box.line <= last
    local found, depth = follow(box, { field }, box.line)
    if is_within and (field == nil or depth > 0) then
      return found
    end
  end
  return nil
end

--- The line of an item of a list in a scenario: the third of its steps, or what has a name there.
---@param outline strata.Outline
---@param line integer where the scenario starts
---@param field string
---@param place integer|string
---@return integer
function M.item_line(outline, line, field, place)
  for _, box in ipairs(outline.boxes) do
    local owner = box.parent
    local found = owner and box.field == field and (box.places[place] or box.fields[place])
    if found and owner.line >= line then
      return type(found) == "table" and found.line or found
    end
  end
  return line
end

return M
