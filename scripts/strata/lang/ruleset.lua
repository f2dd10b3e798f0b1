--- A ruleset: the contents of a pack's rules.lua, validated, merged with the extensions of other
--- packs, and queried.
local pack_file = require("strata.base.pack_file")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local former_rules = require("strata.lang.former_rules")
local phrase = require("strata.lang.phrase")

local fail, sorted_pairs = phrase.fail, host.sorted_pairs

local M = {}

--- The words of rules.lua: `ruleset { ... }` for a new one, `extend { ... }` to add to another's.
--- What they hold is read by rules_reader.lua.
---@return table<string, fun(t: table): table>
function M.words()
  local function reader(word)
    return function(t)
      if not table_reader.is_plain(t) then
        fail("%s: expected a table, got %s", word, table_reader.said(t))
      end
      local path, line = pack_file.place()
      return { word = word, data = t, path = path, line = line }
    end
  end
  return { ruleset = reader("ruleset"), extend = reader("extend") }
end

-- -- Merging -----------------------------------------------------------------

--- A copy of data, which is a tree of tables.
local function copy(value)
  if type(value) ~= "table" then
    return value
  end
  local into = {}
  for key, item in sorted_pairs(value) do
    into[key] = copy(item)
  end
  return into
end

--- Merge data: append lists to lists, add fields to tables, and replace all other values. `note` is
--- called for each change with the keys that lead to it, the old value and the new one.
local function merge(into, from, note, keys)
  local depth = #keys
  for key, value in sorted_pairs(from) do
    keys[depth + 1] = key
    if math.type(key) == "integer" then
      into[#into + 1] = copy(value)
      note(keys, nil, value)
    elseif type(value) == "table" then
      into[key] = type(into[key]) == "table" and into[key] or {}
      merge(into[key], value, note, keys)
    else
      note(keys, into[key], value)
      into[key] = value
    end
    keys[depth + 1] = nil
  end
end

--- As merge, but a list replaces a list, because a variant that declares layers declares all of
--- them.
local function override(into, from)
  for key, value in sorted_pairs(from) do
    local is_list = type(value) == "table" and value[1] ~= nil
    if not is_list and type(value) == "table" and type(into[key]) == "table" then
      override(into[key], value)
    else
      into[key] = copy(value)
    end
  end
end

--- Raise a mistake of a part that shows only beside the parts before it.
local function refuse_part(part, form, ...)
  error(("%s:%d: %s: %s"):format(part.path, part.line, part.word, form:format(...)), 0)
end

-- Sections whose entries another pack can amend field by field, with fields that it takes out.
local AMENDED <const> = { "steps", "type_words" }

--- Take out the fields of words that a part names in `without`, and that the rules before say.
local function take_out(data, part, section, name, note)
  local word = part.data[section][name]
  local own, without = (data[section] or {})[name], type(word) == "table" and word.without or {}
  for _, field in ipairs(type(without) == "table" and without or { without }) do
    if own == nil or own[field] == nil then
      local form = "%s: %s: without: the rules before say no '%s' of it%s"
      local hint = spelling.hint(field, spelling.keys(own or {}))
      refuse_part(part, form, section, name, field, hint)
    end
    note({ section, name, field }, own[field], "gone")
    own[field] = nil
  end
end

--- What a part adds, when what it takes out is gone.
local function amended(data, part, note)
  local said = copy(part.data)
  for _, section in ipairs(AMENDED) do
    for name in sorted_pairs(said[section] or {}) do
      take_out(data, part, section, name, note)
      said[section][name].without = nil
    end
  end
  return said
end

--- Refuse a section that is something else in the rules before.
local function check_types(data, part)
  for key, value in sorted_pairs(part.data) do
    local old = data[key]
    if old ~= nil and type(old) ~= type(value) then
      local form = "%s: the rules before say %s here; give it the same form"
      refuse_part(part, form, key, table_reader.said(type(old) == "table" and "a table" or old))
    end
  end
end

-- Where a layer comes: at the place of the one that it names, or behind it.
local SIDES <const> = { after = 1, before = 0 }

local function name_of_layer(layer)
  return type(layer) == "table" and layer[1] or layer
end

--- Move a layer to the side of the one that it names.
local function place_layer(layers, place, side, part)
  local layer = table.remove(layers, place)
  local wanted, known = layer[side], {}
  for i, other in ipairs(layers) do
    known[i] = name_of_layer(other)
    if known[i] == wanted then
      layer[side] = nil
      table.insert(layers, i + SIDES[side], #layer == 1 and layer[1] or layer)
      return
    end
  end
  local hint = spelling.hint(wanted, known)
  refuse_part(part, "layers: %s: no layer '%s'%s", layer[1], wanted, hint)
end

--- Put layers that say after or before which they come in their places.
local function place_layers(layers, part)
  for place = 1, type(layers) == "table" and #layers or 0 do
    for side in sorted_pairs(SIDES) do
      if type(layers[place]) == "table" and layers[place][side] then
        place_layer(layers, place, side, part)
      end
    end
  end
end

-- -- Schema ------------------------------------------------------------------

---@class strata.Schema
---@field data table what the rules say, merged
---@field attributes table<string, table> { kind, words }
---@field order string[] the attributes' names
---@field roles table<string, string> attributes by the part that they have in words
---@field is_former boolean the rules are as 0.3 read them: see strata.lang.former_rules
---@field link_names table<string, strata.LinkUses> names of links that files have said
---@field link_uses integer how often
local Schema = {}
Schema.__index = Schema

--- The symbol of a name. Names may have apostrophes, but symbols may not, so they have the
--- typographic one instead.
---@param word string
---@return string
function Schema:symbol(word)
  return word:find("'", 1, true) and word:gsub("'", "\u{2019}") or word
end

--- A symbol as it is printed.
---@param symbol string
---@return string
function Schema:printed(symbol)
  return (symbol:gsub("\u{2019}", "'"))
end

---@class strata.LinkUses who says the name of a link, the first of each file: { item, field }
---@field made table<string, table> acts, by their file
---@field asked table<string, table> the word `linked`, by its file

--- The name of a link between abilities of an object (607), as text; the rules know it by then.
---@param name any
---@param by { use: "made"|"asked", item: table, field?: string } who says it
---@param blame fun(form: string, ...) raises what is wrong with it
---@return string
function Schema:link(name, by, blame)
  if type(name) ~= "string" or not name:match("^%l[%l%d ]*$") then
    blame("expected a name of lower-case letters, digits and blanks, got %s", tostring(name))
  end
  local uses = self.link_names[name] or { made = {}, asked = {} }
  self.link_names[name] = uses
  uses[by.use][by.item.path] = uses[by.use][by.item.path] or by
  self.link_uses = self.link_uses + 1
  return ("'%s'"):format(name)
end

--- The attribute that counts counters of a kind: "p1_p1_counters" of "+1/+1".
---@param kind string
---@return string
function M.counter_attribute(kind)
  local slug = kind:gsub("%+", "p"):gsub("%-", "m"):gsub("[^%w]+", "_")
  return slug:lower() .. "_counters"
end

local function add_counters(schema)
  local function add(kind)
    local name = M.counter_attribute(kind)
    schema.counters[kind] = name
    schema.data.attributes[name] = { "int", counter = true }
  end
  for _, kind in ipairs(schema.data.counters or {}) do
    add(kind)
  end
  for _, kind in ipairs(schema.data.keyword_counters or {}) do
    add(kind)
  end
end

--- Add the words that families give to a set: subtypes, by the card type to which they belong.
local function add_families(schema)
  for attribute, families in sorted_pairs(schema.data.families or {}) do
    local declared = (schema.data.attributes or {})[attribute]
    declared = type(declared) == "table" and declared or {} -- ruleset_errors.lua refuses others
    for _, words in sorted_pairs(families) do
      for _, word in ipairs(words) do
        declared[#declared + 1] = word
      end
    end
  end
end

local function add_attribute(schema, name, declared)
  local form = type(declared) == "string" and { declared } or declared
  local attribute = { name = name, kind = form[1], words = {}, open = form.open, kept = form.kept }
  attribute.unlayered = form.unlayered
  for i = 2, #form do
    local word = form[i]
    attribute.words[word] = true
    if attribute.kind == "set" then
      local sets = schema.sets[word] or {}
      schema.sets[word] = sets
      sets[#sets + 1] = name
    end
  end
  schema.attributes[name] = attribute
  schema.order[#schema.order + 1] = name
end

local function add_zones(schema)
  if next(schema.data.zones or {}) ~= nil then
    add_attribute(schema, "zone", { "sym" })
  end
end

local function index_keywords(schema)
  for _, keyword in ipairs(schema.data.keywords or {}) do
    schema.keywords[keyword] = true
  end
end

local ROLES <const> = {
  controller = "controller",
  owner = "owner",
  name = "name",
  abilities = "abilities",
}

-- Roles that the attribute of this name has, unless the rules give it to another.
local OPTIONAL <const> = {
  "active", "attached", "chosen", "chosen_player", "next_player", "seat", "token",
}

--- The attributes that have a part in words.
local function roles_of(schema)
  local roles = copy(schema.data.roles or ROLES)
  local function fill(role, attribute)
    roles[role] = roles[role] or (schema.attributes[attribute] and attribute)
  end
  for _, role in ipairs(OPTIONAL) do
    fill(role, role)
  end
  for role, attribute in sorted_pairs(schema.is_former and former_rules.ROLES or {}) do
    fill(role, attribute)
  end
  return roles
end

---@param data table
---@return strata.Schema
local function new_schema(data)
  local schema = setmetatable({ data = data, attributes = {}, order = {}, sets = {} }, Schema)
  schema.is_former = former_rules.add(data)
  schema.keywords, schema.counters, schema.link_names, schema.link_uses = {}, {}, {}, 0
  schema.home = data.home
  schema.nouns = data.nouns or {}
  add_counters(schema)
  add_families(schema)
  for name, declared in sorted_pairs(data.attributes or {}) do
    add_attribute(schema, name, declared)
  end
  add_zones(schema)
  schema.roles = roles_of(schema)
  index_keywords(schema)
  return schema
end

--- Make a schema: one ruleset, what other packs add to it, and a variant of it.
---@param parts table[] what `ruleset` and `extend` made, in the order of their packs
---@param variant? string
---@param note? fun(part: table, keys: string[], old: any, new: any) is told what each of them says
---@return strata.Schema
function M.schema(parts, variant, note)
  local data = {}
  for _, part in ipairs(parts) do
    check_types(data, part)
    local function tell(keys, old, new)
      if note then
        note(part, keys, old, new)
      end
    end
    merge(data, amended(data, part, tell), tell, {})
    place_layers(data.layers, part)
  end
  local variants = data.variants or {}
  if variant then
    if not variants[variant] then
      local hint = spelling.hint(variant, spelling.keys(variants))
      error(("the rules have no variant '%s'%s"):format(variant, hint), 0)
    end
    override(data, variants[variant])
  end
  return new_schema(data)
end

--- A copy of a schema in its state before files of cards were read, without their additions.
---@param schema strata.Schema
---@return strata.Schema
function M.unread(schema)
  local copied = setmetatable({}, Schema)
  for key, value in host.sorted_pairs(schema) do
    copied[key] = value
  end
  copied.link_names, copied.link_uses = {}, 0
  return copied
end

-- -- Questions ---------------------------------------------------------------

--- The event that a word of steps makes by these rules; nil if it makes none.
---@param name string
---@return string|nil
function Schema:step_event(name)
  local word = (self.is_former and former_rules.STEPS or self.data.steps or {})[name]
  return word and word.event
end

--- The meaning of a word: { sets = {...} }, { flag = name } or { text = adjective }; nil if it has
--- none.
---@param word string
---@return table|nil
function Schema:find_word(word)
  local attribute = self.attributes[word]
  if attribute and attribute.kind == "flag" then
    return { flag = word }
  end
  if self.sets[word] then
    return { sets = self.sets[word] }
  end
  if self.keywords[word] then
    return { sets = { self.roles.abilities } }
  end
  local adjective = self.data.adjectives and self.data.adjectives[word]
  return adjective and { text = adjective } or nil
end

--- All keywords, in order.
---@return string[]
function Schema:keyword_list()
  self.keyword_names = self.keyword_names or spelling.keys(self.keywords)
  return self.keyword_names
end

--- All words that `each` knows, for hints.
---@return string[]
function Schema:all_words()
  if self.word_list then
    return self.word_list
  end
  local list = {}
  for _, map in ipairs({ self.nouns, self.sets, self.keywords }) do
    for word in sorted_pairs(map) do
      list[#list + 1] = word
    end
  end
  for _, name in ipairs(self.order) do
    if self.attributes[name].kind == "flag" then
      list[#list + 1] = name
    end
  end
  self.word_list = list
  return list
end

--- The test that a player has a seat. `prefix`: what stands in front of attributes.
function Schema:seat_test(prefix, seat)
  return ("%s%s = %d"):format(prefix, self.roles.seat or "seat", seat)
end

--- The test that an entity has an ability.
function Schema:ability_test(prefix, ability, where)
  if type(ability) ~= "string" then
    phrase.refuse(ability, "the word of a keyword", where)
  end
  if not self.keywords[ability] then
    local hint = spelling.hint(ability, spelling.keys(self.keywords))
    fail("%s: unknown keyword '%s'%s", where, ability, hint)
  end
  return ("%s%s has '%s'"):format(prefix, self.roles.abilities, self:symbol(ability))
end

function Schema:need_zone(zone, where)
  local zones = self.data.zones or {}
  if type(zone) ~= "string" then
    phrase.refuse(zone, "the name of a zone", where)
  end
  if not zones[zone] then
    fail("%s: unknown zone '%s'%s", where, zone, spelling.hint(zone, spelling.keys(zones)))
  end
end

function Schema:need_set(name, where)
  local attribute = type(name) == "string" and self.attributes[name]
  if not attribute then
    local hint = type(name) == "string" and spelling.hint(name, self.order) or ""
    fail("%s: unknown attribute '%s'%s", where, tostring(name), hint)
  end
  if attribute.kind ~= "set" and attribute.kind ~= "abilities" then
    fail("%s: '%s' is no set", where, name)
  end
end

--- The attribute that holds counters of a kind.
function Schema:counter(kind, where)
  local name = type(kind) == "string" and self.counters[kind]
  if not name then
    local hint = type(kind) == "string" and spelling.hint(kind, spelling.keys(self.counters)) or ""
    fail("%s: unknown kind of counter '%s'%s", where, tostring(kind), hint)
  end
  return name
end

function Schema:pips(colour, where)
  local costs = self.data.costs
  if not costs or not costs.pips then
    fail("%s: these rules count no mana symbols", where)
  end
  if not self.sets[colour] then
    local hint = spelling.hint(tostring(colour), self:all_words())
    fail("%s: unknown colour '%s'%s", where, tostring(colour), hint)
  end
  return costs.pips:format(colour)
end

--- Whether an attribute tells what a cost comes to: its value, or symbols in it.
---@param name string
---@return boolean
function Schema:is_of_cost(name)
  local costs = self.data.costs or {}
  local before, after = (costs.pips or ""):match("^(.-)%%s(.*)$")
  local is_pips = before ~= nil
    and #name > #before + #after
    and name:sub(1, #before) == before
    and name:sub(#name - #after + 1) == after
  return name == costs.value or is_pips
end

--- The words of a family of a set, as the subtypes of creatures; all words of the set if `family`
--- is nil.
---@param attribute string
---@param family? string
---@return string[]
function Schema:family(attribute, family)
  local families = self.data.families and self.data.families[attribute] or {}
  if family then
    return families[family] or {}
  end
  return spelling.keys(self.attributes[attribute].words)
end

--- The words of a set that belong to none of some families. An object loses them if it keeps only
--- words of these families.
---@param attribute string
---@param kept table<string, boolean> families that stay
---@return string[]
function Schema:family_except(attribute, kept)
  local stays, list = {}, {}
  for family, words in sorted_pairs(self.data.families[attribute]) do
    for _, word in ipairs(words) do
      stays[word] = stays[word] or kept[family]
    end
  end
  for _, word in ipairs(self:family(attribute)) do
    if not stays[word] then
      list[#list + 1] = word
    end
  end
  return list
end

--- The layer of an operation by `default_layers`; nil if they have none.
---@param attribute string
---@param op string
---@param role? "defining"|"copy"|"face_down"
---@return string|integer|nil
function Schema:layer(attribute, op, role)
  if role == "copy" or role == "face_down" then
    return self.data[role .. "_layer"]
  end
  local layers = self.data.default_layers or {}
  local own = layers[attribute]
  if type(own) ~= "table" then
    return own or layers[op]
  end
  return role == "defining" and own.defining or own[op]
end

--- The names of all layers as keys; nil where layers are numbers.
---@return table<string, boolean>|nil
function Schema:layer_names()
  if self.data.layers == "numbers" then
    return nil
  elseif self.layer_set then
    return self.layer_set
  end
  self.layer_set = {}
  for _, layer in ipairs(self.data.layers) do
    local nested = type(layer) == "table" and layer or { layer }
    for i = 2, #nested do
      self.layer_set[("%s.%s"):format(nested[1], nested[i])] = true
    end
    self.layer_set[nested[1]] = #nested == 1 or nil
  end
  return self.layer_set
end

M.copy = copy

return M
