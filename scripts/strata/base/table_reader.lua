--- The reader of tables that scripts give to words.
---
--- A form says what a table may hold: the kind of each field, and how long the list part is. All
--- else is an error at its line: an unknown field, a value of another kind, an item too many, a
--- hole, an item that stands twice where each counts once. Every word of cards, events, laws and
--- rules has a form, so that nothing that is accepted is ignored.
local spelling = require("strata.base.spelling")
local host = require("strata.host")

local M = {}

-- -- Values in messages ------------------------------------------------------

local said

--- The items of a list and the fields of a table, in order.
local function said_items(value)
  local texts = {}
  for key, item in host.sorted_pairs(value) do
    local name = math.type(key) ~= "integer" and ("%s = "):format(tostring(key)) or ""
    texts[#texts + 1] = name .. said(item)
  end
  return table.concat(texts, ", ")
end

--- What a word has made, as text; nil for a table that a file has written.
local function said_word(value)
  local meta = host.metatable(value)
  if meta and type(rawget(value, "said")) == "string" then
    return value.said
  elseif meta and type(meta.__index) == "function" then
    return "a word without what belongs behind it"
  end
  local name = value.word and type(value.given) == "table" and value.given.name
  local label = value.label or value.word
  return type(name) == "string" and ("%s '%s'"):format(label, name) or label
end

local function said_table(value)
  local items = said_word(value) or said_items(value)
  if items == "" then
    return "nothing"
  end
  local is_written = host.metatable(value) == nil and not value.word
  local has_names = is_written and value[1] == nil
  return has_names and ("{ %s }"):format(items) or items
end

--- A value as text for messages; never an address.
---@param value any
---@return string
function said(value)
  if type(value) == "function" then
    return "a function; a word stands with its braces, as draw { ... }"
  elseif type(value) == "table" then
    return said_table(value)
  end
  return value == nil and "nothing" or tostring(value)
end

M.said = said

--- A value where a number belongs: a text of digits is not taken for one.
---@param value any
---@return string
function M.said_instead(value)
  if type(value) == "string" then
    return ("the text '%s'"):format(value)
  elseif math.type(value) == "float" then
    return ("%s, which is no whole number"):format(value)
  end
  return said(value)
end

-- -- Forms -------------------------------------------------------------------

-- true: the word itself looks what it is.
---@alias strata.FieldKind true|"boolean"|"integer"|"name"|"table"|"text"

---@class strata.Form
---@field fields table<any, strata.FieldKind>
---@field places integer|number how long the list part may be; math.huge for any length

--- Make a form: the kinds of fields by name, and the length of the list part.
---@param places integer|number
---@param fields table<string, strata.FieldKind>
---@param ... table<string, strata.FieldKind>|nil further ones
---@return strata.Form
function M.form(places, fields, ...)
  local all = {}
  for _, part in ipairs({ fields, ... }) do
    for name, kind in next, part do
      all[name] = kind
    end
  end
  return { fields = all, places = places }
end

--- For each kind: the type of a value in Lua, and what a message calls it.
local KINDS <const> = {
  boolean = { "boolean", "true or false" },
  integer = { "integer", "a number" },
  name = { "string", "a name" },
  table = { "table", "a table" },
  text = { "string", "a text" },
}

local function is_of_kind(kind, value)
  return kind == true or (math.type(value) or type(value)) == KINDS[kind][1]
end

--- Whether a table is what its form says.
local function is_fine(form, given)
  local fields, places, count, last = form.fields, form.places, 0, 0
  for key, value in next, given do
    local kind = fields[key]
    if kind then
      if not is_of_kind(kind, value) then
        return false
      end
    elseif math.type(key) ~= "integer" or key > places or key < 1 then
      return false
    else
      count, last = count + 1, key > last and key or last
    end
  end
  return count == last
end

--- The first place of a list that is empty though a later one is not; nil if there is none.
---@param list table
---@return integer|nil
function M.hole(list)
  local count, place = 0, 1
  for key in next, list do
    count = count + (math.type(key) == "integer" and 1 or 0)
  end
  while list[place] ~= nil do
    place = place + 1
  end
  return place <= count and place or nil
end

local HOLE <const> = "in place %d of its list stands nothing; write its items one behind the other"
M.HOLE = HOLE

-- Words whose list begins with the name of what they declare.
local NAMED <const> = { alias = true, event = true }

--- The name of a word in messages: of an act that of its event, of what is declared its own too.
---@param item strata.Described
---@return string
local function name_of(item)
  local first = item.given[1]
  if NAMED[item.word] and type(first) == "string" then
    return ("%s '%s'"):format(item.word, first)
  end
  return item.word == "act" and item.kind or item.word
end

--- Raise that an item stands behind the end of a list: an act may be meant for the field `act`.
local function refuse_place(files, item, form, place)
  local value, places = item.given[place], form.places
  if form.fields.act and type(value) == "table" and value.word == "act" then
    local text = "%s: in place %d of its list is %s; say what it does as act = %s"
    files:blame(item, place, text, name_of(item), place, said(value), said(value))
  end
  local text = "%s: its list has %d item%s at most; say others by name"
  files:blame(item, place, text, name_of(item), places, places == 1 and "" or "s")
end

local function refuse_value(files, item, key, kind, value)
  local got = kind == "integer" and M.said_instead(value) or said(value)
  local text = "%s: %s: expected %s, got %s"
  files:blame(item, key, text, name_of(item), key, KINDS[kind][2], got)
end

--- Raise that a key is neither a name nor a place.
local function check_key(files, item, key)
  if type(key) ~= "string" and (math.type(key) ~= "integer" or key < 1) then
    local got = type(key) == "number" and tostring(key) or "a " .. type(key)
    files:blame(item, nil, "%s: expected names as keys, got %s", name_of(item), got)
  end
end

-- Of how many fields a message names all.
local LISTED <const> = 20

--- The nearest field, or all of them if none is near.
local function hint_of(key, form)
  local keys = spelling.keys(form.fields)
  local hint = spelling.hint(key, keys)
  local is_short = hint == "" and #keys > 0 and #keys <= LISTED
  return is_short and "; there are " .. table.concat(keys, ", ") or hint
end

local function check_entry(files, item, form, key, value)
  local kind = form.fields[key]
  if kind then
    if not is_of_kind(kind, value) then
      refuse_value(files, item, key, kind, value)
    end
  elseif type(key) == "string" then
    files:blame(item, key, "%s: no field '%s'%s", name_of(item), key, hint_of(key, form))
  elseif key > form.places then
    refuse_place(files, item, form, key)
  end
end

--- Raise the first mistake of a table that is not what its form says.
local function refuse(files, item, form)
  for key in next, item.given do
    check_key(files, item, key)
  end
  for key, value in host.sorted_pairs(item.given) do
    check_entry(files, item, form, key, value)
  end
  local hole = M.hole(item.given)
  files:blame(item, hole, "%s: " .. HOLE, name_of(item), hole)
end

--- Read the table of a word: raise what its form does not say. Cost O(fields).
---@param files strata.Files or what has its method `blame`
---@param item strata.Described what the word made
---@param form strata.Form
function M.check(files, item, form)
  if not is_fine(form, item.given) then
    refuse(files, item, form)
  end
end

--- Read the table of a word that may say other fields besides those of its form, which someone else
--- reads: raise a hole, and a field of another kind than its form says.
---@param files strata.Files
---@param item strata.Described where it stands
---@param word string
---@param given any
---@param form strata.Form
function M.check_open(files, item, word, given, form)
  if not M.is_plain(given) then
    files:blame(item, nil, "%s: expected a table, got %s", word, said(given))
  end
  local own = { word = word, given = given, path = item.path, line = item.line }
  for key, value in next, given do
    local kind = form.fields[key]
    if kind and not is_of_kind(kind, value) then
      refuse_value(files, own, key, kind, value)
    end
    check_key(files, own, key)
  end
  local hole = M.hole(given)
  if hole then
    files:blame(own, hole, "%s: " .. HOLE, word, hole)
  end
end

-- -- Lists -------------------------------------------------------------------

--- Whether a table is a list that a file has written, and no word.
---@param value any
---@return boolean
function M.is_plain(value)
  return type(value) == "table" and host.metatable(value) == nil and value.word == nil
end

--- The first item that stands twice, and its second place.
local function doubled(list)
  for place = 2, #list do
    for before = 1, place - 1 do
      if rawequal(list[place], list[before]) then
        return list[place], place
      end
    end
  end
  return nil, nil
end

-- Longer lists are looked through with a table of what was seen.
local SHORT <const> = 8

local function doubled_in_long(list)
  local seen = {}
  for place, item in ipairs(list) do
    if seen[item] then
      return item, place
    end
    seen[item] = true
  end
  return nil, nil
end

local function quoted(item)
  local text = said(item)
  return text:find("'", 1, true) and text or ("'%s'"):format(text)
end

--- What is wrong with a list whose items count once each: the key it is about and a message; nil if
--- nothing is. Cost O(items).
---@param list table
---@param may_repeat? boolean an item may stand there more than once
---@return any key
---@return string|nil message
function M.list_mistake(list, may_repeat)
  local count, last = 0, 0
  for key in next, list do
    if math.type(key) ~= "integer" then
      local form = "in a list '%s' names an item; write items one behind the other"
      return key, form:format(said(key))
    end
    count, last = count + 1, key > last and key or last
  end
  if count ~= last then
    local hole = M.hole(list)
    return hole, HOLE:format(hole)
  end
  local item, place = nil, nil
  if not may_repeat then
    item, place = (count <= SHORT and doubled or doubled_in_long)(list)
  end
  if place then
    return place, ("%s stands there twice; say it once"):format(quoted(item))
  end
  return nil, nil
end

--- Raise what is wrong with a list in a field of a word.
---@param files strata.Files
---@param item strata.Described
---@param field string|integer
---@param list table
---@param may_repeat? boolean
function M.check_list(files, item, field, list, may_repeat)
  local key, message = M.list_mistake(list, may_repeat)
  if message then
    files:blame(item, { field, key }, "%s: %s", field, message)
  end
end

return M
