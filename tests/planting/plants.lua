--- Mistakes that are planted into the text of a file: one plant is one changed text.
---
--- Each table constructor outside of functions is a position, and each of its entries too. A plant
--- has its kind, the changed text, the line where the mistake stands, and what it is, for reports.
local plainoutline = require("plainoutline")

local M = {}

---@class strata.Plant
---@field kind "field"|"known"|"type"|"hole"|"double"|"spelling"
---@field text string the whole file
---@field line integer of the mistake
---@field what string "types = 7.5"
---@field where string the words and fields around: "card/static/power"
---@field field string the name of the entry; in a list the function that is called, or ""
---@field around table<integer, boolean> lines in which the tables around begin
---@field first integer the innermost table's first line
---@field stop integer its last line, of the changed text
---@field old? string what stood there
---@field new? string

-- -- Tokens --------------------------------------------------------------------

local NAMED <const> = { number = true, string = true, word = true }

--- All tokens: { kind, text, first, last, line }. Operators and brackets are of the kind "sign".
local function tokens_of(text)
  local list = plainoutline.tokens(text)
  for _, token in ipairs(list) do
    token.kind = NAMED[token.kind] and token.kind or "sign"
    token.text = text:sub(token.first, token.last)
  end
  return list
end

-- -- Constructors ----------------------------------------------------------------

local OPENS <const> = { ["{"] = "{", ["("] = "(", ["["] = "(" }
local CLOSES <const> = { ["}"] = true, [")"] = true, ["]"] = true }
local CODE <const> = { ["function"] = true, ["if"] = true, ["do"] = true, ["repeat"] = true }
local CODE_ENDS <const> = { ["end"] = true, ["until"] = true }

---@class strata.PlantBox
---@field open table the token {
---@field word string
---@field path string
---@field entries { name?: table, first: integer, last: integer }[] numbers of tokens of the value

--- The word before a brace.
local function word_before(list, at)
  local before = list[at - 1]
  if before and (before.kind == "string" or before.text == "(") then
    before = list[at - 2]
  end
  local is_word = before and before.kind == "word" and before.text ~= "return"
  return is_word and before.text or nil
end

--- The field whose value begins at a token.
local function name_before(list, at)
  local equals, name = list[at - 1], list[at - 2]
  if not equals or equals.text ~= "=" then
    return nil
  elseif name.text == "]" then
    return list[at - 3]
  end
  return name
end

local Scan = {}
Scan.__index = Scan

function Scan:box()
  return self.open[#self.open]
end

--- An entry of the innermost constructor ends before a token.
function Scan:end_entry(at)
  local box = self:box()
  if box and box.entry and at > box.entry.first then
    box.entry.last = at - 1
    box.entries[#box.entries + 1] = box.entry
  end
  if box then
    box.entry = nil
  end
end

function Scan:begin_entry(at)
  local box, list = self:box(), self.list
  local entry = { first = at }
  if list[at].kind == "word" and list[at + 1] and list[at + 1].text == "=" then
    entry.name, entry.first = list[at], at + 2
  elseif list[at].text == "[" and list[at + 1].kind == "string" and list[at + 3].text == "=" then
    entry.name, entry.first = list[at + 1], at + 4
  end
  box.entry = entry
end

function Scan:open_brace(at)
  local outer = self:box()
  local name = name_before(self.list, at)
  local word = word_before(self.list, at) or name and name.text:gsub("[\"']", "") or "list"
  local is_box = self.code == 0
  local box = { kind = "{", open = self.list[at], word = word, entries = {}, outer = outer }
  box.path = (outer and outer.path and outer.path .. "/" or "") .. word
  self.open[#self.open + 1] = box
  if is_box then
    self.boxes[#self.boxes + 1] = box
  end
  self.is_fresh = true
end

local SEPARATES <const> = { [","] = true, [";"] = true }

--- Whether the innermost of all that is open is a constructor.
function Scan:is_in_constructor()
  local box = self:box()
  return box ~= nil and box.kind == "{"
end

--- An entry ends before a separator or the closing brace, and begins behind a separator or the
--- opening brace.
function Scan:read_entry(at, sign)
  local is_inside = self:is_in_constructor()
  if sign == "}" or (SEPARATES[sign] and is_inside) then
    self:end_entry(at)
  elseif self.is_fresh and is_inside then
    self:begin_entry(at)
  end
  self.is_fresh = false
end

function Scan:read_sign(at, sign)
  local box = self:box()
  if sign == "{" then
    self:open_brace(at)
  elseif OPENS[sign] then
    self.open[#self.open + 1] = { kind = "(", path = box and box.path, outer = box }
  elseif CLOSES[sign] then
    box.last = self.list[at].line
    self.open[#self.open] = nil
  elseif SEPARATES[sign] then
    self.is_fresh = self:is_in_constructor()
  end
end

function Scan:read_word(word)
  if CODE[word] then
    self.open[#self.open + 1], self.code = { kind = "code" }, self.code + 1
  elseif CODE_ENDS[word] then
    self.open[#self.open], self.code = nil, self.code - 1
  end
end

function Scan:read(at)
  local token = self.list[at]
  local sign = token.kind == "sign" and token.text or ""
  token.is_code = self.code > 0
  self:read_entry(at, sign)
  if token.kind == "word" then
    self:read_word(token.text)
  else
    self:read_sign(at, sign)
  end
end

--- The constructors of a text, with their entries.
local function boxes_of(list)
  local scan = setmetatable({ list = list, boxes = {}, open = {}, code = 0 }, Scan)
  for at = 1, #list do
    scan:read(at)
  end
  return scan.boxes
end

-- -- Plants ----------------------------------------------------------------------

--- The lines in which a table, and those around it, begin.
local function lines_around(box)
  local lines = {}
  while box do
    lines[box.open and box.open.line or 0] = true
    box = box.outer
  end
  return lines
end

local Planter = {}
Planter.__index = Planter

--- Add a plant: new text for a range of the old.
function Planter:add(kind, box, first, last, new, line, what)
  self.into[#self.into + 1] = {
    kind = kind,
    text = self.text:sub(1, first - 1) .. new .. self.text:sub(last + 1),
    line = line,
    what = what,
    where = box.path,
    field = self.field or "",
    around = lines_around(box),
    first = box.open.line,
    stop = box.last + 1 + select(2, new:gsub("\n", "")),
    old = self.text:sub(first, last),
    new = new,
  }
end

--- A line of its own behind the brace.
function Planter:insert(kind, box, new)
  self.field = ""
  local at = box.open.last + 1
  self:add(kind, box, at, at - 1, "\n" .. new .. "\n", box.open.line + 1, new)
end

--- A word with a letter too many: no word of a pack ends so.
local function misspelt(text)
  return text .. "q"
end

--- A value of another type than one that begins with a token.
local function other_value(token)
  if token.kind == "string" then
    return "7.5"
  elseif token.text == "true" or token.text == "false" then
    return "7"
  end
  return '"planted"'
end

local function shown(text)
  text = text:gsub("%s+", " ")
  return #text > 60 and text:sub(1, 57) .. "..." or text
end

function Planter:plant_entry(box, entry)
  local list = self.list
  local first, last = list[entry.first], list[entry.last]
  local name = entry.name and entry.name.text or ""
  self.field = name
  local other = other_value(first)
  self:add("type", box, first.first, last.last, other, first.line, shown(name .. " = " .. other))
  if entry.name and entry.name.kind == "word" then
    local at = entry.name
    self.seen[at] = true
    self:add("spelling", box, at.first, at.last, misspelt(at.text), at.line, misspelt(at.text))
  end
  for at = entry.first, entry.last do
    self:plant_words(box, at, name)
  end
end

--- The word of which a token is the only argument: mana("G").
local function call_of(list, at)
  local word = list[at - 1]
  if word and word.text == "(" then
    word = list[at - 2]
  end
  return word and word.kind == "word" and word.text or nil
end

--- A token with a letter too many, if it is a text in quotes or a word that Lua does not have.
local function misspelt_token(self, token)
  if token.kind == "string" and token.text:find("^[\"']") then
    return misspelt(token.text:sub(1, -2)) .. token.text:sub(-1)
  elseif token.kind == "word" and self.is_word(token.text) then
    return misspelt(token.text)
  end
  return nil
end

--- Misspell a text or a word that stands in an entry, unless it is in a table of its own.
function Planter:plant_words(box, at, name)
  local token = self.list[at]
  self.field = token.kind == "string" and call_of(self.list, at) or name
  local new = not token.is_code and not self.seen[token] and misspelt_token(self, token)
  if new then
    self.seen[token] = true
    self:add("spelling", box, token.first, token.last, new, token.line, new)
  end
end

local LUA <const> = {}
for word in ("and break do else elseif end false for function goto if in local nil not or repeat"
  .. " return then true until while"):gmatch("%a+") do
  LUA[word] = true
end

function Planter:plant_box(box)
  self:insert("field", box, "planted_field = 1,")
  for _, known in ipairs(self.known) do
    self:insert("known", box, known .. ",")
  end
  local first_item, last_item
  self.field = ""
  for _, entry in ipairs(box.entries) do
    first_item = first_item or not entry.name and entry or nil
    last_item = not entry.name and entry or last_item
  end
  if first_item then
    local token = self.list[first_item.first]
    self:add("hole", box, token.first, token.first - 1, "nil,\n", token.line, "nil,")
    local stop = self.list[last_item.last]
    local item = self.text:sub(self.list[last_item.first].first, stop.last)
    local line = stop.line + 1
    self:add("double", box, stop.last + 1, stop.last, ",\n" .. item, line, shown(item))
  end
end

--- All plants of a file.
---@param text string
---@param known? string[] fields that some words have, with values: "least = 0"
---@return strata.Plant[]
function M.of(text, known)
  local list = tokens_of(text)
  local planter = { text = text, list = list, into = {}, seen = {}, known = known or {} }
  planter.is_word = function(word)
    return not LUA[word]
  end
  setmetatable(planter, Planter)
  local boxes = boxes_of(list)
  for number = #boxes, 1, -1 do -- inner tables first: a word belongs to its own table
    local box = boxes[number]
    planter:plant_box(box)
    for _, entry in ipairs(box.entries) do
      planter:plant_entry(box, entry)
    end
  end
  return planter.into
end

return M
