--- Collects which names the files of a game set, and which they read: attributes, fields of events,
--- event types, keywords, counters, clocks, symbols.
---
--- What packs say is compiled to texts of the engine's expressions and to tables of instructions.
--- A name that stands in an expression is read; what an instruction writes, an act gives or a card
--- prints is set. A function may do either with each text that stands in it, so both are assumed;
--- the same holds for the library, whose steps name some attributes themselves.
local file_outline = require("strata.base.file_outline")
local function_code = require("strata.check.function_code")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")

local M = {}

---@class strata.NameUses
---@field read table<string, true> attributes and other words of expressions
---@field set table<string, true> attributes
---@field asked table<string, true> symbols that stand in quotes in an expression
---@field given table<string, true> symbols that values have: keywords, words of sets
---@field fields_read table<string, true> fields of events
---@field fields_set table<string, true>
---@field made table<string, true> event types
---@field watched table<string, true> event types
---@field ticked table<string, true> clocks
---@field lasting table<string, true> clocks that end something
---@field anyhow table<string, true> texts of functions and tests, and names of the library
---@field keys table<string, true> fields of tables of the library, such as events that it makes

local function new_uses()
  local uses = {}
  for _, name in ipairs({
    "read", "set", "asked", "given", "fields_read", "fields_set", "made", "watched", "ticked",
    "lasting", "anyhow", "keys",
  }) do
    uses[name] = {}
  end
  return uses
end

-- -- Expressions -------------------------------------------------------------

--- Note what an expression reads: "event.amount", attributes, and symbols in quotes.
local function read_text(uses, text)
  local plain = text:gsub("'([^']*)'", function(symbol)
    uses.asked[symbol] = true
    return " "
  end)
  plain = plain:gsub("%f[%w_]event%.([%w_]+)", function(field)
    uses.fields_read[field] = true
    return " "
  end)
  for name in plain:gmatch("%a[%w_]*") do
    uses.read[name] = true
  end
end

-- -- Instructions ------------------------------------------------------------

local walk

local function walk_fields(uses, value, skipped)
  for key, inner in next, value do
    if not (skipped and skipped[key]) then
      walk(uses, inner)
    end
  end
end

local INSTRUCTION <const> = { [1] = true, [2] = true }

--- Writes: { "add", "life", who = ..., value = ... }.
local function walk_write(uses, value)
  uses.set[value[2]] = true
  walk_fields(uses, value, INSTRUCTION)
end

--- Acts: { "emit", "damage", with = { amount = ... } }.
local function walk_emit(uses, value)
  uses.made[value[2]] = true
  for field in next, value.with or {} do
    uses.fields_set[field] = true
  end
  walk_fields(uses, value, INSTRUCTION)
end

local WALKS <const> = {
  add = walk_write,
  set = walk_write,
  emit = walk_emit,
  have = function(uses, value) -- walk_pools notes the event that spends it
    walk_fields(uses, value, INSTRUCTION)
  end,
  pay = walk_emit,
  change = function(uses, value)
    uses.fields_set[value[2]] = true
    walk_fields(uses, value, INSTRUCTION)
  end,
  tick = function(uses, value)
    uses.ticked[value[2]] = true
    walk_fields(uses, value, INSTRUCTION)
  end,
}

-- What people read, and what names no attribute.
local TEXTS <const> = {
  label = true, line = true, name = true, path = true, said = true, text = true, title = true,
  word = true,
}

--- A change: { attr = "power", op = "add", value = ... }, of a clause.
local function walk_part(uses, part)
  uses.set[part.attr] = true
  for _, word in ipairs(type(part.value) == "table" and not phrase.is(part.value) and part.value
    or { part.value }) do
    if type(word) == "string" then
      uses.given[word] = true
    end
  end
  walk_fields(uses, part, TEXTS)
end

--- Note what stands in a value: a text is an expression.
function walk(uses, value)
  if phrase.is(value) then
    read_text(uses, phrase.full(value))
  elseif type(value) == "string" then
    read_text(uses, value)
  elseif type(value) == "table" and host.metatable(value) == nil then
    local own = type(value[2]) == "string" and WALKS[value[1]]
    if own then
      own(uses, value)
    elseif value.attr ~= nil and value.op ~= nil then
      walk_part(uses, value)
    else
      walk_fields(uses, value)
    end
  end
end

-- -- Words of files, before they are compiled ---------------------------------

--- Note what the words of a law or of an effect say: the names of their fields are attributes.
local function walk_words(uses, game, value)
  if phrase.is(value) then
    read_text(uses, phrase.full(value))
  elseif type(value) == "table" and host.metatable(value) == nil then
    for key, inner in next, value do
      if game.schema.attributes[key] then
        uses.set[key] = true
      end
      if type(inner) == "string" then
        uses.given[inner] = true
      else
        walk_words(uses, game, inner)
      end
    end
  end
end

-- -- A game ------------------------------------------------------------------

local ROLES_OF_RULES <const> = {
  "costs", "faces", "links", "the_game", "face_down", "enters_with", "nouns", "adjectives", "roles",
}

--- What a turn or a phase resets and lets tick.
local function walk_moment(uses, moment)
  for _, field in ipairs({ "resets", "of_players" }) do
    for name in next, moment[field] or {} do
      uses.set[name] = true
    end
  end
  for _, field in ipairs({ "begins", "ends" }) do
    for _, clock in ipairs(moment[field] or {}) do
      uses.ticked[clock] = true
    end
  end
end

--- The attributes that count the symbols of a cost, for `pips` of cards.
local function walk_pips(uses, costs)
  for _, colour in next, costs.pips and costs.symbols or {} do
    local name = costs.pips:format(colour)
    uses.set[name], uses.read[name] = true, true
  end
end

--- The attributes that have a part in words: the library sets what has a role, and reads it.
local function walk_roles(uses, data)
  for _, role in ipairs({ "costs", "faces", "links", "roles" }) do
    for _, name in next, data[role] or {} do
      uses.set[name] = true
    end
  end
  uses.set[data.the_game or ""] = true
  walk_pips(uses, data.costs or {})
end

--- What the rules themselves name, and what turns and phases do.
local function walk_rules(uses, game)
  local data = game.schema.data
  for _, field in ipairs(ROLES_OF_RULES) do
    walk(uses, data[field])
  end
  walk_roles(uses, data)
  for _, moment in ipairs({ data.turn or {}, table.unpack(data.phases or {}) }) do
    walk_moment(uses, moment)
  end
  for _, phase in ipairs(data.phases or {}) do
    uses.given[phase[1]] = true
  end
  for _, duration in next, data.durations or {} do
    uses.lasting[duration.clock or ""] = true
    uses.anyhow[duration.past or ""] = true
  end
end

--- How a game goes on, and its course: the engine makes the event that begins it and the one of a
--- player who concedes, and writes who acts.
local function walk_play(uses, kinds)
  local play = kinds.play or {}
  walk(uses, kinds.play)
  walk(uses, kinds.course)
  for _, name in ipairs({ play.starts or "", play.concedes or "" }) do
    uses.made[name] = true
    uses.fields_set[kinds.events[name] and kinds.events[name].affected or ""] = true
  end
  uses.set[play.acting or ""] = true
end

--- Pools: the engine makes the events that spend, of a player and so much of a kind.
local function walk_pools(uses, kinds)
  for _, pool in next, kinds.pools do
    local spends = { pool.spends }
    for _, letter in next, pool.letters do
      spends[#spends + 1] = letter.spends
    end
    for _, name in ipairs(spends) do
      uses.made[name] = true
      for field in next, kinds:kind(name).fields do
        uses.fields_set[field] = true
      end
    end
  end
end

--- What a word of steps makes, gives and writes.
local function walk_word(uses, game, word)
  if word.event then
    uses.made[word.event], uses.made[game.kinds.known[word.event].of or word.event] = true, true
  end
  uses.made[word.first and word.first.event or ""] = true
  for _, field in next, word.takes do
    uses.fields_set[field] = true
  end
  for field, text in next, word.with do
    uses.fields_set[field] = true
    walk(uses, text)
  end
  for attribute in next, word.writes or {} do
    uses.set[attribute] = true
  end
  walk(uses, { word.when, word.leaves })
end

--- What steps of these rules do, and what lines of scenarios ask.
local function walk_steps(uses, game)
  for _, word in next, game.step_words do
    walk_word(uses, game, word)
  end
  for _, asked_for in next, game.schema.data.lines or {} do
    for what, name in next, asked_for do
      local is_event = what == "events" or what == "happened"
      local into = is_event and uses.watched or uses.read
      into[name] = true
    end
  end
  for attribute in next, game.schema.data.starting or {} do
    uses.set[attribute] = true
  end
end

local function walk_events(uses, game)
  for name, spec in next, game.kinds.events do
    walk(uses, spec)
    uses.fields_read[spec.affected or ""], uses.fields_read[spec.amount or ""] = true, true
    uses.fields_read[spec.merge_by or ""], uses.fields_read[spec.merge_sum or ""] = true, true
    walk(uses, game.kinds.known[name].defaults)
    for field in next, game.kinds.known[name].defaults or {} do
      uses.fields_set[field] = true
    end
    for field in next, game.kinds.known[name].gives or {} do
      uses.fields_set[field] = true
    end
  end
  for _, check in next, game.kinds.checks do
    walk(uses, check)
    for _, name in ipairs(check.resets or {}) do
      uses.set[name] = true
    end
  end
  walk_play(uses, game.kinds)
  walk_pools(uses, game.kinds)
  walk_steps(uses, game)
end

local function walk_codes(uses, game)
  for _, spec in next, game.codes do
    walk(uses, spec)
    uses.watched[type(spec[2]) == "string" and spec[2] or ""] = true
  end
  for _, ability in next, game.abilities do
    local meta = host.metatable(ability) -- equal abilities share what they say
    walk_fields(uses, meta and meta.__index or ability, TEXTS)
  end
  for _, item in next, game.law_items do
    walk_words(uses, game, item.given)
  end
  for _, begun in next, game.begun do
    walk_words(uses, game, begun)
  end
end

--- What a card prints: base values, and the words of its sets and its keywords.
local function walk_cards(uses, game)
  for _, card in next, game.cards do
    for name, value in next, card.values do
      uses.set[name] = true
      for _, word in ipairs(type(value) == "table" and value or { value }) do
        uses.given[tostring(word)] = true
      end
    end
    if card.draft then
      walk_words(uses, game, card.draft.given)
    end
  end
end

--- The texts that stand in functions.
local function walk_functions(uses, game)
  local known = { fields = {}, methods = {} }
  for _, handler in next, game.kinds.handlers do
    local walks = type(handler) == "function" and function_code.walk(handler, known) or {}
    for _, walked in ipairs(walks) do
      for text in next, walked.texts do
        uses.anyhow[text] = true
      end
    end
  end
end

-- -- The library -------------------------------------------------------------

-- Modules that perform steps, and therefore name attributes, events and fields.
local LIBRARY <const> = {
  "stage.step_events", "stage.object_lookup", "stage.observe", "stage.scripted_answers",
  "stage.stage", "stage.step_abilities", "stage.step_changes", "stage.step_effects",
  "stage.step_objects", "stage.steps", "stage.former_turns",
  "scenario.expect_events", "scenario.expect_log", "scenario.expect_queries",
  "scenario.expect_watchers",
}

-- Those that do so for rules which declare no words of steps.
local FORMER <const> = { "lang.former_rules", "stage.former_steps" }

--- Note the names that a module uses: texts, what stands behind a point, and fields of its tables.
local function note_module(names, module)
  local tokens = file_outline.outline(module, host.script("strata." .. module)).tokens
  for at, token in ipairs(tokens) do
    local before, after = tokens[at - 1] or {}, tokens[at + 1] or {}
    local is_word = token.kind == "word"
    if token.kind == "string" or (is_word and before.text == ".") then
      names.anyhow[token.text] = true
    elseif is_word and after.text == "=" then
      names.keys[token.text] = true
    end
  end
end

--- The names that the library's own steps use.
local function library_names(game)
  local names = { anyhow = {}, keys = {} }
  for _, list in ipairs({ LIBRARY, game.schema.is_former and FORMER or {} }) do
    for _, module in ipairs(list) do
      note_module(names, module)
    end
  end
  return names
end

local function add_all(into, names)
  for name in next, names do
    into[name] = true
  end
end

-- -- All ---------------------------------------------------------------------

--- What the files of a game, their tests and the library set and read.
---@param game strata.Game
---@param tests strata.Tests
---@return strata.NameUses
function M.of(game, tests)
  local uses = new_uses()
  walk_rules(uses, game)
  walk_events(uses, game)
  walk_codes(uses, game)
  walk_cards(uses, game)
  walk_functions(uses, game)
  for text in next, tests.texts do
    for name in text:gmatch("[%a_][%w_]*") do
      uses.anyhow[name] = true
    end
    uses.anyhow[text] = true
  end
  add_all(uses.anyhow, library_names(game).anyhow)
  add_all(uses.keys, library_names(game).keys)
  return uses
end

return M
