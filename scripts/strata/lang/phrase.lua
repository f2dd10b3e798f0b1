--- Phrases: the expressions and predicates of card files, checked against a ruleset and kept as
--- text.
---
--- The text is in the grammar of `strata.h`. Values that are known only when an effect starts are
--- written `$target`, `$choice`, `$second_choice` and `$x`.
local pack_file = require("strata.base.pack_file")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")

local M = {}

---@class strata.Phrase
---@field schema strata.Schema
---@field text string in the grammar of strata.h, without the zone
---@field kind "int"|"flag"|"ref"|"sym"|"set"|"pred"|"name" the last: a name that a deed has bound,
--- of a type that is known when rules are frozen
---@field within? string of a predicate: the zone that its entities are in; `:inside` replaces it
---@field said string how a reader would say it
---@field uses table<string, boolean> what it learns when its effect begins; also `it`
local Phrase = { __metatable = false }

--- The methods of phrases, by the kind of the phrase.
local METHODS <const> =
  { pred = {}, int = {}, ref = {}, sym = {}, set = {}, flag = {}, name = {} }

-- -- Errors ------------------------------------------------------------------

--- Raise an error that blames the line of the card file which is being run.
function M.fail(form, ...)
  local path, line = pack_file.place()
  local place = path ~= pack_file.NOWHERE and ("%s:%d: "):format(path, line) or ""
  error(place .. form:format(...), 0)
end

local fail = M.fail

---@return boolean
function M.is(value)
  return host.metatable(value) == Phrase
end

local is_phrase = M.is

local NAMES <const> = {
  pred = "a predicate",
  int = "a number",
  set = "a set",
  ref = "an object",
  sym = "a word",
  flag = "a flag",
  name = "a name that was bound",
}

-- Words that are written without quotes.
local BARE <const> = { attached = true, it = true, target = true, this = true, you = true }

local function described(value)
  if type(value) == "string" then
    local form = BARE[value] and "the text '%s'; write %s without quotes" or "the text '%s'"
    return form:format(value, value)
  end
  local kind = is_phrase(value) and value.kind or type(value)
  return NAMES[kind] or ("a " .. kind)
end

--- Raise an error about a value of the wrong kind. For a boolean the message explains that `==` and
--- `not` make one.
function M.refuse(value, wanted, where)
  if type(value) == "boolean" then
    local form = "%s: a boolean where %s belongs; comparisons are words: e:less_than(2), p & q"
    fail(form, where, wanted)
  end
  fail("%s: expected %s, got %s", where, wanted, described(value))
end

-- -- Making ------------------------------------------------------------------

---@param schema strata.Schema
---@param kind string
---@param text string
---@param said? string the text
---@param uses? table<string, boolean>
---@param within? string a zone
---@return strata.Phrase
function M.new(schema, kind, text, said, uses, within)
  local phrase = { schema = schema, kind = kind, text = text, said = said or text }
  phrase.uses, phrase.within = uses or {}, within
  return setmetatable(phrase, Phrase)
end

local new = M.new

local LEARNT <const> = { "target", "choice", "second_choice", "x", "it", "outer", "live" }

--- The bound words that several phrases use together.
---@param ... strata.Phrase
---@return table<string, boolean>
function M.joined(...)
  local uses = {}
  for _, phrase in ipairs({ ... }) do
    for _, name in ipairs(LEARNT) do
      uses[name] = uses[name] or phrase.uses[name]
    end
  end
  return uses
end

local joined = M.joined

--- The whole text of a phrase, its zone included.
---@param phrase strata.Phrase
---@return string
function M.full(phrase)
  if phrase.within then
    return ("(zone = '%s' and %s)"):format(phrase.within, phrase.text)
  end
  return phrase.text
end

local full = M.full

local WANTED <const> = {
  int = "a number",
  pred = "a predicate",
  ref = "an object",
  sym = "a word",
  flag = "true or false",
}

--- Whether a phrase can stand where one of a kind is wanted; `none` is also a ref.
local function is_near(value, kind)
  local own = value.kind
  local is_nobody = kind == "ref" and value.text == "none"
  return own == kind or own == "name" or (own == "flag" and kind == "pred") or is_nobody
end

--- An entity of a session's game as a phrase; nil for anything else.
local function entity_phrase(schema, value)
  local meta = type(value) == "userdata" and host.metatable(value)
  if meta and meta.__name == "entity" then
    return new(schema, "ref", tostring(value):match("#%d+:%d+$"), tostring(value))
  end
end

--- Converts a number or a phrase to a phrase of the given kind; a bound variable may be of any
--- kind, and a session may give entities. Raises for any other value.
---@param schema strata.Schema
---@param value any
---@param kind string
---@param where string
---@return strata.Phrase
function M.need(schema, value, kind, where)
  if kind == "int" and math.type(value) == "integer" then
    return new(schema, "int", (value < 0 and "(%d)" or "%d"):format(value))
  end
  return is_phrase(value) and is_near(value, kind) and value
    or kind == "ref" and entity_phrase(schema, value)
    or M.refuse(value, WANTED[kind], where)
end

local need = M.need

local function quote(schema, word)
  return ("'%s'"):format(schema:symbol(word))
end

--- The test for a word, from the result of schema:find_word.
local function word_test(schema, prefix, word, found)
  if found.flag then
    return prefix .. found.flag
  elseif found.text then
    return (found.text:gsub("%%", prefix))
  end
  local tests = {}
  for i, attribute in ipairs(found.sets) do
    tests[i] = ("%s%s has %s"):format(prefix, attribute, quote(schema, word))
  end
  return #tests == 1 and tests[1] or ("(%s)"):format(table.concat(tests, " or "))
end

--- All words of a schema that have a test, as a table.
local function words_of(schema)
  return setmetatable({}, {
    __index = function(_, word)
      return schema:find_word(word)
    end,
  })
end

--- The condition that an entity has a word: in a set, as a flag, as an ability, by an adjective.
---@param schema strata.Schema
---@param prefix string "" or "this."
---@param word string|strata.Phrase
---@param where string
---@return string
function M.has_word(schema, prefix, word, where)
  if is_phrase(word) and word.kind == "sym" then
    return ("%s%s has %s"):format(prefix, schema.roles.kinds, word.text)
  elseif type(word) ~= "string" then
    M.refuse(word, "a word", where)
  end
  local found = schema:find_word(word)
  if not found then
    word = pack_file.present(words_of(schema), word)
    found = schema:find_word(word)
  end
  if not found then
    fail("%s: unknown word '%s'%s", where, word, spelling.hint(word, schema:all_words()))
  end
  return word_test(schema, prefix, word, found)
end

local has_word = M.has_word

-- -- Words after a predicate -------------------------------------------------

local pred = METHODS.pred

local function narrowed(phrase, test, said, other)
  local text = ("%s and %s"):format(phrase.text, test)
  local uses = is_phrase(other) and joined(phrase, other) or phrase.uses
  return new(phrase.schema, "pred", text, ("%s %s"):format(phrase.said, said), uses, phrase.within)
end

--- A method of phrases that creates the result for each pair of operands once, because phrases are
--- immutable, and thousands of cards have `each.creature:of(you)`.
local function once(method)
  local made = setmetatable({}, { __mode = "k" })
  return function(self, other)
    made[self] = made[self] or setmetatable({}, { __mode = "k" })
    local known = made[self]
    known[other] = known[other] or method(self, other)
    return known[other]
  end
end

pred.of = once(function(self, who)
  local player = need(self.schema, who, "ref", "of")
  local said = player.said == "you" and "you control" or "of " .. player.said
  local test = ("%s = %s"):format(self.schema.roles.controller, player.text)
  return narrowed(self, test, said, player)
end)

function pred:not_of(who)
  local player = need(self.schema, who, "ref", "not_of")
  local said = player.said == "you" and "your opponents control" or "not of " .. player.said
  local test = ("%s != %s"):format(self.schema.roles.controller, player.text)
  return narrowed(self, test, said, player)
end

function pred:owned_by(who)
  local player = need(self.schema, who, "ref", "owned_by")
  local test = ("%s = %s"):format(self.schema.roles.owner, player.text)
  return narrowed(self, test, "owned by " .. player.said, player)
end

function pred:except(who)
  local other = need(self.schema, who, "ref", "except")
  local test = other.text == "$target" and "not $among" or "it != " .. other.text
  return narrowed(self, test, "other than " .. other.said, other)
end

function pred:being(word)
  local test = has_word(self.schema, "", word, "being")
  return narrowed(self, test, "that is " .. tostring(word), word)
end

function pred:non(word)
  local test = "not " .. has_word(self.schema, "", word, "non")
  return narrowed(self, test, "that is not " .. tostring(word), word)
end

function pred:with(ability)
  local test = self.schema:ability_test("", ability, "with")
  return narrowed(self, test, "with " .. tostring(ability))
end

function pred:without(ability)
  local test = "not " .. self.schema:ability_test("", ability, "without")
  return narrowed(self, test, "without " .. tostring(ability))
end

--- The condition that the entity has no ability (113.12).
function pred:plain()
  return narrowed(self, self.schema.roles.abilities .. " = none", "with no abilities")
end

function pred:any_of(list)
  if not table_reader.is_plain(list) or next(list) == nil then
    M.refuse(list, "a list of words", "any_of")
  end
  local _, message = table_reader.list_mistake(list)
  if message then
    fail("any_of: %s", message)
  end
  local tests = {}
  for i, word in ipairs(list) do
    tests[i] = has_word(self.schema, "", word, "any_of")
  end
  local test = ("(%s)"):format(table.concat(tests, " or "))
  return narrowed(self, test, "that is " .. table.concat(list, " or "))
end

function pred:where(condition)
  local test = need(self.schema, condition, "pred", "where")
  return narrowed(self, ("(%s)"):format(full(test)), "where " .. test.said, test)
end

function pred:inside(zone)
  self.schema:need_zone(zone, "inside")
  local said = ("%s in %s"):format(self.said, zone)
  return new(self.schema, "pred", self.text, said, self.uses, zone)
end

function pred:anywhere()
  return new(self.schema, "pred", self.text, self.said .. " anywhere", self.uses)
end

-- -- Words after numbers, flags, words, sets, objects ------------------------

local function compare(name, operator, words)
  METHODS.int[name] = function(self, value)
    local other = need(self.schema, value, "int", name)
    local text = ("%s %s %s"):format(self.text, operator, other.text)
    local said = ("%s %s %s"):format(self.said, words, other.said)
    return new(self.schema, "pred", text, said, joined(self, other))
  end
end

compare("at_least", ">=", "at least")
compare("at_most", "<=", "at most")
compare("more_than", ">", "more than")
compare("less_than", "<", "less than")
compare("is", "=", "is")
compare("is_not", "!=", "is not")

-- What a bound name is if it is compared with a constant.
local CONSTANTS <const> = { boolean = "flag", string = "sym", number = "int" }

--- The right-hand side of `:is` as text.
local function other_side(self, value, name)
  local kind = self.kind
  if kind == "name" then
    kind = is_phrase(value) and value.kind or CONSTANTS[type(value)]
  end
  if kind == "flag" and type(value) == "boolean" then
    return tostring(value), self
  elseif kind == "sym" and type(value) == "string" then
    if self.text:find("%f[%w_]zone$") then
      self.schema:need_zone(value, name)
    end
    return quote(self.schema, value), self
  end
  local other = need(self.schema, value, kind or "int", name)
  return other.text, other
end

local function equal(name, operator, words)
  local function method(self, value)
    local text, other = other_side(self, value, name)
    local said = ("%s %s %s"):format(self.said, words, tostring(value))
    local whole = ("%s %s %s"):format(self.text, operator, text)
    return new(self.schema, "pred", whole, said, joined(self, other))
  end
  for _, kind in ipairs({ "flag", "ref", "sym", "name" }) do
    METHODS[kind][name] = method
  end
end

equal("is", "=", "is")
equal("is_not", "!=", "is not")

function METHODS.set:has(word)
  local text = ("%s has %s"):format(self.text, quote(self.schema, word))
  return new(self.schema, "pred", text, ("%s has %s"):format(self.said, word), self.uses)
end

local ref = METHODS.ref

function ref:being(word)
  local text = has_word(self.schema, self.text .. ".", word, "being")
  return new(self.schema, "pred", text, ("%s is %s"):format(self.said, tostring(word)), self.uses)
end

function ref:with(ability)
  local text = self.schema:ability_test(self.text .. ".", ability, "with")
  local said = ("%s with %s"):format(self.said, tostring(ability))
  return new(self.schema, "pred", text, said, self.uses)
end

--- The condition that a player controls the entity. "You" is the controller of `this` when an
--- effect starts; a later change of that controller is tested like that of any other entity.
function ref:of(who)
  local player = need(self.schema, who, "ref", "of")
  local controller = self.schema.roles.controller
  local text = ("%s.%s = %s"):format(self.text, controller, player.text)
  if self.text == "this" then
    text = ("count(it = this and %s = %s) >= 1"):format(controller, player.text)
  end
  local said = ("%s controls %s"):format(player.said, self.said)
  return new(self.schema, "pred", text, said, joined(self, player))
end

function ref:counters(kind)
  local attribute = self.schema:counter(kind, "counters")
  local said = ("%s counters on %s"):format(kind, self.said)
  return new(self.schema, "int", ("%s.%s"):format(self.text, attribute), said, self.uses)
end

for _, name in ipairs({ "at_least", "at_most", "more_than", "less_than" }) do
  METHODS.name[name] = METHODS.int[name]
end
for _, name in ipairs({ "being", "with", "counters" }) do
  METHODS.name[name] = ref[name]
end

-- What no expression can read, and what to write for it.
local UNREADABLE <const> = {
  abilities = 'a list of abilities; write :with("flying"), or :without("flying") of a predicate; '
    .. 'borrow("all", who) takes those of others',
  text = "a text, which is neither asked for nor taken from others; declare it as a sym, or write "
    .. "it",
}

local function attribute_of(self, said)
  local name = pack_file.present(self.schema.attributes, said)
  local attribute = self.schema.attributes[name]
  if not attribute then
    fail("unknown attribute '%s'%s", name, spelling.hint(name, self.schema.order))
  end
  local text, advice = ("%s.%s"):format(self.text, name), UNREADABLE[attribute.kind]
  if advice then
    fail("%s of %s is %s", name, self.said, advice)
  end
  return new(self.schema, attribute.kind, text, ("%s's %s"):format(self.said, name), self.uses)
end

--- A value of the game itself, of which there is one: the_game.turn_number. The predicate for it
--- has its numbers and flags; what else it has a condition can ask of `it`.
local function value_of_game(self, said)
  local schema = self.schema
  local name = pack_file.present(schema.attributes, said)
  local attribute = schema.attributes[name]
  local text, words = full(self), ("%s's %s"):format(self.said, name)
  if attribute and attribute.kind == "int" then
    return new(schema, "int", ("sum(%s, %s)"):format(name, text), words)
  elseif attribute and attribute.kind == "flag" then
    return new(schema, "pred", ("count(%s and %s) >= 1"):format(text, name), words)
  elseif attribute then
    local form = "the_game.%s is no number or flag; write exists(the_game:where(it.%s ...))"
    fail(form, name, name)
  end
  return nil
end

-- -- Operators ---------------------------------------------------------------

local function schema_of(a, b)
  return (is_phrase(a) and a or b).schema
end

local function arithmetic(operator)
  return function(a, b)
    local schema = schema_of(a, b)
    a, b = need(schema, a, "int", operator), need(schema, b, "int", operator)
    local text = ("(%s %s %s)"):format(a.text, operator, b.text)
    local said = ("%s %s %s"):format(a.said, operator, b.said)
    return new(schema, "int", text, said, joined(a, b))
  end
end

--- Of `you | each.creature`: an object as the set of it alone; anything else as it is.
local function as_set(value)
  if not is_phrase(value) or value.kind ~= "ref" or value.text == "none" then
    return value
  end
  return new(value.schema, "pred", "it = " .. value.text, value.said, value.uses)
end

--- A function that joins two conditions by `and` or `or`. If both have the same zone, the result
--- keeps it as its zone, so that it can still be replaced. An object joined by `or` is a set.
local function combined(word)
  return function(a, b)
    local schema = schema_of(a, b)
    if word == "or" then
      a, b = as_set(a), as_set(b)
    end
    a, b = need(schema, a, "pred", word), need(schema, b, "pred", word)
    local said = ("%s %s %s"):format(a.said, word, b.said)
    local is_shared = a.within == b.within
    local left, right = is_shared and a.text or full(a), is_shared and b.text or full(b)
    local text = ("(%s %s %s)"):format(left, word, right)
    return new(schema, "pred", text, said, joined(a, b), is_shared and a.within or nil)
  end
end

local function makes_boolean(words)
  return function()
    fail("comparing makes a boolean at once, and no expression; write %s", words)
  end
end

Phrase.__add, Phrase.__sub = arithmetic("+"), arithmetic("-")
Phrase.__mul, Phrase.__idiv = arithmetic("*"), arithmetic("//")
Phrase.__band, Phrase.__bor = combined("and"), combined("or")
Phrase.__lt = makes_boolean(":less_than(...) or :more_than(...)")
Phrase.__le = makes_boolean(":at_most(...) or :at_least(...)")

function Phrase.__div()
  fail("numbers are integers: write a // b, which rounds down")
end

function Phrase.__unm(a)
  local value = need(a.schema, a, "int", "-")
  return new(a.schema, "int", ("(-%s)"):format(value.text), "-" .. value.said, value.uses)
end

function Phrase.__bnot(a)
  local p = need(a.schema, a, "pred", "~")
  return new(a.schema, "pred", ("not (%s)"):format(full(p)), "not " .. p.said, p.uses)
end

function Phrase.__newindex(_, key)
  local form = "words cannot be changed (%s); write it as a field: { %s = ... }"
  fail(form, tostring(key), tostring(key))
end

function Phrase.__call(phrase)
  fail("'%s' takes no arguments", phrase.said)
end

function Phrase.__tostring(phrase)
  return phrase.said
end

-- Fields of other descriptions that phrases do not have: reading them gives nil instead of an
-- error.
local ABSENT <const> = {
  within = true,
  word = true,
  is_bag = true,
  copy = true,
  given = true,
  changes = true,
}

local function method_names(kind)
  local names = {}
  for name in host.sorted_pairs(METHODS[kind]) do
    names[#names + 1] = name
  end
  return names
end

function Phrase.__index(phrase, key)
  if ABSENT[key] or type(key) ~= "string" then
    return nil
  end
  local kind = rawget(phrase, "kind")
  local method = METHODS[kind][key]
  if method then
    return method
  elseif kind == "ref" or kind == "name" then
    return attribute_of(phrase, key)
  elseif rawget(phrase, "text") == rawget(phrase, "schema").data.the_game then
    local value = value_of_game(phrase, key)
    if value then
      return value
    end
  end
  local hint = spelling.hint(key, method_names(kind))
  return fail("no word ':%s' of %s%s", key, described(phrase), hint)
end

return M
