--- The texts of the help about the things of a game: what each is, what it means, where it can be
--- said. See `game_help`; `event_texts` has those of events.
local host = require("strata.host")
local spelling = require("strata.base.spelling")
local ability_watches = require("strata.link.ability_watches")
local event_texts = require("strata.help.event_texts")
local thing_lines = require("strata.help.thing_lines")

local M = {}

local TYPES <const> = thing_lines.TYPES
local add, add_some, add_place = thing_lines.add, thing_lines.add_some, thing_lines.add_place
local head, some = thing_lines.head, thing_lines.some

-- -- Attributes --------------------------------------------------------------

local OPTIONS <const> = {
  { "copiable", "a copy has it (707.2)" },
  { "kept", "it stays with the card when that moves to another zone" },
  { "stamps", "a change of its base value gives a new timestamp (613.7)" },
  { "unlayered", "no continuous effect changes it: events and steps set its base value" },
  { "open", "effects on it do not fix who is affected (611.2c)" },
}

local function add_options(lines, declared)
  for _, option in ipairs(OPTIONS) do
    if declared[option[1]] then
      add(lines, "%s: %s", option[1], option[2])
    end
  end
  local limits = {}
  for _, limit in ipairs({ "default", "min", "max" }) do
    local value = declared[limit]
    limits[#limits + 1] = value ~= nil and ("%s %s"):format(limit, tostring(value)) or nil
  end
  add_some(lines, "Its limits", limits)
end

--- "add: pt.modify, set: pt.set": the layers of its operations.
local function layers_of(schema, name)
  local layers = schema.data.default_layers or {}
  local own = layers[name]
  if type(own) ~= "table" then
    return own and { ("all operations: %s"):format(tostring(own)) } or {}
  end
  local list = {}
  for op, layer in host.sorted_pairs(own) do
    list[#list + 1] = ("%s: %s"):format(op, tostring(layer))
  end
  return list
end

local CHANGES <const> = {
  int = "add(1)",
  flag = "set(true)",
  set = 'add("...")',
  ref = "set(you)",
  sym = 'set("...")',
  text = 'set("...")',
  abilities = 'grant("...")',
}

local READS <const> = {
  int = "it.%s, it.%s:at_least(2)",
  flag = "it.%s, each.%s",
  set = 'each.WORD, it:being("WORD")',
  ref = "it.%s, it.%s:is(you)",
  sym = 'it.%s, it.%s:is("...")',
  abilities = 'it:with("KEYWORD")',
}

local function add_attribute_said(lines, name, kind, declared)
  if kind ~= "ref" then
    add(lines, "On a card: %s = ... is its base value", name)
  end
  if READS[kind] then
    add(lines, "In conditions and expressions: %s", (READS[kind]:gsub("%%s", name)))
  end
  if not declared.unlayered then
    add(lines, "In static and effect: %s = %s", name, CHANGES[kind])
  end
  local set = 'base { event.who, %s = ... }'
  add(lines, "In files of events: " .. set, name)
  add(lines, "In scripts and handlers: one.%s, and one.base.%s, which scripts can set", name, name)
end

--- The kind of counters that an attribute counts; nil if it counts none.
local function counter_of(game, name)
  for kind, attribute in host.sorted_pairs(game.schema.counters) do
    if attribute == name then
      return kind
    end
  end
  return nil
end

local ATTRIBUTE_TELLERS = {}

function ATTRIBUTE_TELLERS.attribute(game, thing)
  local attribute = game.schema.attributes[thing.name]
  local declared = game.schema.data.attributes[thing.name]
  declared = type(declared) == "table" and declared or { declared }
  local lines = head(thing, "attribute: " .. (TYPES[attribute.kind] or attribute.kind))
  add_options(lines, declared)
  add_some(lines, "Its words", spelling.keys(attribute.words))
  add_some(lines, "Layers of its operations", layers_of(game.schema, thing.name))
  local counter = counter_of(game, thing.name)
  if counter then
    add(lines, "It counts the counters of the kind %s: see ?%s", counter, counter)
  elseif thing.name ~= "zone" then
    add_attribute_said(lines, thing.name, attribute.kind, declared)
  end
  return lines
end

-- -- Words of the rules ------------------------------------------------------

local function quoted(name)
  return ("%q"):format(name)
end

--- each.elf, or each["first strike"].
local function each_of(name)
  return name:match("^%l[%l%d_]*$") and "each." .. name or ("each[%q]"):format(name)
end

local RULE_TELLERS = {}

function RULE_TELLERS.word(_, thing)
  local lines = head(thing, "a word of " .. table.concat(thing.of, " and of "))
  add(lines, "In cards: %s, it:being(%s); on a card: %s = { %s }", each_of(thing.name),
    quoted(thing.name), thing.of[1], quoted(thing.name))
  return lines
end

function RULE_TELLERS.keyword(game, thing)
  local lines = head(thing, "keyword")
  local symbol = game.schema:symbol(thing.name)
  local ability = game.abilities[symbol]
  local is_defined = type(thing.of) == "table" and thing.of.word == "keyword"
  if not is_defined then
    add(lines, "No law says what it does: only what asks for it makes a difference.")
  end
  add_some(lines, "It watches", ability and ability_watches.of_ability(game, ability) or {})
  add(lines, "On a card: %s stands in its list; given: abilities = grant(%s); asked: it:with(%s)",
    quoted(thing.name), quoted(thing.name), quoted(thing.name))
  return lines
end

function RULE_TELLERS.counter(_, thing)
  local lines = head(thing, "counter")
  add(lines, "Its attribute is %s; in cards: this:counters(%s)", thing.of, quoted(thing.name))
  return lines
end

--- What the options of a zone say.
local function about_zone(zone)
  local said = { zone.shared and "shared by all players" or "one for each player" }
  said[2] = zone.ordered and "its order matters, and the last one to enter is on top" or nil
  said[#said + 1] = zone.hidden and "hidden" or nil
  return table.concat(said, ", ")
end

function RULE_TELLERS.zone(game, thing)
  local zone = type(thing.of) == "table" and thing.of or {}
  local lines = head(thing, "zone: " .. about_zone(zone))
  if game.schema.home == thing.name then
    add(lines, "It is the home: cards are played to it.")
  end
  add(lines, "In cards: it.zone:is(%s), each.card:inside(%s)", quoted(thing.name),
    quoted(thing.name))
  return lines
end

function RULE_TELLERS.layer(game, thing)
  local lines, ops = head(thing, ("layer, in place %d"):format(thing.of)), {}
  for attribute, own in host.sorted_pairs(game.schema.data.default_layers or {}) do
    if own == thing.name then
      ops[#ops + 1] = attribute
    end
    for op, layer in host.sorted_pairs(type(own) == "table" and own or {}) do
      ops[#ops + 1] = layer == thing.name and ("%s %s"):format(attribute, op) or nil
    end
  end
  add_some(lines, "What is changed there", ops)
  add(lines, "In cards: layer = %s in static and effect; in a session: :layers %s",
    quoted(thing.name), thing.name)
  return lines
end

function RULE_TELLERS.clock(game, thing)
  local lines, durations = head(thing, "clock"), {}
  for name, duration in host.sorted_pairs(game.schema.data.durations or {}) do
    durations[#durations + 1] = duration.clock == thing.name and quoted(name) or nil
  end
  add_some(lines, "Durations that end by it: lasts =", durations)
  add(lines, 'In files of events: ticks { %s }; in scripts: world:tick(%s), clock = %s of an '
    .. "effect", quoted(thing.name), quoted(thing.name), quoted(thing.name))
  return lines
end

function RULE_TELLERS.duration(_, thing)
  local lines, spec = head(thing, "duration"), thing.of
  if spec.while_source then
    add(lines, "It ends when the source leaves, or when its ability is lost.")
  else
    local whose = spec.of and " of the player that `you` denotes" or ""
    local which = spec.next and "the one after the present turn" or "the next one"
    add(lines, "It ends as the clock '%s'%s ticks: %s.", spec.clock, whose, which)
  end
  add(lines, "In cards and steps: lasts = %s; scripts say the clock itself", quoted(thing.name))
  return lines
end

function RULE_TELLERS.phase(_, thing)
  local lines = head(thing, "phase of a turn")
  add_some(lines, "Clocks that tick as it begins", thing.of.begins or {})
  add_some(lines, "Clocks that tick as it ends", thing.of.ends or {})
  add(lines, "In cards: at { %s, act = ... }; in steps: { phase = %s }", quoted(thing.name),
    quoted(thing.name))
  return lines
end

function RULE_TELLERS.noun(_, thing)
  local lines, spec = head(thing, "noun"), thing.of
  if spec.zone then
    add(lines, "Each object in the zone %s.", spec.zone)
  end
  if spec.where then
    add(lines, "Each for which: %s", spec.where)
  end
  add(lines, "In cards: %s", each_of(thing.name))
  return lines
end

function RULE_TELLERS.adjective(_, thing)
  local lines = head(thing, "adjective")
  add(lines, "It is said of each for which: %s", (thing.of:gsub("%%", "")))
  add(lines, "In cards: it:being(%s), %s", quoted(thing.name), each_of(thing.name))
  return lines
end

--- An example of a step: its word, who stands behind it, and the fields that must be said.
local function step_example(game, name)
  local word, parts = game.step_words[name], {}
  local operand = word.rows and "{ { ... } }" or word.of == "objects" and '"x"' or '"A"'
  parts[1] = ("%s = %s"):format(name, operand)
  for _, field in ipairs(word.needs or {}) do
    parts[#parts + 1] = field .. " = ..."
  end
  return ("{ %s }"):format(table.concat(parts, ", "))
end

function RULE_TELLERS.step(game, thing)
  local lines, word = head(thing, "word of steps"), game.step_words[thing.name]
  if word.event then
    add(lines, "It makes the event %s.", word.event)
  end
  add_some(lines, "A step may say", word.fields)
  add(lines, "In steps: %s", step_example(game, thing.name))
  return lines
end

function RULE_TELLERS.role(_, thing)
  local lines = head(thing, "role of the rules")
  add(lines, "The attribute %s has it: see ?roles", tostring(thing.of))
  return lines
end

function RULE_TELLERS.group(_, thing)
  local lines = head(thing, "stacking group of effects")
  add(lines, "In cards: group = %s in static and effect", quoted(thing.name))
  return lines
end

-- -- Laws and cards ----------------------------------------------------------

local CARD_TELLERS = {}

function CARD_TELLERS.law(game, thing)
  local lines, law = head(thing, "law"), game.laws[thing.name]
  add_some(lines, "It watches", ability_watches.of_ability(game, law or {}))
  return lines
end

--- "types: artifact, creature".
local function value_text(value)
  if type(value) ~= "table" then
    return tostring(value)
  end
  local names = {}
  for i, name in ipairs(value) do
    names[i] = tostring(name)
  end
  return table.concat(names, ", ")
end

local function add_values(lines, game, card)
  for _, name in ipairs(game.schema.order) do
    local value = card.values[name]
    if value ~= nil and name ~= "name" and name ~= game.schema.roles.abilities then
      add(lines, "%s  %s", name, value_text(value))
    end
  end
end

local function add_abilities(lines, game, card)
  for _, name in ipairs(card.abilities or {}) do
    local ability = game.abilities[name]
    local watched = ability and ability_watches.of_ability(game, ability) or {}
    local label = ability and ability.label or name
    local form = #watched > 0 and "ability  %s (watches %s)" or "ability  %s"
    add(lines, form, label, some(watched))
  end
end

function CARD_TELLERS.card(game, thing)
  local card = thing.of
  local lines = head(thing, "card " .. card.id)
  local text = card.draft and card.draft.given.text
  if type(text) == "string" then
    add(lines, "%s", text)
  end
  add_values(lines, game, card)
  add_abilities(lines, game, card)
  if card.back then
    add(lines, "Its other face is %s.", card.back.name)
  end
  return lines
end

-- -- All ---------------------------------------------------------------------

local TELLERS = { event = event_texts.told }
for _, tellers in ipairs({ ATTRIBUTE_TELLERS, RULE_TELLERS, CARD_TELLERS }) do
  for kind, tell in next, tellers do
    TELLERS[kind] = tell
  end
end

--- What there is to say of a thing, and last where it is declared, for a terminal.
---@param game strata.Game
---@param thing strata.GameThing
---@return string
function M.told(game, thing)
  local lines = TELLERS[thing.kind](game, thing)
  add_place(lines, thing)
  return table.concat(lines, "\n")
end

--- The words of a card: its sets, such as types.
local function words_of(game, card)
  local words = {}
  for _, name in ipairs(game.schema.order) do
    local value = card.values[name]
    if game.schema.attributes[name].kind == "set" and type(value) == "table" then
      words[#words + 1] = value_text(value)
    end
  end
  return table.concat(words, "; ")
end

--- What a list says behind a name.
local function short_of(game, thing)
  if thing.kind == "card" then
    return words_of(game, thing.of)
  elseif thing.kind == "attribute" then
    local kind = game.schema.attributes[thing.name].kind
    return ("%s%s"):format(kind, thing.remark and ": " .. thing.remark or "")
  elseif thing.kind == "word" then
    return table.concat(thing.of, ", ")
  end
  return thing.remark or ""
end

--- A line of a list.
---@param game strata.Game
---@param thing strata.GameThing
---@return string
function M.in_a_line(game, thing)
  local line = ("  %-24s %s"):format(thing.name, short_of(game, thing))
  return (line:gsub("%s+$", ""))
end

--- What else a search looks at: the text of a card, and the labels of its abilities.
---@param game strata.Game
---@param thing strata.GameThing
---@return string
function M.searched(game, thing)
  local parts = { thing.of.id }
  local text = thing.of.draft and thing.of.draft.given.text
  parts[2] = type(text) == "string" and text or nil
  for _, name in ipairs(thing.of.abilities or {}) do
    local ability = game.abilities[name]
    parts[#parts + 1] = ability and ability.label or name
  end
  return table.concat(parts, " ")
end

return M
