--- Errors in a pack's rules with their positions: those found while rulesets are merged, and those
--- that the engine reports.
local file_outline = require("strata.base.file_outline")
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local former_rules = require("strata.lang.former_rules")
local rules_reader = require("strata.lang.rules_reader")
local type_words = require("strata.lang.type_words")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

local TYPES <const> = {
  abilities = true, counter = true, flag = true, int = true,
  ref = true, set = true, sym = true, text = true,
}

local sorted_pairs = host.sorted_pairs

--- Raise a message about the place in a file of rules that keys lead to.
local function blame(game, path, keys, form, ...)
  local line = file_outline.nested_line(game.files:outline(path), keys)
  error(game.files:message(path, line, form:format(...)), 0)
end

--- Refuse another type for an attribute that another pack has declared.
local function check_added(game, part, name, declared, is_new)
  if not is_new and type(declared) == "string" then
    local form = "attributes: %s: another pack declares it; add words as a list, { \"%s\" }"
    blame(game, part.path, { "attributes", name }, form, name, declared)
  end
end

--- Refuse attributes of an unknown type. An extension of a declared attribute has no type.
local function check_attributes(game, part, known)
  for name, declared in sorted_pairs(part.data.attributes or {}) do
    local kind = type(declared) == "table" and (declared[1] or declared.type) or declared
    local is_new = not known[name]
    check_added(game, part, name, declared, is_new)
    known[name] = true
    if is_new and type(kind) == "string" and not TYPES[kind] then
      local hint = spelling.hint(kind, spelling.keys(TYPES))
      local form = "attributes: %s: no type '%s'%s"
      blame(game, part.path, { "attributes", name }, form, name, kind, hint)
    end
  end
end

-- The version whose meaning a ruleset can ask for.
local AS_OF <const> = "0.4"

--- as_of = "0.4": the rules say all words that are those of their game; else some are as in 0.3.
local function check_version(game, part)
  local version = part.data.as_of
  if version ~= nil and version ~= AS_OF then
    local form = 'as_of: expected "%s", the only version since 0.3, got %s'
    blame(game, part.path, { "as_of" }, form, AS_OF, vocabulary.said(version))
  elseif version ~= nil and part.word ~= "ruleset" then
    local form = "as_of: the pack that has the rules says it in ruleset { ... }; leave it out"
    blame(game, part.path, { "as_of" }, form)
  end
end

--- Refuse mistakes within one part of the rules.
---@param game strata.Game
---@param part table { data, path }
---@param known table<string, boolean> attributes of the parts before it; its own are added
function M.check_part(game, part, known)
  rules_reader.check(game.files, part)
  check_version(game, part)
  check_attributes(game, part, known)
end

-- -- What they say of each other ---------------------------------------------

local function declaring_path(game, keys)
  for i = #game.rule_paths, 1, -1 do
    local path = game.rule_paths[i]
    if file_outline.has_nested(game.files:outline(path), keys) then
      return path
    end
  end
  return nil
end

--- The last file that declares the thing that keys lead to, and the keys that lead there in it,
--- which are those of the variant that is played if it declares the thing; nil if no file does.
local function path_of(game, keys)
  if game.variant then
    local own = table.move(keys, 1, #keys, 3, { "variants", game.variant })
    local path = declaring_path(game, own)
    if path then
      return path, own
    end
  end
  return declaring_path(game, keys), keys
end

--- Keys as a message says them: "phases: in place 2: begins".
local function said_keys(keys)
  local named = {}
  for i, key in ipairs(keys) do
    named[i] = type(key) == "string" and key or ("in place %d"):format(key)
  end
  return table.concat(named, ": ")
end

--- Raise a message about what keys lead to, in the last file that says it.
---@param game strata.Game
---@param keys (string|integer)[]
---@param form string
function M.refuse(game, keys, form, ...)
  local path, own = path_of(game, keys)
  blame(game, path or game.rule_paths[1], own, "%s: %s", said_keys(keys), form:format(...))
end

local refuse = M.refuse

--- Refuse a name that is none of those which are known, with the nearest of them.
---@param game strata.Game
---@param keys (string|integer)[] that lead to where it is said
---@param kind string what it should be the name of
---@param name any
---@param known table<string, any>
function M.need_known(game, keys, kind, name, known)
  if name == nil or known[name] then
    return
  end
  local hint = spelling.hint(tostring(name), spelling.keys(known))
  refuse(game, keys, "no %s '%s'%s", kind, vocabulary.said(name), hint)
end

local need_known = M.need_known

-- The roles without which no game can be played, and what they say.
local NEEDED <const> = {
  { "controller", "who `you` is" },
  { "name", "what players are called" },
  { "owner", "whose a card is" },
}

--- Rules that say no roles have attributes of these names for them. As of 0.3 they could lack them.
local function check_roles(game, data)
  local lacks_roles = not data.roles and not game.schema.is_former
  for _, needed in ipairs(NEEDED) do
    local role, says = needed[1], needed[2]
    if data.roles and not data.roles[role] then
      local form = "it has no '%s', the attribute that says %s; say %s = \"%s\""
      refuse(game, { "roles" }, form, role, says, role, role)
    elseif lacks_roles and not (data.attributes or {})[role] then
      local form = "they have no '%s', which says %s; declare it, or say roles = { %s = ... }"
      refuse(game, { "attributes" }, form, role, says, role)
    end
  end
end

local function check_players(game, data)
  local seats = data.seats or {}
  if data.players and (data.players < 1 or data.players > #seats) then
    local form = "expected a number from 1 to that of the seats, %d, got %d"
    refuse(game, { "players" }, form, #seats, data.players)
  end
end

--- The zones of nouns, and those from which and to which spells go.
local function check_zones(game, data, zones)
  for name, noun in sorted_pairs(data.nouns or {}) do
    need_known(game, { "nouns", name, "zone" }, "zone", noun.zone, zones)
  end
  local spells = data.spells or {}
  for place, zone in ipairs(spells.from or {}) do
    need_known(game, { "spells", "from", place }, "zone", zone, zones)
  end
  need_known(game, { "spells", "to" }, "zone", spells.to, zones)
end

--- Families of words, by the words of another set to which they belong.
local function check_families_of(game, data)
  local families, attributes = {}, game.schema.attributes
  for _, of in sorted_pairs(data.families or {}) do
    for family in sorted_pairs(of) do
      families[family] = true
    end
  end
  for name, of in sorted_pairs(data.families_of or {}) do
    need_known(game, { "families_of", name }, "attribute", name, attributes)
    for word, list in sorted_pairs(of) do
      need_known(game, { "families_of", name, word }, "word", word, attributes[name].words)
      for place, family in ipairs(list) do
        need_known(game, { "families_of", name, word, place }, "family", family, families)
      end
    end
  end
end

--- Families give words to a set that lists some itself.
local function check_families(game, data)
  local sets = {}
  for name, declared in sorted_pairs(data.attributes or {}) do
    sets[name] = type(declared) == "table" and declared[1] == "set" or nil
  end
  for name in sorted_pairs(data.families or {}) do
    need_known(game, { "families", name }, "set", name, sets)
  end
end

--- The clocks of the rules, and those that players have: turn_1 is that of the first player.
local function clocks_of(data)
  local clocks, owned = {}, {}
  for _, clock in ipairs(data.clocks or {}) do
    clocks[clock] = true
    owned[clock:match("^(.+)_%d+$") or clock] = true
  end
  return clocks, owned
end

-- Whose clock a duration is about: that of who starts it.
local WHOSE <const> = { you = true }

local function check_durations(game, data)
  local clocks, owned = clocks_of(data)
  for name, lasts in sorted_pairs(data.durations or {}) do
    need_known(game, { "durations", name, "of" }, "player", lasts.of, WHOSE)
    local known = lasts.of and owned or clocks
    need_known(game, { "durations", name, "clock" }, "clock", lasts.clock, known)
    local attributes = game.schema.attributes
    need_known(game, { "durations", name, "past" }, "attribute", lasts.past, attributes)
  end
end

-- Fields that name a layer.
local LAYERS <const> = { "base_layer", "copiable_after", "copy_layer", "face_down_layer" }

--- Refuse a layer that the rules do not have.
local function check_layer(game, keys, layer)
  local known = game.schema:layer_names()
  if known then
    need_known(game, keys, "layer", layer, known)
  elseif layer ~= nil and math.type(layer) ~= "integer" then
    refuse(game, keys, "layers are numbers here; expected one, got %s", vocabulary.said(layer))
  end
end

--- The operations of changes, as the engine calls them, and what only words of cards use.
local OPERATIONS <const> = lists.set_of({
  "add", "borrow", "clear", "defining", "forbid", "max", "min", "mul", "remove", "scale", "set",
  "strip", "sub", "substitute", "switch",
})

--- The usual layers, by attribute or operation, or both.
local function check_default_layers(game, data)
  local known = lists.copied(game.schema.attributes)
  for operation in next, OPERATIONS do
    known[operation] = true
  end
  for name, layer in sorted_pairs(data.default_layers or {}) do
    need_known(game, { "default_layers", name }, "attribute or operation", name, known)
    local is_each = type(layer) == "table"
    for operation, each in sorted_pairs(is_each and layer or {}) do
      local keys = { "default_layers", name, operation }
      need_known(game, keys, "operation", operation, OPERATIONS)
      check_layer(game, keys, each)
    end
    check_layer(game, { "default_layers", name }, not is_each and layer or nil)
  end
end

-- The type in Lua of what an attribute is reset to, by its kind; others are not checked here.
local RESETS <const> = { flag = "boolean", int = "integer" }

--- resets = { damage = 0 }: attributes that there are, and values of their kind.
local function check_resets(game, keys, resets)
  for name, value in sorted_pairs(resets or {}) do
    local own = table.move(keys, 1, #keys, 1, {})
    own[#own + 1] = name
    need_known(game, own, "attribute", name, game.schema.attributes)
    local kind = game.schema.attributes[name].kind
    local got = math.type(value) or type(value)
    if RESETS[kind] and RESETS[kind] ~= got then
      local wanted = kind == "int" and "a number" or "true or false"
      refuse(game, own, "expected %s, got %s", wanted, vocabulary.said(value))
    end
  end
end

--- The clocks that tick as a turn or phase begins and ends: of all, and of whose turn it is.
local function check_ticks(game, keys, moment, clocks)
  for _, field in ipairs({ "begins", "ends" }) do
    for place, clock in ipairs(moment[field] or {}) do
      local own = table.move(keys, 1, #keys, 1, {})
      table.move({ field, place }, 1, 2, #own + 1, own)
      need_known(game, own, "clock", clock, clocks)
    end
  end
end

--- What turns and phases reset and let tick: a name that nothing has would fail only as a turn
--- ends, or never.
local function check_turns(game, data)
  local clocks, owned = clocks_of(data)
  lists.set_of(spelling.keys(clocks), owned)
  local turn, phases = data.turn or {}, {}
  check_resets(game, { "turn", "resets" }, turn.resets)
  check_resets(game, { "turn", "of_players" }, turn.of_players)
  check_ticks(game, { "turn" }, turn, owned)
  for place, phase in ipairs(data.phases or {}) do
    check_resets(game, { "phases", place, "resets" }, phase.resets)
    check_ticks(game, { "phases", place }, phase, owned)
    phases[phase[1]] = true
  end
  need_known(game, { "turn", "acts" }, "phase", turn.acts, phases)
end

-- Sections whose entries are words of files.
local WORDS <const> = { "measures", "names", "type_words" }

--- Refuse a word that would stand for one of the library, or for another one of the rules. In rules
--- of 0.3 a name hides such a word: they may be older than the word.
---@param game strata.Game
---@param library table<string, any> the words of all games, by name
function M.check_names(game, library)
  local declared = {}
  for _, section in ipairs(WORDS) do
    local may_hide = section == "names" and game.schema.is_former
    for name in sorted_pairs(not may_hide and game.schema.data[section] or {}) do
      if library[name] ~= nil then
        refuse(game, { section, name }, "'%s' is a word of all rules; choose another name", name)
      elseif declared[name] then
        local form = "the rules have '%s' in %s too; give one of them another name"
        refuse(game, { section, name }, form, name, declared[name])
      end
      declared[name] = section
    end
  end
end

--- Refuse turns of the ruleset where events are as of 0.4: the engine plays those of the course.
function M.check_course(game)
  for _, field in ipairs({ "phases", "turn" }) do
    if game.kinds.has_current and game.schema.data[field] ~= nil then
      local form = "with as_of = \"0.4\" the turns of a game are periods: say course { period"
        .. " { \"turn\", of = \"next\", ... } } in the file of events, and let their events tick"
        .. " clocks"
      refuse(game, { field }, form)
    end
  end
end

--- What letters of costs are, and the attributes that follow from them.
local function check_costs(game, costs)
  local attributes = game.schema.attributes
  for _, field in ipairs({ "text", "used", "more", "value", "colors" }) do
    need_known(game, { "costs", field }, "attribute", costs[field], attributes)
  end
  need_known(game, { "costs", "counters" }, "counter", costs.counters, game.schema.counters)
  local colours = costs.colors and attributes[costs.colors].words or {}
  for letter, colour in sorted_pairs(costs.symbols or {}) do
    if colour ~= "" then
      need_known(game, { "costs", "symbols", letter }, "word", colour, colours)
      local pips = costs.pips and costs.pips:gsub("%%s", colour)
      need_known(game, { "costs", "pips" }, "attribute", pips, attributes)
    end
  end
end

--- What objects have as they enter.
local function check_entering(game, data)
  local schema, words = game.schema, {}
  for word in sorted_pairs(schema.sets) do
    words[word] = true
  end
  for place, rule in ipairs(data.enters_with or {}) do
    local keys = { "enters_with", place, "being" }
    need_known(game, keys, "word", rule.being, words)
    keys[3] = "counters"
    need_known(game, keys, "counter", rule.counters, schema.counters)
    keys[3] = "as_many_as"
    need_known(game, keys, "attribute", rule.as_many_as, schema.attributes)
  end
end

--- What a variant gives another value: words that files can say in the other rules too.
local function check_variants(game, data)
  for name, variant in sorted_pairs(data.variants or {}) do
    for word in sorted_pairs(variant.names or {}) do
      local keys = { "variants", name, "names", word }
      need_known(game, keys, "name of the rules", word, data.names or {})
    end
  end
end

--- Fields of a word that changes types, by what they name: one, or a list.
local OF_TYPE_WORDS <const> = {
  families = "family", gives = "set", loses = "family", strips = "attribute", takes = "attribute",
  with = "word",
}

--- Fields that belong to what a word does, and no others.
local function check_fields(game, name, word)
  local deed = type_words.DOES[word.does]
  if deed.needs and word[deed.needs] == nil then
    local form = "'%s' is missing; a word that does '%s' needs it"
    refuse(game, { "type_words", name }, form, deed.needs, word.does)
  end
  local known = lists.set_of({ "does", "of", deed.needs }, lists.copied(deed.may))
  for field in sorted_pairs(word) do
    if not known[field] then
      local form = "a word that does '%s' has no '%s'; take it out"
      refuse(game, { "type_words", name, field }, form, word.does, field)
    end
  end
end

--- What the fields of a word name: `known` has the names that each field can have.
local function check_named(game, name, word, known)
  for field, kind in sorted_pairs(OF_TYPE_WORDS) do
    local is_list = type(word[field]) == "table"
    for place, each in ipairs(is_list and word[field] or { word[field] }) do
      local keys = { "type_words", name, field, is_list and place or nil }
      need_known(game, keys, kind, each, known[field])
    end
  end
end

--- Refuse a word that changes types of something that is not there.
local function check_type_word(game, name, word, known)
  for _, field in ipairs({ "does", "of" }) do
    if word[field] == nil then
      refuse(game, { "type_words", name }, "%s is missing; say %s = ...", field, field)
    end
  end
  need_known(game, { "type_words", name, "does" }, "kind of word", word.does, type_words.DOES)
  check_fields(game, name, word)
  need_known(game, { "type_words", name, "of" }, "set", word.of, known.gives)
  known.families = (game.schema.data.families or {})[word.of] or {}
  known.with = game.schema.attributes[word.of].words
  check_named(game, name, word, known)
end

--- The attributes that are sets of words.
local function sets_of(attributes)
  local sets = {}
  for name, attribute in sorted_pairs(attributes) do
    sets[name] = attribute.kind == "set" or nil
  end
  return sets
end

local function check_type_words(game, data)
  local families = {}
  for _, of in sorted_pairs(data.families or {}) do
    lists.set_of(spelling.keys(of), families)
  end
  local attributes = game.schema.attributes
  local known = { gives = sets_of(attributes), loses = families }
  known.strips, known.takes = attributes, attributes
  for name, word in sorted_pairs(data.type_words or {}) do
    check_type_word(game, name, word, known)
  end
end

--- Without its text a measure is no number.
local function check_measures(game, data)
  for name, measure in sorted_pairs(data.measures or {}) do
    if measure.text == nil then
      local form = "'text' is missing; say which number it is, with %%1 and %%2 for the two objects"
      refuse(game, { "measures", name }, form)
    end
  end
end

-- Sections in which each entry names an attribute.
local OF_ATTRIBUTES <const> = { "faces", "links", "roles" }

--- Refuse names that no pack declares.
---@param game strata.Game with its schema and rule_paths
function M.check(game)
  local schema = game.schema
  local data, zones = schema.data, schema.data.zones or {}
  need_known(game, { "home" }, "zone", data.home, zones)
  check_roles(game, data)
  check_players(game, data)
  check_zones(game, data, zones)
  check_families(game, data)
  check_durations(game, data)
  check_default_layers(game, data)
  check_turns(game, data)
  check_families_of(game, data)
  check_costs(game, data.costs or {})
  check_entering(game, data)
  check_variants(game, data)
  check_measures(game, data)
  if data.type_words ~= former_rules.TYPE_WORDS then -- these may name what the rules lack
    check_type_words(game, data)
  end
  need_known(game, { "the_game" }, "attribute", data.the_game, schema.attributes)
  for _, field in ipairs(LAYERS) do
    check_layer(game, { field }, data[field])
  end
  for _, section in ipairs(OF_ATTRIBUTES) do
    for role, name in sorted_pairs(data[section] or {}) do
      need_known(game, { section, role }, "attribute", name, schema.attributes)
    end
  end
end

-- -- What the engine says ----------------------------------------------------

--- A message of strata.rules about a field of the rules, behind the place of the field in a pack.
---@param game strata.Game
---@param message string "zones.village: no field 'shred'"
---@return string|nil text nil if it is about no field that a file says
function M.placed(game, message)
  local keys = {}
  for key in (message:match("^([%w_%.]+): ") or ""):gmatch("[^.]+") do
    keys[#keys + 1] = key
  end
  while #keys > 0 do
    local path, own = path_of(game, keys)
    if path then
      own[#own + 1] = message:match("no field '([^']*)'")
      local line = file_outline.nested_line(game.files:outline(path), own)
      return game.files:message(path, line, message)
    end
    keys[#keys] = nil
  end
  return nil
end

return M
