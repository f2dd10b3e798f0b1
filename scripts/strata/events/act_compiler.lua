--- Compiles a list of acts, which are words of packs, to a program: the plain tables that
--- strata.rules reads.
local table_reader = require("strata.base.table_reader")
local control_acts = require("strata.events.control_acts")
local emit_acts = require("strata.events.emit_acts")
local pay_words = require("strata.events.pay_words")
local perform_acts = require("strata.events.perform_acts")
local several = require("strata.events.several")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

---@class strata.Programs
---@field kinds strata.Kinds
---@field made integer how many names it has made up
---@field replaced? table { known, who }: the kind of the event that its acts replace, and as text
--- the object that the event is about, if it names one
---@field bound table<string, string> types of the variables bound by instructions, where known
---@field several? table<string, string[]> names that stand for several objects: their variables
---@field shares? table<string, table> names of what each of several gets: `of`, whose; and `names`
---@field rewrite? fun(text: string): string of what expressions say
---@field started? table<string, fun(self: strata.Programs, item: table, into: table[])> by word:
--- deeds that make something watch for events
local Programs = {}
Programs.__index = Programs

---@param kinds strata.Kinds
---@return strata.Programs
function M.new(kinds)
  return setmetatable({ kinds = kinds, made = 0, bound = {} }, Programs)
end

--- Whether a value is a number, or an expression of one.
---@return boolean
function M.is_number(value)
  local is_int = phrase.is(value) and (value.kind == "int" or value.kind == "name")
  return math.type(value) == "integer" or is_int
end

--- Raise what is wrong with a field of an item, or with what keys lead to.
function Programs:blame(item, field, form, ...)
  self.kinds.files:blame(item, field, form, ...)
end

-- -- Expressions -------------------------------------------------------------

local WANTED <const> = {
  int = "a number",
  flag = "true or false",
  ref = "an object",
  sym = "a word",
  pred = "a condition",
  any = "a value",
}

local CONSTANTS <const> = { int = "integer", flag = "boolean", sym = "string" }

local function is_of_kind(value, kind)
  local own = value.kind
  if own == kind or own == "name" or kind == "any" then
    return own ~= "set"
  elseif value.text == "none" then
    return kind == "ref" or kind == "sym"
  end
  return (own == "pred" and kind == "flag") or (own == "flag" and kind == "pred")
end

--- The text of a constant of a type; nil if it is none.
local function constant(self, value, kind)
  local own = math.type(value) or type(value)
  local is_fit = CONSTANTS[kind] == own
  if kind == "any" then
    is_fit = own == "integer" or own == "boolean" or own == "string"
  end
  if not is_fit then
    return nil
  elseif own ~= "string" then
    return tostring(value)
  end
  return ("'%s'"):format(self.kinds.schema:symbol(value))
end

local function said_by(self, value, kind)
  local said = self:rewritten(value.kind == "pred" and phrase.full(value) or value.text)
  return kind == "pred" and self:any_of(said) or said
end

local mistaken

--- A value of a type as text in the grammar of `strata.h`. Blames the field for anything else.
---@param item strata.Described
---@param field string|integer
---@param value any
---@param kind "int"|"flag"|"ref"|"sym"|"pred"|"any"
---@return string
function Programs:text(item, field, value, kind)
  local text
  if phrase.is(value) then
    text = is_of_kind(value, kind) and said_by(self, value, kind)
  elseif field == "card" and type(value) == "string" then
    text = self.kinds:card(value, item)
  elseif field == "link" and type(value) == "string" then
    local by = { use = "made", item = item, field = field }
    text = self.kinds.schema:link(value, by, function(form, ...)
      self:blame(item, field, "link: " .. form, ...)
    end)
  else
    text = constant(self, value, kind)
  end
  return text or mistaken(self, item, field, value, kind)
end

--- Raise that a value is not of the type that a field wants.
function mistaken(self, item, field, value, kind)
  local got = vocabulary.said(value)
  if type(value) == "boolean" then
    got = "a boolean; comparisons are words: e:less_than(2)"
  end
  local name = item.word == "act" and item.kind or item.word
  return self:blame(item, field, "%s: %s: expected %s, got %s", name, field, WANTED[kind], got)
end

--- A condition as text, nil if there is none.
---@return string|nil
function Programs:condition(item, field, value)
  if value == nil then
    return nil
  end
  return self:text(item, field, value, "pred")
end

--- The object of an act, which stands first in its list: a predicate or an entity.
---@return string text
function Programs:who_of(item)
  local who = item.given[1]
  local is_who = phrase.is(who) and (who.kind == "pred" or who.kind == "ref" or who.kind == "name")
  if not is_who then
    local form = "%s: expected whom it is about first in its list, got %s"
    self:blame(item, 1, form, item.kind, vocabulary.said(who))
  end
  local text = self:text(item, 1, who, who.kind == "pred" and "pred" or "ref")
  return self:any_of(text) or text
end

-- -- Names that stand for several ----------------------------------------------

--- A name that stands for the objects of several variables, of which some may be none.
---@param name string
---@param names string[]
function Programs:bind_several(name, names)
  self.several = self.several or {}
  self.several[name] = names
end

--- A name that stands for a number of each of several objects.
---@param name string
---@param of string the name of the objects
---@param names string[]
function Programs:bind_shares(name, of, names)
  self.shares = self.shares or {}
  self.shares[name] = { of = of, names = names }
end

--- What an expression says, with names that stand for several in their places.
---@param text string
---@return string
function Programs:rewritten(text)
  text = self.several and several.in_condition(self.several, text) or text
  return self.rewrite and self.rewrite(text) or text
end

--- The condition of being one of several; nil for a text that does not stand for several.
---@param text string
---@return string|nil
function Programs:any_of(text)
  return self.several and several.any_of(self.several, text)
end

--- The condition of being an object, or one of several.
---@param text string
---@return string
function Programs:is_among(text)
  return self:any_of(text) or "it = " .. text
end

--- A variable that an act binds, with the type of its value if that is known.
---@return string|nil
function Programs:name_of(item, field, kind)
  local name = item.given[field]
  if name ~= nil and (type(name) ~= "string" or not name:match("^[%l_][%l%d_]*$")) then
    local form = "%s: %s: expected a name of lower-case letters, digits and _, got %s"
    self:blame(item, field, form, item.kind, field, vocabulary.said(name))
  end
  if name ~= nil then
    self.bound[name] = kind
  end
  return name
end

--- Refuse what the form of an act does not say.
---@param item strata.Described
---@param form strata.Form
function Programs:check(item, form)
  table_reader.check(self.kinds.files, item, form)
end

-- -- Acts --------------------------------------------------------------------

-- Functions that append the instructions of an act, by its word.
local WRITERS <const> = { act = emit_acts.act, pays = pay_words.pays }
for _, writers in ipairs({ control_acts, perform_acts }) do
  for word, write in host.sorted_pairs(writers) do
    WRITERS[word] = write
  end
end

--- What watches for events when an act starts it.
M.STARTS = {
  cant = true,
  more = true,
  never = true,
  prevent = true,
  redirect = true,
  replace = true,
}

--- The function that appends the instructions of an act, by its word; nil for any other word.
local function writer_of(self, deed)
  local word = type(deed) == "table" and not phrase.is(deed) and deed.word or ""
  return WRITERS[word] or (self.started and self.started[word])
end

--- Raise that something in a list is no act.
local function not_written(self, item, field, place, deed)
  local form, got = "%s: in place %d of its list expected an act, got %s", vocabulary.said(deed)
  local can_start = self.started and type(deed) == "table" and M.STARTS[deed.word]
  if can_start then
    got = ("%s; an act that begins it is start { %s }"):format(got, got)
  elseif type(deed) == "table" and deed.word == "mana" then
    got = got .. "; mana(...) is an ability of its own, and stands in the list of the card"
  end
  local where = field and { field, place } or place
  return self:blame(item, where, form, field or item.word, place, got)
end

--- The last place of a list of acts, which have no names.
local function last_place(self, item, field, list)
  local last = 0
  for key in host.sorted_pairs(list) do
    if math.type(key) ~= "integer" then
      local form = "%s: in a list of acts '%s' names one; write it without that, one act after the"
        .. " other"
      local where = field and { field, key } or nil
      self:blame(item, where, form, field or item.word, tostring(key))
    end
    last = math.max(last, key)
  end
  return last
end

--- Deeds of a list of words, or of one of them.
---@param item strata.Described in whose field they stand
---@param field string|nil
---@param list any
---@return table[] as strata.rules reads them
function Programs:deeds(item, field, list)
  if type(list) == "table" and list.word then
    list = { list }
  end
  if type(list) ~= "table" or phrase.is(list) then
    local got = type(list) == "string" and ("the text '%s'"):format(list) or vocabulary.said(list)
    local form = "%s: expected an act or a list of acts, such as draw { ... }, got %s"
    self:blame(item, field, form, field, got)
  end
  local into, last = {}, last_place(self, item, field, list)
  for place = 1, last do
    local deed = list[place]
    local write = writer_of(self, deed) or not_written(self, item, field, place, deed)
    write(self, deed, into)
  end
  return into
end

return M
