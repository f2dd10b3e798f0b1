--- The words for events. Files of events have words for event types, aliases and writes; card files
--- have words for watchers; both have words for acts.
---
--- A word only returns a plain description. event_kinds.lua and watchers.lua check it when all
--- event types are known. The name of an event type is a word too: `draw { player = event.player }`
--- is an act, or the pattern of a watcher.
local pack_file = require("strata.base.pack_file")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local fail, joined, need, new = phrase.fail, phrase.joined, phrase.need, phrase.new

local M = {}

--- Fields that every event has, and their types.
M.COMMON = { became = "ref", by = "ref", cause = "ref", effect = "flag", prevented = "int" }

-- Words for acts.
local DEEDS <const> = {
  "assigns",
  "choose",
  "hook",
  "let",
  "may",
  "pays",
  "retargets",
  "roll",
  "runs",
  "together",
  "unhook",
  "when",
}

-- What performing an event does, in the third person.
local PERFORMED <const> = {
  "adds_period",
  "base",
  "ceases",
  "copies",
  "counts",
  "discloses",
  "moves",
  "passes",
  "shuffles",
  "spawns",
  "stamps",
  "ticks",
}

-- Words for watchers, and for acts that start a watcher.
local WATCHERS <const> = {
  "as_soon_as",
  "at",
  "cant",
  "effect",
  "enters",
  "later",
  "more",
  "never",
  "prevent",
  "redirect",
  "replace",
  "start",
  "until_leaves",
  "when_you_do",
}

---@class strata.Described
---@field word string
---@field kind? string of an act: the event type
---@field given table
---@field path string
---@field line integer
---@field label string

--- A word that takes a table.
local function describe(word, name)
  return function(t)
    if type(t) ~= "table" or phrase.is(t) or t.word then
      local form = "%s: expected its fields in braces, as %s { ... }, got %s"
      fail(form, name, name, table_reader.said(t))
    end
    local path, line = pack_file.place()
    local label = name .. " { ... }"
    return { word = word, kind = name, given = t, path = path, line = line, label = label }
  end
end

--- `event { ... }` declares a kind, and event.amount is a field of the event in question.
local function event_word(schema, fields)
  local declare = describe("event", "event")
  return setmetatable({}, {
    __metatable = false,
    __call = function(_, t)
      return declare(t)
    end,
    __index = function(_, field)
      local kind = M.COMMON[field] or fields[field]
      if not kind then
        local known = spelling.keys(fields)
        for name in host.sorted_pairs(M.COMMON) do
          known[#known + 1] = name
        end
        fail("event: no field '%s'%s", tostring(field), spelling.hint(tostring(field), known))
      end
      return new(schema, kind, "event." .. field, "the event's " .. field)
    end,
    __newindex = function(_, field)
      fail("event.%s: words cannot be assigned; write with = { %s = ... }", field, field)
    end,
  })
end

--- named.x: a variable bound by an earlier act. Its type is known when the rules are frozen.
local function named_word(schema)
  return setmetatable({}, {
    __metatable = false,
    __index = function(_, name)
      if type(name) ~= "string" or not name:match("^[%l_][%l%d_]*$") then
        fail("named: '%s' is no name; it has lower-case letters, digits and _", tostring(name))
      end
      return new(schema, "name", "$" .. name, name)
    end,
    __newindex = function(_, name)
      fail("named.%s: words cannot be assigned; write let { \"%s\", ... }", name, name)
    end,
  })
end

--- top_of("library", event.player, 2): the second object from the top of a zone, or none. The
--- player is `none` for a zone that all players share.
local function top_of(schema, zone, whose, n)
  local zones = schema.data.zones or {}
  if type(zone) ~= "string" or not zones[zone] then
    fail("top_of: unknown zone '%s'%s", tostring(zone), spelling.hint(zone, spelling.keys(zones)))
  end
  local player = need(schema, whose, "ref", "top_of")
  local nth = need(schema, n == nil and 1 or n, "int", "top_of")
  local text = ("top('%s', %s, %s)"):format(zone, player.text, nth.text)
  local said = ("number %s of %s's %s"):format(nth.said, player.said, zone)
  return new(schema, "ref", text, said, joined(player, nth))
end

--- each_kind_on(this): one counter of each kind that is on an object.
local function each_kind_on(schema, who, one)
  local counters = {}
  for kind in host.sorted_pairs(schema.counters) do
    counters[kind] = one(who:counters(kind), 1)
  end
  return { word = "each_kind_on", given = counters, label = "each kind" }
end

--- `each.creature` is a predicate as everywhere, `each { each.creature, ... }` an act.
local function each_word(nouns)
  local repeated = describe("each", "each")
  return setmetatable({}, {
    __metatable = false,
    __call = function(_, t)
      return repeated(t)
    end,
    __index = function(_, word)
      return nouns[word]
    end,
    __newindex = function(_, word)
      fail("each.%s: words cannot be assigned; write local x = ...", tostring(word))
    end,
  })
end

--- `stop` is an act without fields.
local function stop_word()
  local function refuse()
    fail("stop: it takes nothing; write stop, without braces")
  end
  return setmetatable({ word = "stop", given = {}, label = "stop" }, { __call = refuse })
end

--- Ranks of handlers by their names, as STRATA_RANK_... of strata.h.
M.RANKS = { highest = 2000000, high = 1000000, medium = 0, low = -1000000, lowest = -2000000 }

--- rank("high") + 1: a number, for what comes between two.
local function rank(name)
  local number = M.RANKS[name]
  if not number then
    local hint = spelling.hint(tostring(name), spelling.keys(M.RANKS))
    fail("rank: no rank '%s'%s", tostring(name), hint)
  end
  return number
end

--- on.hit.before { ... }: a handler of a chain of a kind.
local function on_word(kinds)
  local function phase_word(kind, phase)
    local name = ("on.%s.%s"):format(kind, phase)
    local make = describe(name, "on")
    return function(t)
      local item = make(type(t) == "function" and { t } or t)
      item.event, item.phase = kind, phase
      return item
    end
  end
  local function refuse(_, name)
    fail("on.%s: words cannot be assigned; write on.%s.phase { ... }", name, name)
  end
  return setmetatable({}, {
    __metatable = false,
    __newindex = refuse,
    __index = function(_, said)
      local kind = pack_file.present(kinds, said)
      if not kinds[kind] then
        local hint = spelling.hint(tostring(kind), spelling.keys(kinds))
        fail("on: no event '%s'%s", tostring(kind), hint)
      end
      return setmetatable({}, {
        __metatable = false,
        __newindex = refuse,
        __call = function()
          fail("on.%s: say in which phase, as on.%s.before { ... }", said, said)
        end,
        __index = function(_, phase)
          return phase_word(kind, tostring(phase))
        end,
      })
    end,
  })
end

--- A pattern of which several that happen at once count as one.
local function one_or_more(pattern)
  if type(pattern) ~= "table" or pattern.word ~= "act" then
    fail("one_or_more: expected an event, such as one_or_more(draw { player = you })")
  end
  return { word = "one_or_more", pattern = pattern, label = "one or more" }
end

local function add_acts(words, schema, kinds, fields)
  words.event, words.named = event_word(schema, fields), named_word(schema)
  words.each, words.stop = each_word(words.each), stop_word()
  words.top_of = function(zone, whose, n)
    return top_of(schema, zone, whose, n)
  end
  for _, name in ipairs(DEEDS) do
    words[name] = describe(name, name)
  end
  local handler = describe("handler", "handler")
  words.handler = function(t)
    return handler(type(t) == "function" and { t } or t)
  end
  for name in host.sorted_pairs(kinds) do
    words[name] = describe("act", name)
  end
end

--- Add the words of files that declare events to those of expressions.
---@param words table<string, any>
---@param schema strata.Schema
---@param kinds table<string, any> by the names of all kinds and aliases
---@param fields table<string, string> the types of their fields
---@return table<string, any> words
function M.add(words, schema, kinds, fields)
  words.events, words.alias = describe("events", "events"), describe("alias", "alias")
  words.check, words.play = describe("check", "check"), describe("play", "play")
  words.pool = describe("pool", "pool")
  words.course, words.period = describe("course", "course"), describe("period", "period")
  words.amend = vocabulary.amending()
  for _, name in ipairs(PERFORMED) do
    words[name] = describe(name, name)
  end
  add_acts(words, schema, kinds, fields)
  return words
end

--- Add the words of card files that speak of events to the others.
---@param words table<string, any>
---@param schema strata.Schema
---@param kinds table<string, any> by the names of all kinds and aliases
---@param fields table<string, string> the types of their fields
---@return table<string, any> words
function M.add_watchers(words, schema, kinds, fields)
  add_acts(words, schema, kinds, fields)
  for _, name in ipairs(WATCHERS) do
    words[name] = describe(name, name)
  end
  words.one_or_more = one_or_more
  words.each_kind_on = function(who)
    return each_kind_on(schema, need(schema, who, "ref", "each_kind_on"), words.smaller)
  end
  words.on, words.rank = on_word(kinds), rank
  return words
end

return M
