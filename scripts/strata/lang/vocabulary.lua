--- The words of card files. Each word returns a plain description and does nothing else.
local pack_file = require("strata.base.pack_file")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local expr_words = require("strata.lang.expr_words")
local phrase = require("strata.lang.phrase")
local type_words = require("strata.lang.type_words")

local fail, said = phrase.fail, table_reader.said

local M = {}

-- -- Operations --------------------------------------------------------------

---@class strata.Change
---@field op string the engine's operation
---@field value any its operand
---@field said string how a reader would say it
---@field layer? strata.Layer
---@field divisor? integer of "scale"
---@field rounding? "down"|"up" of "scale"
local Change = { __metatable = false }
Change.__index = Change

function Change:at(layer)
  local placed = { op = self.op, value = self.value, said = self.said, layer = layer }
  placed.kind, placed.divisor, placed.rounding = self.kind, self.divisor, self.rounding
  return setmetatable(placed, Change)
end

local function change(op, value, text, kind)
  return setmetatable({ op = op, value = value, said = text, kind = kind }, Change)
end

--- Create an operation, for words that are made of other words.
M.change = change

---@return boolean
function M.is_change(value)
  return host.metatable(value) == Change
end

M.said = said

--- A word for an operation. Changes are immutable, and thousands of cards have add(1), so each
--- number or word has one shared change.
local function operation(op, verb)
  local made = {}
  return function(value, ...)
    local is_plain = math.type(value) == "integer" or type(value) == "string"
    if select("#", ...) > 0 then
      fail("%s: it takes one value, and this has %d; give several words as a list, in braces", verb,
        1 + select("#", ...))
    elseif is_plain and made[value] then
      return made[value]
    elseif value == nil then
      fail("%s: expected what, got nothing", verb)
    end
    local new = change(op, value, ("%s %s"):format(verb, said(value)))
    if is_plain then
      made[value] = new
    end
    return new
  end
end

--- scale(120, 100): so many hundredths, rounded once.
local function scale(value, divisor, rounding)
  if math.type(value) ~= "integer" or math.type(divisor) ~= "integer" then
    fail("scale: expected two numbers, such as scale(120, 100)")
  elseif divisor < 1 then
    fail("scale: expected a divisor of 1 or more, got %d", divisor)
  elseif rounding ~= nil and rounding ~= "down" and rounding ~= "up" then
    fail("scale: expected \"down\" or \"up\", got %s", said(rounding))
  end
  local scaled = change("scale", value, ("scale %d/%d"):format(value, divisor))
  scaled.divisor, scaled.rounding = divisor, rounding
  return scaled
end

local ALL_BUT_MANA <const> = { word = "all but", kind = "mana" }

local function operations()
  local words = {
    set = operation("set", "set"),
    add = operation("add", "add"),
    sub = operation("sub", "sub"),
    mul = operation("mul", "mul"),
    scale = scale,
    at_least = operation("max", "at least"),
    at_most = operation("min", "at most"),
    remove = operation("remove", "remove"),
    grant = operation("add", "grant"),
    lose = operation("remove", "lose"),
    forbid = operation("forbid", "forbid"),
    switch = operation("switch", "switch with"),
    remove_all = change("clear", nil, "remove all"),
    remove_all_but_mana = change("remove", ALL_BUT_MANA, "remove all but mana"),
  }
  function words.borrow(kind, who)
    if not phrase.is(who) or who.kind ~= "pred" then
      phrase.refuse(who, "a predicate", "borrow")
    end
    return change("borrow", who, ("borrow %s of %s"):format(tostring(kind), said(who)), kind)
  end
  function words.substitute(old, new)
    local text = ("read %s as %s"):format(said(old), said(new))
    return change("substitute", { old, new }, text)
  end
  return words
end

-- -- Bags: several changes in one word ---------------------------------------

---@class strata.Bag
---@field word string
---@field changes table[] { attribute, change }
local function bag(word, changes)
  return { word = word, is_bag = true, changes = changes }
end

M.bag = bag

local function copying(of, except)
  local ref = phrase.is(of) and (of.kind == "ref" or of.uses.choice)
  if not ref then
    phrase.refuse(of, "an object (target, choice, this, attached)", "becomes_copy")
  end
  return { word = "becomes_copy", is_bag = true, copy = of, except = except, changes = {} }
end

local function text_change(schema, old, new)
  local words = change("substitute", { old, new }, ("read %s as %s"):format(said(old), said(new)))
  return bag("changes_text", { { schema.roles.kinds, words }, { schema.roles.abilities, words } })
end

-- -- Abilities ---------------------------------------------------------------

--- A word that takes a table, which is checked when the card is compiled.
local function collector(word)
  return function(t)
    if type(t) ~= "table" or phrase.is(t) or t.word then
      fail("%s: expected a table, got %s", word, said(t))
    end
    for key, value in next, t do
      if type(value) == "userdata" then
        t[key] = host.thawed(value) -- a list of a module
      end
    end
    local path, line = pack_file.place()
    return { word = word, kind = word, given = t, path = path, line = line, label = word }
  end
end

--- The word amend "classic:humility" { power = 3 }: a pack's changes to a card of another pack, or
--- to what its files of events and laws declare.
---@return function
function M.amending()
  local collect = collector("amend")
  return function(id)
    if type(id) ~= "string" then
      local form = "amend: expected whose it is and its name as text first, such as "
        .. "\"classic:humility\", got %s"
      fail(form, said(id))
    end
    return function(t)
      local item = collect(t)
      item.target = id
      return item
    end
  end
end

local ABILITIES <const> = {
  "static",
  "defining",
  "spell",
  "activated",
  "triggered",
  "whenever",
  "replacement",
  "enters_as_copy",
}

local function mana(letters)
  if type(letters) ~= "string" then
    phrase.refuse(letters, "mana as text, such as \"G\"", "mana")
  end
  local path, line = pack_file.place()
  local label = "T: add " .. letters
  return { word = "mana", label = label, letters = letters, path = path, line = line }
end

local function as_long_as(condition)
  if not phrase.is(condition) or condition.kind ~= "pred" then
    phrase.refuse(condition, "a condition", "as_long_as")
  end
  return { word = "as_long_as", condition = condition }
end

--- The words of card files that all rules have.
---@param schema strata.Schema
---@return table<string, any>
function M.library(schema)
  local words = expr_words.library(schema)
  for name, word in host.sorted_pairs(operations()) do
    words[name] = word
  end
  for _, name in ipairs(ABILITIES) do
    words[name] = collector(name)
  end
  words.card, words.also = collector("card"), collector("also")
  words.mana, words.as_long_as, words.amend = mana, as_long_as, M.amending()
  words.becomes_copy = copying
  words.changes_text = function(old, new)
    return text_change(schema, old, new)
  end
  words.this_ability = { word = "this_ability", label = "this ability" }
  return words
end

--- All words of card files of a ruleset.
---@param schema strata.Schema
---@return table<string, any>
function M.environment(schema)
  local words = expr_words.add_measures(M.library(schema), schema)
  type_words.add(words, { schema = schema, change = change, bag = bag, said = said })
  return words
end

--- The words of a file of laws.
---@param words table<string, any>
---@return table<string, any>
function M.add_laws(words)
  words.laws = collector("laws")
  words.law = collector("law")
  words.keyword = collector("keyword")
  words.action = collector("action")
  return words
end

--- The words of a file of scenarios.
---@param words table<string, any>
---@return table<string, any>
function M.add_scenario(words)
  words.scenario = collector("scenario")
  words.properties, words.property = collector("properties"), collector("property")
  return words
end

-- Operations whose word on cards differs from the engine's name.
local CALLED <const> = { clear = "remove_all", max = "at_least", min = "at_most" }

--- The words for some operations, for messages: "add, at_least, set".
---@param known table<string, any> by the engine's names
---@return string
function M.operations(known)
  local names = {}
  for _, name in ipairs(spelling.keys(known)) do
    names[#names + 1] = CALLED[name] or name
  end
  table.sort(names)
  return table.concat(names, ", ")
end

return M
