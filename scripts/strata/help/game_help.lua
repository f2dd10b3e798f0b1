--- Help about the game of loaded packs: what it has, what that means, and where it can be said.
---
--- `help_texts` tells of functions and words that are the same in every game; this module adds what
--- only some packs have, for `strata --pack P help NAME`, `?NAME` and `:cards`.
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local event_vocabulary = require("strata.events.event_vocabulary")
local linker = require("strata.link.linker")
local pack_search = require("strata.packs.pack_search")
local event_texts = require("strata.help.event_texts")
local game_things = require("strata.help.game_things")
local help_texts = require("strata.help.help_texts")
local thing_texts = require("strata.help.thing_texts")

local M = {}

-- -- Finding -----------------------------------------------------------------

--- The names by which a thing can be asked for.
local function names_of(thing)
  local names = { thing.name }
  if thing.kind == "card" then
    names[2] = thing.of.id
    names[3] = thing.of.id:match(":(.+)$")
  elseif thing.kind == "law" then
    names[2] = thing.name:match(":(.+)$")
  elseif thing.kind == "counter" then
    names[2] = thing.of
  end
  return names
end

local function is_called(thing, word)
  for _, name in ipairs(names_of(thing)) do
    if name == word or (thing.kind == "card" and name:lower() == word:lower()) then
      return true
    end
  end
  return false
end

--- All things of a game that have a name.
---@param game strata.Game
---@param word string
---@return strata.GameThing[]
function M.find(game, word)
  local found = {}
  for _, thing in ipairs(game_things.all(game)) do
    found[#found + 1] = is_called(thing, word) and thing or nil
  end
  return found
end

--- The names of all things of a game, for completion and hints.
---@param game strata.Game
---@return string[]
function M.names(game)
  local names = {}
  for _, thing in ipairs(game_things.all(game)) do
    names[#names + 1] = thing.name
  end
  return names
end

-- -- Lists -------------------------------------------------------------------

--- The things of a kind, in order of their names; layers and phases in their own order.
local function things_of(game, kind)
  local list = {}
  for _, thing in ipairs(game_things.all(game)) do
    list[#list + 1] = thing.kind == kind and thing or nil
  end
  if kind ~= "layer" and kind ~= "phase" then
    table.sort(list, function(a, b)
      return a.name < b.name
    end)
  end
  return list
end

--- A line for each thing of a kind.
local function list_of(game, row)
  local list = things_of(game, row[1])
  if #list == 0 then
    return nil
  end
  local lines = { ("%s of this game: %d"):format(row[2], #list) }
  for _, thing in ipairs(list) do
    lines[#lines + 1] = thing_texts.in_a_line(game, thing)
  end
  return table.concat(lines, "\n")
end

--- The list of the things of a kind that a word names: "events".
local function topic(game, word)
  for _, row in ipairs(game_things.KINDS) do
    if row[2] == word then
      return list_of(game, row)
    end
  end
  return nil
end

--- What a game has that can be asked about.
local function topics(game)
  local names, lines = {}, {}
  for i, pack in ipairs(game.packs) do
    names[i] = pack.name
  end
  lines[1] = ("Of this game (%s):"):format(table.concat(names, ", "))
  for _, row in ipairs(game_things.KINDS) do
    local list = things_of(game, row[1])
    local form = "  %-12s %d%s"
    local example = list[1] and (", such as %s"):format(list[1].name) or ""
    lines[#lines + 1] = #list > 0 and form:format(row[2], #list, example) or nil
  end
  return table.concat(lines, "\n")
end

--- The cards of a game whose name, text or words contain a text; all for an empty text.
---@param game strata.Game
---@param text string
---@return string
function M.cards(game, text)
  local wanted, lines = text:lower(), {}
  for _, thing in ipairs(things_of(game, "card")) do
    local line = thing_texts.in_a_line(game, thing)
    local said = (line .. " " .. thing_texts.searched(game, thing)):lower()
    lines[#lines + 1] = said:find(wanted, 1, true) and line or nil
  end
  if #lines == 0 then
    return ("no card has '%s' in its name, words or text"):format(text)
  end
  return table.concat(lines, "\n")
end

-- -- Telling -----------------------------------------------------------------

--- A field that some events of the game have, by the name alone: `?amount`.
local function fields_named(game, word)
  local kinds = {}
  for name, known in host.sorted_pairs(game.kinds.known) do
    kinds[#kinds + 1] = not known.of and known.fields[word] and name or nil
  end
  local common = event_vocabulary.COMMON[word]
  if #kinds == 0 and not common then
    return nil
  end
  return event_texts.field(word, common or game.kinds.fields[word], kinds)
end

--- What is said of a name by a game and by the help of all games.
local function told(game, word)
  local texts = { topic(game, word) }
  for _, thing in ipairs(M.find(game, word)) do
    texts[#texts + 1] = thing_texts.told(game, thing)
  end
  texts[#texts + 1] = fields_named(game, word)
  return texts
end

local function nothing_about(game, word)
  local names = help_texts.names()
  local own = game and M.names(game) or {}
  local hint = spelling.hint(word, table.move(own, 1, #own, #names + 1, names))
  return ("no help about '%s'%s"):format(word, hint)
end

--- What is said about a name, or what there is to ask about.
---@param game? strata.Game
---@param word? string
---@return string text
---@return boolean is_found
function M.tell(game, word)
  if not word or word == "" then
    local text = help_texts.tell(word)
    return game and topics(game) .. "\n\n" .. text or text, true
  end
  local texts = game and told(game, word) or {}
  local general, is_found = help_texts.tell(word, #texts > 0)
  texts[#texts + 1] = is_found and general or nil
  if #texts > 0 then
    return table.concat(texts, "\n\n"), true
  end
  return nothing_about(game, word), false
end

--- The game of packs, for help alone; nil if they are none, as those of scripts.
local function load(asked)
  for _, folder in ipairs(#asked > 0 and pack_search.folders(asked) or {}) do
    if host.manifest(folder).rules then
      local game = linker.load(asked)
      return game
    end
  end
  return nil
end

local NO_GAME <const> = "\n(names of cards, events and attributes are those of a pack: strata "
  .. "--pack PACK help %s)"

--- What the verb `help` prints: of packs, if some are asked for.
---@param asked strata.Asked
---@param word? string
---@return string text
---@return boolean is_found
function M.answer(asked, word)
  local game = load(asked)
  local text, is_found = M.tell(game, word)
  return text .. ((game or is_found) and "" or NO_GAME:format(word)), is_found
end

--- What is said of a name that has been told of already as a verb or a command; false if it is
--- nothing besides.
---@param asked strata.Asked
---@param word string
---@return string text
---@return boolean is_found
function M.besides(asked, word)
  local game = load(asked)
  local texts = game and told(game, word) or {}
  local general, is_found = help_texts.tell(word, true)
  texts[#texts + 1] = is_found and general or nil
  return table.concat(texts, "\n\n"), #texts > 0
end

return M
