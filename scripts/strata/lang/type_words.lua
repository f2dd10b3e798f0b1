--- Words about card types and subtypes, for rulesets that have them (205, 305).
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
local function words_or_choice(schema, value, where)
  return phrase.is(value) and value or need_words(schema, "subtypes", value, where)
end

local TYPES <const> = table_reader.form(
  0,
  { colors = true, power = true, subtypes = true, toughness = true, types = true }
)

--- What stands for the file: these words are read while it runs, so its line is where it is.
local RUNNING <const> = {
  blame = function(_, _, _, form, ...)
    fail(form, ...)
  end,
}

local function check_options(where, t)
  if not table_reader.is_plain(t) then
    phrase.refuse(t, "a table", where)
  end
  table_reader.check(RUNNING, { word = where, given = t }, TYPES)
end

-- -- Families ----------------------------------------------------------------

local function families_of(schema, card_type)
  local families = schema.data.families_of and schema.data.families_of.types or {}
  return families[card_type] or { card_type }
end

local function words_of_families(schema, families)
  local list = {}
  for _, family in ipairs(families) do
    for _, word in ipairs(schema:family("subtypes", family)) do
      list[#list + 1] = word
    end
  end
  return list
end

--- The subtypes that an object loses when its card types become these: subtypes that belong to none
--- of them (205.1a), and creature types.
local function lost_subtypes(schema, types)
  local kept = {}
  for _, card_type in ipairs(types) do
    for _, family in ipairs(families_of(schema, card_type)) do
      kept[family] = true
    end
  end
  kept.creature = nil
  return schema:family_except("subtypes", kept)
end

-- -- Changes -----------------------------------------------------------------

---@class strata.TypeWords
---@field schema strata.Schema
---@field change fun(op: string, value: any, said: string): strata.Change
---@field bag fun(word: string, changes: table[]): strata.Bag
---@field said fun(value: any): string

local function operate(maker, op, value)
  return maker.change(op, value, ("%s %s"):format(op, maker.said(value)))
end

local function add_numbers(maker, changes, t)
  for _, name in ipairs({ "power", "toughness" }) do
    if t[name] ~= nil then
      changes[#changes + 1] = { name, operate(maker, "set", t[name]) }
    end
  end
end

--- Set the card types. The object loses subtypes that belong to none of them (205.1a).
local function becomes(maker, where, t, types)
  local schema = maker.schema
  local list = need_words(schema, "types", types, where .. ": types")
  local new = need_words(schema, "subtypes", t.subtypes or {}, where .. ": subtypes")
  local lost = lost_subtypes(schema, list)
  local changes = {
    { "types", operate(maker, "set", list) },
    { "subtypes", maker.change("remove", lost, "remove other subtypes") },
  }
  if #new > 0 then
    changes[#changes + 1] = { "subtypes", operate(maker, "add", new) }
  end
  if t.colors then
    local colors = need_words(schema, "colors", t.colors, where .. ": colors")
    changes[#changes + 1] = { "colors", operate(maker, "set", colors) }
  end
  add_numbers(maker, changes, t)
  return maker.bag(where, changes)
end

local function with_creature(maker, where, types)
  local list = { "creature" }
  for _, card_type in ipairs(need_words(maker.schema, "types", types or {}, where .. ": types")) do
    list[#list + 1] = card_type ~= "creature" and card_type or nil
  end
  return list
end

-- -- The words ---------------------------------------------------------------

local WORDS <const> = {}

--- Set the creature types, and keep all other subtypes.
function WORDS.set_creature_types(maker, value)
  local new = words_or_choice(maker.schema, value, "set_creature_types")
  local all = maker.schema:family("subtypes", "creature")
  return maker.bag("set_creature_types", {
    { "subtypes", maker.change("remove", all, "remove creature types") },
    { "subtypes", operate(maker, "add", new) },
  })
end

--- Set the basic land types. The object loses its printed abilities (305.7).
function WORDS.becomes_basic_land(maker, value)
  local schema = maker.schema
  local new = words_or_choice(schema, value, "becomes_basic_land")
  local lands = words_of_families(schema, families_of(schema, "land"))
  local strip = maker.change("strip", nil, "lose what is printed")
  strip.layer = schema:layer("types", "set")
  return maker.bag("becomes_basic_land", {
    { "subtypes", maker.change("remove", lands, "remove land types") },
    { "subtypes", operate(maker, "add", new) },
    { schema.roles.abilities, strip },
  })
end

function WORDS.also_basic_land(maker, value)
  local new = words_or_choice(maker.schema, value, "also_basic_land")
  return maker.bag("also_basic_land", { { "subtypes", operate(maker, "add", new) } })
end

function WORDS.becomes(maker, t)
  check_options("becomes", t)
  if t.types == nil then
    fail("becomes: which types? say types = { ... }")
  end
  return becomes(maker, "becomes", t, t.types)
end

function WORDS.becomes_creature(maker, t)
  check_options("becomes_creature", t)
  return becomes(maker, "becomes_creature", t, with_creature(maker, "becomes_creature", t.types))
end

--- Make an object a creature in addition to its other types (205.1b).
function WORDS.also_creature(maker, t)
  check_options("also_creature", t)
  local types = with_creature(maker, "also_creature", t.types)
  local changes = { { "types", operate(maker, "add", types) } }
  for _, name in ipairs({ "subtypes", "colors" }) do
    if t[name] then
      local new = need_words(maker.schema, name, t[name], "also_creature: " .. name)
      changes[#changes + 1] = { name, operate(maker, "add", new) }
    end
  end
  add_numbers(maker, changes, t)
  return maker.bag("also_creature", changes)
end

--- The subtypes that belong to a card type (205.3).
function WORDS.subtypes_of(maker, card_type)
  need_words(maker.schema, "types", card_type, "subtypes_of")
  return words_of_families(maker.schema, families_of(maker.schema, card_type))
end

local function all_of(maker, word, family, said)
  local all = maker.schema:family("subtypes", family)
  return maker.bag(word, { { "subtypes", maker.change("add", all, said) } })
end

--- Add the words to a table, if the rules have types, and subtypes with families.
---@param words table<string, any>
---@param maker strata.TypeWords
function M.add(words, maker)
  local schema = maker.schema
  local families = schema.data.families and schema.data.families.subtypes
  if not families or not schema.attributes.types then
    return
  end
  for name, make in host.sorted_pairs(WORDS) do
    words[name] = function(...)
      return make(maker, ...)
    end
  end
  words.all_creature_types =
    all_of(maker, "all_creature_types", "creature", "add every creature type")
  words.all_basic_land_types =
    all_of(maker, "all_basic_land_types", "basic_land", "add every basic land type")
  words.creature_types = schema:family("subtypes", "creature")
end

return M
