--- words.lua ROOT: the words of files of cards, of events and of scenarios, what help says of them,
-- what scripts/reference.md tells, and what .luacheckrc lets card files use are the same names.
--
-- The words are made by scripts/strata itself over the classic rules, without an engine.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. arg[1] .. "/scripts/?.lua;" .. package.path
local tree = require("tree")
tree.open(arg[1])

local CLASSIC <const> = "cards/classic"

local plainhost = require("plainhost")
plainhost.install({})

local described = require("described")
described.install(arg[1])
local event_vocabulary = require("strata.events.event_vocabulary")
local expr_words = require("strata.lang.expr_words")
local game = require("strata.link.linker").load(CLASSIC)
local event_kinds = require("strata.events.event_kinds")
local game_methods = require("strata.session.game_methods")
local luacheckrc = require("luacheckrc")
local steps = require("strata.stage.steps")

--- The words; those that only one pack's rules name, and its kinds of events, are no words of all.
local function made()
  local names = { ruleset = true, extend = true, settings = true }
  for name in pairs(game.words) do
    local is_own = game.schema.data.names[name] or game.kinds.known[name]
    names[name] = not is_own or nil
  end
  return names
end

--- The words of files of events that are no expressions, which card_words describes.
local function made_for_events()
  local common, names = expr_words.library(game.schema), {}
  for name in pairs(event_vocabulary.add(expr_words.library(game.schema), game.schema, {}, {})) do
    names[name] = (name == "each" or common[name] == nil) or nil
  end
  return names
end

-- Rules that declare no words of steps: what is left are the verbs of the library.
local NO_GAME <const> = {
  step_words = {},
  schema = { attributes = {}, data = {}, order = {}, roles = {} },
}

--- The verbs of steps, and what does them in a session; what else they say is described with them.
local function verbs()
  local names, options = { check = true }, {}
  for _, method in ipairs(game_methods.names()) do
    names["Game:" .. method] = true
  end
  for verb, how in pairs(steps.of(NO_GAME)) do
    names[verb] = true
    for _, field in ipairs(how.fields) do
      options[field] = true
    end
  end
  return names, options
end

-- Packs that declare kinds of events, of which no other declares more.
local PACKS <const> = { "classic", "delve", "skirmish" }

--- What files of a pack see: the words, and the kinds of events.
local function seen_in(pack, words)
  local seen = {}
  for name in pairs(require("strata.link.linker").load("cards/" .. pack).kinds.known) do
    seen[name] = true
  end
  for name in pairs(words) do
    seen[name] = true
  end
  return seen
end

--- What .luacheckrc lets files of cards and scenarios use.
local function compare_luacheckrc(words)
  luacheckrc.compare(words, luacheckrc.names("cards/*/cards/**"), "cards/*/cards/**")
  for _, pack in ipairs(PACKS) do
    local glob = ("cards/%s/cards/**"):format(pack)
    luacheckrc.compare(seen_in(pack, words), luacheckrc.names(glob), glob)
  end
end

--- What files of events see: their words, and those of expressions.
local function seen_by_events()
  local seen = { settings = true }
  for name in pairs(event_kinds.environment(game.schema, {}, {})) do
    seen[name] = true
  end
  return seen
end

local function compare(words, others, where)
  for name in plainhost.sorted_pairs(words) do
    tree.seen = tree.seen + 1
    if not others[name] then
      tree.complain("%s: the word '%s' is missing", where, name)
    end
  end
  for name in plainhost.sorted_pairs(others) do
    if not words[name] then
      tree.complain("%s: '%s' is no word", where, name)
    end
  end
end

local function compare_options(options)
  local known = {}
  for _, entry in ipairs(described.help.find("strata.StepOptions")) do
    for _, field in ipairs(entry.fields) do
      known[field.name:gsub("%?$", "")] = true
    end
  end
  compare(options, known, "strata.StepOptions")
end

--- What is committed is what the program would write now.
local function compare_page()
  if tree.read("scripts/reference.md") ~= described.help.page() .. "\n" then
    tree.complain("scripts/reference.md is old: strata help --all > scripts/reference.md")
  end
end

local words = made()
local names, options = verbs()
described.compare("cards", words)
described.compare("events", made_for_events())
described.compare("scenarios", names)
described.compare("rules", require("strata.lang.rules_reader").fields)
compare_options(options)
compare_luacheckrc(words)
luacheckrc.compare(seen_by_events(), luacheckrc.names("cards/*/events.lua"), "cards/*/events.lua")
compare_page()
tree.close()
