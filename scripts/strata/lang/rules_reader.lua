--- The reader of a pack's rules: what each section of `ruleset` and `extend` may hold, down to the
--- last table.
---
--- Each node below describes a value: a plain value by the name of its kind, and tables by
--- functions. What stands in the sections that the engine reads itself (the options of attributes,
--- zones, groups) the engine checks; its message is placed by ruleset_errors.lua.
local file_outline = require("strata.base.file_outline")
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")

local M = {}

local said = table_reader.said

---@class strata.RulesReader
---@field files strata.Files
---@field path string
---@field keys (string|integer)[] that lead to the value which is read
local Reader = {}
Reader.__index = Reader

--- Raise a message about the value that is read, or about a key of it.
function Reader:blame(key, form, ...)
  local keys = table.move(self.keys, 1, #self.keys, 1, {})
  keys[#keys + 1] = key
  local outline = self.files:outline(self.path)
  local line = file_outline.nested_line(outline, keys)
  local named = {}
  for i, each in ipairs(self.keys) do
    named[i] = type(each) == "string" and each or ("in place %d"):format(each)
  end
  local where = #named > 0 and table.concat(named, ": ") .. ": " or self.word .. ": "
  error(self.files:message(self.path, line, where .. form:format(...)), 0)
end

function Reader:expected(what, value)
  self:blame(nil, "expected %s, got %s", what, said(value))
end

--- Read what a key holds.
function Reader:read(node, key, value)
  self.keys[#self.keys + 1] = key
  node(self, value)
  self.keys[#self.keys] = nil
end

-- -- Plain values ------------------------------------------------------------

local function plain(kind, what)
  return function(reader, value)
    if (math.type(value) or type(value)) ~= kind or value == "" then
      reader:expected(what, value)
    end
  end
end

local name, text = plain("string", "a name"), plain("string", "a text")
local any_text = function(reader, value)
  if type(value) ~= "string" then
    reader:expected("a text", value)
  end
end
local flag = plain("boolean", "true or false")

local function layer(reader, value)
  local is_layer = type(value) == "string" or math.type(value) == "integer"
  if not is_layer then
    reader:expected("a layer", value)
  end
end

--- A value that a word stands for, or an attribute is set to.
local function constant(reader, value)
  local kind = math.type(value) or type(value)
  if kind ~= "integer" and kind ~= "string" and kind ~= "boolean" then
    reader:expected("a number, a text, true or false", value)
  end
end

local function numbers(reader, value)
  if value ~= "numbers" then
    reader:expected('"numbers", or a list of layers', value)
  end
end

-- -- Tables ------------------------------------------------------------------

--- A list, whose items count once each.
local function list(node, what)
  return function(reader, value)
    if not table_reader.is_plain(value) then
      reader:expected("a list of " .. what, value)
    end
    local key, message = table_reader.list_mistake(value)
    if message then
      reader:blame(key, "%s", message)
    end
    for place, item in ipairs(value) do
      reader:read(node, place, item)
    end
  end
end

local names = list(name, "names")

--- Values by name.
local function map(node, what)
  return function(reader, value)
    if not table_reader.is_plain(value) then
      reader:expected(what, value)
    end
    for key, item in host.sorted_pairs(value) do
      if type(key) ~= "string" then
        reader:blame(key, "in place %s of its list is %s; say it by name, as in %s", said(key),
          said(item), what)
      end
      reader:read(node, key, item)
    end
  end
end

--- Refuse a list in which something is nil.
local function refuse_hole(reader, value)
  local hole = table_reader.hole(value)
  if hole then
    reader:blame(hole, table_reader.HOLE, hole)
  end
end

--- A table with certain fields, and items of a list where `item` is given.
local function record(fields, what, item)
  return function(reader, value)
    if not table_reader.is_plain(value) then
      reader:expected(what, value)
    end
    for key, held in host.sorted_pairs(value) do
      local node = math.type(key) == "integer" and item or fields[key]
      if not node then
        local hint = spelling.hint(said(key), spelling.keys(fields))
        reader:blame(key, "no field '%s'%s", said(key), hint)
      end
      reader:read(node, key, held)
    end
    refuse_hole(reader, value)
  end
end

--- A table, or another value.
local function either(node, other)
  return function(reader, value)
    return (type(value) == "table" and other or node)(reader, value)
  end
end

local function not_empty(node, what)
  return function(reader, value)
    node(reader, value)
    if next(value) == nil then
      reader:expected(what, value)
    end
  end
end

-- -- Sections ----------------------------------------------------------------

-- What Lua keeps for itself: `end = 3` is no field.
local LUA <const> = lists.set_of({
  "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
  "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
})

M.LUA = LUA

-- What files of words use for themselves: it.kind, { word = ... } and each.creature:with("flying")
-- are something else than an attribute.
local OURS <const> = lists.set_of({
  "abstract", "being", "changes", "copy", "counters", "given", "is_bag", "kind", "like", "said",
  "schema", "text", "uses", "with", "within", "word",
})

--- Whether a name can be that of an attribute, which files write as a field and a word.
---@param value string
---@return string|nil problem
function M.name_problem(value)
  if LUA[value] then
    return ("'%s' is a word of Lua, so no file could write it; take another name"):format(value)
  elseif OURS[value] then
    return ("files of cards use '%s' for something else, so none could read it; take another name")
      :format(value)
  elseif not value:find("^[%a_][%w_]*$") then
    local slug = value:gsub("[^%w]+", "_"):gsub("^[%d_]+", "")
    local hint = slug ~= "" and ("; write '%s'"):format(slug) or ""
    return ("'%s' is no name: it has letters, digits and _%s"):format(value, hint)
  end
  return nil
end

--- The words of a set behind its type, or added to it by another pack.
local function attribute(reader, value)
  local problem = M.name_problem(reader.keys[#reader.keys])
  if problem then
    reader:blame(nil, "%s", problem)
  elseif type(value) == "string" then
    return
  elseif not table_reader.is_plain(value) then
    reader:expected('a type, as in "int" or { "int", min = 0 }', value)
  end
  local words = {}
  for key, item in host.sorted_pairs(value) do
    if math.type(key) == "integer" then
      words[key] = item
    end
  end
  names(reader, words)
end

--- A record whose list begins with its name.
local function named(node, what)
  return function(reader, value)
    node(reader, value)
    if type(value) == "table" and value[1] == nil then
      reader:expected(what, value)
    end
  end
end

--- Names, some of them by another name: { "count", on = "host" }.
local function taken(reader, value)
  if not table_reader.is_plain(value) then
    reader:expected('names of fields, as { "count", on = "host" }', value)
  end
  for key, item in host.sorted_pairs(value) do
    reader:read(name, key, item)
  end
  refuse_hole(reader, value)
end

local FIRST <const> = '{ event = "be_blocked", who = "on", count = "count" }'
local STEP <const> = '{ event = "draw", takes = { "count" } }'
local step = record({
  event = name,
  first = record({ count = name, event = name, who = name }, FIRST),
  from = name,
  leaves = text,
  needs = names,
  of = name,
  often = plain("integer", "a number"),
  rows = names,
  same = flag,
  takes = taken,
  to = name,
  when = text,
  without = either(name, names),
  with = map(constant, "{ count = 1 }"),
  writes = map(constant, "{ tapped = true }"),
}, STEP)

local PARTS <const> = '{ "pt", "set", "modify" }'
local layer_record = named(record({ after = name, before = name }, PARTS, name), PARTS)

local UPKEEP <const> = '{ "upkeep", begins = { "upkeep" } }'
local MOMENT <const> = { begins = names, ends = names, resets = map(constant, "{ damage = 0 }") }
local clocks = named(record(MOMENT, UPKEEP, name), UPKEEP)

local LINE <const> = '{ events = "draw" }'
local SIZE <const> = '{ "power", "toughness", being = "creature" }'

local TYPE_WORD <const> = '{ does = "give", of = "kinds" }'
local type_word = record({
  does = name, families = not_empty(names, '{ "elf" }'), gives = name, loses = names, of = name,
  strips = name, takes = names, with = name, without = either(name, names),
}, TYPE_WORD)

local MEASURE <const> = '{ text = "%1.power - %2.power" }'

local SECTIONS <const> = {
  as_of = name,
  layers = either(numbers, list(either(name, layer_record), "layers")),
  order = name,
  copiable_after = layer,
  attributes = map(attribute, '{ power = "int" }'),
  families = map(map(names, '{ creature = { "elf" } }'), '{ subtypes = { ... } }'),
  keywords = names,
  counters = names,
  keyword_counters = names,
  symbols = names,
  zones = map(map(flag, "{ shared = true }"), "{ field = { shared = true } }"),
  scripts_see = name,
  face_down = name,
  clocks = names,
  groups = function(reader, value)
    return plain("table", "groups")(reader, value)
  end,
  default_layers = map(either(layer, map(layer, '{ add = "pt.modify" }')), '{ add = "all" }'),
  copy_layer = layer,
  face_down_layer = layer,
  base_layer = layer,
  home = name,
  nouns = map(
    not_empty(
      record({ zone = name, where = text }, '{ zone = "name" } or { where = "condition" }'),
      '{ zone = "name" } or { where = "condition" }'
    ),
    '{ player = { where = "seat > 0" } }'
  ),
  the_game = text,
  adjectives = map(text, '{ tiny = "%size < 2" }'),
  names = map(constant, "{ most = 7 }"),
  roles = record({ abilities = name, active = name, attached = name, chosen = name,
    chosen_player = name, controller = name, kinds = name, left = name, name = name,
    next_player = name, owner = name, seat = name, token = name },
    '{ controller = "controller" }'),
  steps = map(not_empty(step, STEP), "{ draw = " .. STEP .. " }"),
  starting = map(constant, "{ points = 0 }"),
  spells = record({ from = names, to = name }, '{ from = { "hand" }, to = "pile" }'),
  lines = map(record({ bottom = name, events = name, happened = name, is = name, is_not = name,
    number = name, top = name }, LINE), "{ [\"draws(WHO) = N\"] = " .. LINE .. " }"),
  sizes = map(record({ being = name }, SIZE, name), "{ pt = " .. SIZE .. " }"),
  type_words = map(not_empty(type_word, TYPE_WORD), "{ give_kind = " .. TYPE_WORD .. " }"),
  measures = map(not_empty(record({ said = text, text = text }, MEASURE), MEASURE),
    "{ gap = " .. MEASURE .. " }"),
  costs = record({ colors = name, counters = name, more = name, pips = text,
    symbols = map(any_text, '{ W = "white" }'), text = name, used = name, value = name },
    '{ value = "mana_value" }'),
  durations = map(record({ clock = name, next = flag, of = name, past = name,
    while_source = flag }, '{ clock = "name" }'), '{ turn = { clock = "turn" } }'),
  phases = list(clocks, "phases"),
  turn = record({
    acts = name,
    begins = names,
    ends = names,
    of_players = map(constant, "{ drawn = 0 }"),
    resets = map(constant, "{ damage = 0 }"),
  }, '{ ends = { "turn" } }'),
  players = plain("integer", "a number"),
  seats = names,
  actions = not_empty(
    record({ activated = text, mana = text, spell = text }, '{ activated = "condition" }'),
    '{ activated = "condition" }'),
  families_of = map(map(names, '{ land = { "land" } }'), "{ types = { ... } }"),
  faces = record({ flag = name, value = name }, '{ flag = "transformed", value = "front_value" }'),
  links = record({ holder = name, name = name }, '{ holder = "linked_to", name = "linked_as" }'),
  enters_with = list(record({ as_many_as = name, being = name, counters = name },
    '{ being = "ship", counters = "fuel", as_many_as = "tank" }'), "counters of what enters"),
  replacement_classes = names,
  for_others = names,
}

M.fields = SECTIONS

local all = record(SECTIONS, "sections of the rules")

--- What another way to play changes: any section but `variants` itself.
SECTIONS.variants = map(function(reader, value)
  return all(reader, value)
end, "{ short = { ... } }")

--- Read a part of the rules: raise what does not belong there.
---@param files strata.Files
---@param part table { word, data, path }
function M.check(files, part)
  local reader = { files = files, path = part.path, word = part.word, keys = {} }
  all(setmetatable(reader, Reader), part.data)
end

return M
