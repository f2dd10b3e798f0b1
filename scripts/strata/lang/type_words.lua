--- Words that change several sets of words at once, as rulesets declare them in `type_words`: card
--- types and subtypes (205, 305).
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")

local fail = phrase.fail

local M = {}

-- -- What may be said --------------------------------------------------------

--- A list of words of a set, checked: "elf", { "elf", "goblin" }.
local function need_words(schema, attribute, value, where)
  local list = type(value) == "string" and { value } or value
  if not table_reader.is_plain(list) then
    return phrase.refuse(value, "a word or a list of words", where)
  end
  local _, message = table_reader.list_mistake(list)
  if message then
    fail("%s: %s", where, message)
  end
  local known = schema.attributes[attribute].words
  for _, word in ipairs(list) do
    if type(word) ~= "string" then
      phrase.refuse(word, "a word", where)
    end
    if not known[word] then
      local hint = spelling.hint(word, schema:family(attribute))
      fail("%s: '%s' is no word of %s%s", where, word, attribute, hint)
    end
  end
  return list
end

--- Words of a set, or an expression whose value is one: a choice.
local function words_or_choice(schema, attribute, value, where)
  return phrase.is(value) and value or need_words(schema, attribute, value, where)
end

--- What stands for the file: these words are read while it runs, so its line is where it is.
local RUNNING <const> = {
  blame = function(_, _, _, form, ...)
    fail(form, ...)
  end,
}

local function check_options(word, t)
  if not table_reader.is_plain(t) then
    phrase.refuse(t, "a table", word.name)
  end
  table_reader.check(RUNNING, { word = word.name, given = t }, word.form)
end

-- -- Families ----------------------------------------------------------------

--- The families of words that belong to a word of a set.
local function families_of(schema, attribute, word)
  local families = (schema.data.families_of or {})[attribute] or {}
  return families[word] or { word }
end

local function words_of_families(schema, attribute, families)
  local list = {}
  for _, family in ipairs(families) do
    for _, word in ipairs(schema:family(attribute, family)) do
      list[#list + 1] = word
    end
  end
  return list
end

--- The words of families that an object loses as its types become these: those that belong to none
--- of them (205.1a), and those of families that a new type never keeps.
local function lost_words(schema, word, attribute, types)
  local kept = {}
  for _, each in ipairs(types) do
    for _, family in ipairs(families_of(schema, word.of, each)) do
      kept[family] = true
    end
  end
  for _, family in ipairs(word.loses or {}) do
    kept[family] = nil
  end
  return schema:family_except(attribute, kept)
end

-- -- Changes -----------------------------------------------------------------

---@class strata.TypeWords
---@field schema strata.Schema
---@field change fun(op: string, value: any, said: string): strata.Change
---@field bag fun(word: string, changes: table[]): strata.Bag
---@field said fun(value: any): string

---@class strata.TypeWord what the rules say of a word in `type_words`
---@field name string
---@field does string see DOES
---@field of string a set attribute
---@field families? string[] of this set
---@field with? string a word of the set that an object gets besides
---@field takes? string[] attributes of which it may be said what they become
---@field loses? string[] families that no new type keeps
---@field gives? string the set attribute whose families belong to words of this set
---@field strips? string the object loses its printed abilities, in the layer that sets this (305.7)
---@field form? table the fields that it takes

local function operate(maker, op, value)
  return maker.change(op, value, ("%s %s"):format(op, maker.said(value)))
end

--- The words of its set that an object becomes.
local function types_of(maker, word, t)
  local given = t[word.of]
  if given == nil and not word.with then
    fail("%s: which %s? say %s = { ... }", word.name, word.of, word.of)
  end
  local list = { word.with }
  local where = ("%s: %s"):format(word.name, word.of)
  for _, each in ipairs(need_words(maker.schema, word.of, given or {}, where)) do
    list[#list + 1] = each ~= word.with and each or nil
  end
  return list
end

local function add_change(changes, attribute, change)
  changes[#changes + 1] = { attribute, change }
end

--- What a set whose words belong to types by their families becomes.
local function add_belonging(maker, word, changes, attribute, new, types)
  if word.does == "become" then
    local lost = lost_words(maker.schema, word, attribute, types)
    add_change(changes, attribute, maker.change("remove", lost, "remove other " .. attribute))
  end
  if #new > 0 then
    add_change(changes, attribute, operate(maker, "add", new))
  end
end

--- What an attribute besides the types becomes.
local function add_taken(maker, word, changes, attribute, t, types)
  local schema, value = maker.schema, t[attribute]
  local op, has_families = "set", (schema.data.families or {})[attribute] ~= nil
  if schema.attributes[attribute].kind == "set" then
    local where = ("%s: %s"):format(word.name, attribute)
    value = need_words(schema, attribute, value or {}, where)
    op = word.does == "become" and "set" or "add"
  end
  if has_families then
    add_belonging(maker, word, changes, attribute, value, types)
  elseif t[attribute] ~= nil then
    add_change(changes, attribute, operate(maker, op, value))
  end
end

--- Set or add words of a set, with what belongs to them.
local function become(maker, word)
  return function(t)
    check_options(word, t)
    local types = types_of(maker, word, t)
    local changes = {}
    add_change(changes, word.of, operate(maker, word.does == "become" and "set" or "add", types))
    for _, attribute in ipairs(word.takes or {}) do
      if attribute ~= word.of then
        add_taken(maker, word, changes, attribute, t, types)
      end
    end
    return maker.bag(word.name, changes)
  end
end

--- A family as it is said: "basic land".
local function said_family(family)
  return (family:gsub("_", " "))
end

-- -- The words ---------------------------------------------------------------

--- Set the words of some families, and keep all others.
local function set(maker, word)
  return function(value)
    local schema, families = maker.schema, word.families
    local new = words_or_choice(schema, word.of, value, word.name)
    local old = words_of_families(schema, word.of, families)
    local said = ("remove %s of %s"):format(word.of, said_family(families[1]))
    local changes = { { word.of, maker.change("remove", old, said) } }
    add_change(changes, word.of, operate(maker, "add", new))
    if word.strips then
      local strip = maker.change("strip", nil, "lose what is printed")
      strip.layer = schema:layer(word.strips, "set")
      add_change(changes, schema.roles.abilities, strip)
    end
    return maker.bag(word.name, changes)
  end
end

--- Give words of a set.
local function give(maker, word)
  return function(value)
    local new = words_or_choice(maker.schema, word.of, value, word.name)
    return maker.bag(word.name, { { word.of, operate(maker, "add", new) } })
  end
end

--- Give all words of some families.
local function give_all(maker, word)
  local all = words_of_families(maker.schema, word.of, word.families)
  local said = ("add all %s of %s"):format(word.of, said_family(word.families[1]))
  return maker.bag(word.name, { { word.of, maker.change("add", all, said) } })
end

--- The words of some families.
local function list(maker, word)
  return words_of_families(maker.schema, word.of, word.families)
end

--- The words that belong to a word of a set (205.3).
local function list_of(maker, word)
  return function(value)
    local schema = maker.schema
    need_words(schema, word.of, value, word.name)
    return words_of_families(schema, word.gives, families_of(schema, word.of, value))
  end
end

---@class strata.TypeDeed what a word can do
---@field make fun(maker: strata.TypeWords, word: strata.TypeWord): any what the word is, or makes
---@field needs? string a field without which it does nothing
---@field may? table<string, true> fields that can stand beside it

--- By what a word does; each has `does` and `of` besides.
---@type table<string, strata.TypeDeed>
M.DOES = {
  add = { make = become, may = { takes = true, with = true } },
  become = { make = become, may = { loses = true, takes = true, with = true } },
  give = { make = give },
  give_all = { make = give_all, needs = "families" },
  list = { make = list, needs = "families" },
  list_of = { make = list_of, needs = "gives" },
  set = { make = set, needs = "families", may = { strips = true } },
}

--- Add the words that the rules declare to a table.
---@param words table<string, any>
---@param maker strata.TypeWords
function M.add(words, maker)
  local attributes = maker.schema.attributes
  for name, said in host.sorted_pairs(maker.schema.data.type_words or {}) do
    local word, fields = lists.copied(said), {}
    word.name, word.takes = name, {}
    for _, attribute in ipairs(said.takes or {}) do
      word.takes[#word.takes + 1] = attributes[attribute] and attribute
      fields[attribute] = true
    end
    word.form = table_reader.form(0, fields)
    words[name] = M.DOES[said.does].make(maker, word)
  end
end

return M
