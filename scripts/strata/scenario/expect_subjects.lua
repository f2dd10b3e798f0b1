--- Of whom expectation lines speak: objects, players and the game, and whether what is said of them
--- is so.
local spelling = require("strata.base.spelling")
local expect_compare = require("strata.scenario.expect_compare")
local expect_queries = require("strata.scenario.expect_queries")
local expect_text = require("strata.scenario.expect_text")
local object_lookup = require("strata.stage.object_lookup")
local observe = require("strata.stage.observe")

local refuse = expect_text.refuse

local M = {}

-- -- Whom a name can mean ----------------------------------------------------------

--- All names that cards and their other faces have.
local function card_names(game)
  local names = {}
  for name in pairs(game.cards) do
    names[name] = true
  end
  for _, symbol in ipairs(game.face_symbols) do
    names[game.schema:printed(symbol)] = true
  end
  return names
end

--- Whether a text is the name of an object, a card, a player or the game, perhaps with words that
--- tell objects of one name apart.
---@param reader strata.LineReader
---@param text string
---@return boolean
function M.is_known(reader, text)
  reader.cards = reader.cards or card_names(reader.game)
  for _, name in ipairs(object_lookup.bare_names(text)) do
    if reader.ids[name] or reader.cards[name] or name:find("^token%d*$") then
      return true
    end
  end
  if text == "the game" or text:find("^face%-down ") then
    return true
  end
  for _, player in ipairs(reader.players) do
    if player == text then
      return true
    end
  end
  return false
end

--- Refuses the name of an object that differs in a letter or two from what there is. Another name
--- is left to the game: an effect may give it to an object.
---@param reader strata.LineReader
---@param text string
function M.need(reader, text)
  if M.is_known(reader, text) then
    return
  end
  local names = spelling.keys(reader.cards)
  table.move(spelling.keys(reader.ids), 1, #spelling.keys(reader.ids), #names + 1, names)
  for _, bare in ipairs(object_lookup.bare_names(text)) do
    local near = spelling.nearest(bare, names)
    if near then
      refuse("no object or card is called '%s'; did you mean '%s'?", bare, near)
    end
  end
end

--- All that a name means now, at least one.
local function all_of(stage, name)
  local somebody = stage:somebody(name)
  if somebody then
    return { { id = name, entity = somebody } }
  end
  local found = object_lookup.find(stage, name)
  if #found == 0 then
    error(object_lookup.nobody(stage, name), 0)
  end
  return found
end

-- -- What is said of them -----------------------------------------------------------

---@alias strata.Statement fun(stage: strata.Stage, object: table): boolean, string, string?

--- Reads one statement, "power=2", of somebody: a function that tells of an object whether it is
--- so, what is the case, and why.
---@param reader strata.LineReader
---@param name string what is asked
---@param operator string
---@param wanted string
---@return strata.Statement|nil nil: nothing is called so
function M.statement(reader, name, operator, wanted)
  local query = expect_queries.find(reader, name)
  if not query then
    return nil
  end
  local compare = expect_compare.read(query, operator, wanted)
  return function(stage, object)
    local value, text = query.get(stage, object)
    text = text or expect_compare.said(stage, query, value)
    return compare(stage, value), text, observe.why(object.entity, query.why)
  end
end

-- Names of two words whose second is that of an attribute.
local FIRST <const> = { base = true, mana = true, attached = true }

--- Where the statements of "power=2 base toughness=3" begin, behind the first.
local function starts_of(text)
  local starts, at = { 1 }, (text:find("[!<>=]") or #text) + 1
  while true do
    local start, stop = text:find(",? %a[%w_]*[!<>=]=?", at)
    if not start then
      return starts
    end
    local word_at, word = text:sub(1, start - 1):match("() (%a+)$")
    local is_joined = FIRST[word] and word_at >= at - 1
    starts[#starts + 1] = is_joined and word_at or start
    at = stop + 1
  end
end

--- Several statements in one text: "power=2 toughness=3" with blanks or commas between them. Nil
--- if it is one statement, or if not all of them can be read.
local function several(reader, text)
  local starts, list = starts_of(text), {}
  for i, start in ipairs(starts) do
    local part = text:sub(start, (starts[i + 1] or #text + 1) - 1):gsub("^,? ", "")
    local name, operator, wanted = expect_text.split(part)
    local is_fine, one = pcall(M.statement, reader, name, operator, wanted)
    if not is_fine or not one or #starts == 1 then
      return nil
    end
    list[i] = { name = name, judge = one }
  end
  return list
end

local function all_hold(list)
  return function(stage, object)
    local holds, texts, reasons = true, {}, {}
    for i, one in ipairs(list) do
      local is_so, text, why = one.judge(stage, object)
      holds = holds and is_so
      texts[i] = one.name .. "=" .. text
      reasons[#reasons + 1] = why
    end
    return holds, table.concat(texts, " "), #reasons > 0 and table.concat(reasons, "\n") or nil
  end
end

--- Reads all that a text says of somebody; nil if nothing is called so.
---@param reader strata.LineReader
---@param text string normal
---@return strata.Statement|nil
function M.statements(reader, text)
  local list = several(reader, text)
  if list then
    return all_hold(list)
  end
  local name, operator, wanted = expect_text.split(text)
  return M.statement(reader, name, operator, wanted)
end

--- Whether a statement is so of all that a name means.
---@param name string
---@param statement strata.Statement
---@return strata.Judge
function M.of_all(name, statement)
  return function(stage)
    local first, first_why = nil, nil
    for _, object in ipairs(all_of(stage, name)) do
      local holds, got, why = statement(stage, object)
      if not holds then
        return false, got, why
      end
      first, first_why = first or got, first_why or why
    end
    return true, first, first_why
  end
end

--- Refuses a name that asks nothing, with the nearest that does.
---@param reader strata.LineReader
---@param name string
function M.refuse_name(reader, name)
  local hint = spelling.hint(name, expect_queries.names(reader), true)
  refuse("no attribute '%s', and lines ask nothing else by that name%s", name, hint)
end

return M
