--- Words of files that declare events: kinds, aliases, acts, and what performing them does.
---
--- A word makes a plain description and does nothing else; kinds.lua judges it when all kinds of a
--- pack are known. A kind's own name is a word too: `draw { player = event.player }` is an act.
local file = require("strata.file")
local host = require("strata.host")
local phrase = require("strata.phrase")
local spelling = require("strata.spelling")

local fail, new = phrase.fail, phrase.new

local M = {}

--- Fields that every event has, and their types.
M.COMMON = { by = "ref", cause = "ref", effect = "flag", prevented = "int" }

-- Words for deeds. Those in the third person are what performing an event does.
local DEEDS <const> = {
  "base",
  "ceases",
  "choose",
  "counts",
  "let",
  "may",
  "moves",
  "runs",
  "shuffles",
  "spawns",
  "stamps",
  "ticks",
  "together",
  "when",
}

---@class strata.Described
---@field word string
---@field kind? string of an act: the kind of event
---@field given table
---@field path string
---@field line integer
---@field label string

--- A word that takes a table.
local function describe(word, name)
  return function(t)
    if type(t) ~= "table" or phrase.is(t) or t.word then
      fail("%s: expected a table, got %s", name, phrase.is(t) and t.said or type(t))
    end
    local path, line = file.place()
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
      fail("event.%s: words cannot be assigned", tostring(field))
    end,
  })
end

--- named.x: what a deed before has bound. Its type is known when the rules are frozen.
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

--- `each.creature` is a predicate as everywhere, `each { each.creature, ... }` a deed.
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
      fail("each.%s: words cannot be assigned", tostring(word))
    end,
  })
end

--- Add the words to those of expressions.
---@param words table<string, any>
---@param schema strata.Schema
---@param kinds table<string, any> by the names of all kinds and aliases
---@param fields table<string, string> the types of their fields
---@return table<string, any> words
function M.add(words, schema, kinds, fields)
  words.events, words.alias = describe("events", "events"), describe("alias", "alias")
  words.event, words.named = event_word(schema, fields), named_word(schema)
  words.each, words.stop = each_word(words.each), { word = "stop", given = {}, label = "stop" }
  for _, name in ipairs(DEEDS) do
    words[name] = describe(name, name)
  end
  for name in host.sorted_pairs(kinds) do
    words[name] = describe("act", name)
  end
  return words
end

return M
