--- Expectation lines about triggers and shields: "triggers(Soul Warden) = 1", "no trigger from X",
--- "shield(CoP) unused".
---
--- A card is named as everywhere; so is an object, whose own triggers are then counted.
local spelling = require("strata.base.spelling")
local expect_compare = require("strata.scenario.expect_compare")
local expect_subjects = require("strata.scenario.expect_subjects")
local expect_text = require("strata.scenario.expect_text")
local card_of_watcher = require("strata.stage.card_of_watcher")

local refuse = expect_text.refuse

local M = {}

--- Whether a card has a watcher definition whose rows stand in the log.
local function has_code(game, card)
  for code in pairs(game.code_items) do
    if card_of_watcher.card_of(game, code) == card then
      return true
    end
  end
  return false
end

--- The name of the card that a text calls by its name or its id.
local function card_name(reader, text)
  if reader.game.cards[text] then
    return text
  end
  local own = reader.game.definitions[text]
    or reader.game.definitions[reader.game.pack.name .. ":" .. text]
  return own and (own.front or own).name or nil
end

-- -- Rows -----------------------------------------------------------------------------

-- The words that make triggers which are no abilities of cards.
local MADE_BY <const> = { delayed = "later", reflexive = "when_you_do" }

--- A test of rows by the object that is their source.
local function of_object(text)
  return function(stage, row)
    return row.source ~= nil and expect_compare.is_called(stage, row.source, text)
  end
end

--- A test of rows by the card of their watcher definition or, for a card that has none, by the
--- card of their source.
local function of_card(reader, card)
  if has_code(reader.game, card) then
    return function(stage, row)
      return card_of_watcher.card_of(stage.game, row.code) == card
    end
  end
  return function(stage, row)
    local id = row.source and stage:id_of(row.source)
    local object = id and stage.ids[id]
    return object ~= nil and object.card.name == card
  end
end

local function made_by(word)
  return function(stage, row)
    local item = stage.game.code_items[row.code]
    return item ~= nil and item.word == word
  end
end

local function about_entering(stage, row)
  local item = stage.game.code_items[row.code]
  local about = item and item.given[1]
  local known = type(about) == "table" and stage.game.kinds.known[about.kind]
  return known and known.of ~= nil and known.enters
end

local function any_row()
  return true
end

--- A test of rows of the log: those of all triggers ("total"), of delayed or reflexive ones, of
--- those about what "enters", of an object, of a card.
local function test_of(reader, text)
  if text == "total" then
    return any_row
  elseif text == "enters" then
    return about_entering
  elseif MADE_BY[text] then
    return made_by(MADE_BY[text])
  elseif reader.ids[text] then
    return of_object(text)
  end
  local card = card_name(reader, text)
  if card then
    return of_card(reader, card)
  elseif expect_subjects.is_known(reader, text) then
    return of_object(text)
  end
  local known = spelling.keys(reader.game.cards)
  refuse("no card or object is called '%s'%s", text, spelling.hint(text, known, true))
end

--- How many abilities have triggered: see test_of.
local function triggers(reader, text, wanted)
  local name, operator, limit = expect_text.split(wanted and "triggers" .. wanted or "triggers=0")
  local compare = expect_compare.read({ kind = "number", name = name }, operator, limit)
  local test = test_of(reader, text)
  return function(stage)
    local count = 0
    for row in stage.world:log() do
      local is_trigger = row.what == "triggered" and row.code
      count = count + (is_trigger and test(stage, row) and row.count or 0)
    end
    return compare(stage, count), tostring(count)
  end
end

--- Whether an event still happens after a prevention effect was applied to it: an amount that
--- cannot be prevented is left, and so is the shield (615.12).
local function has_prevented(row)
  return row.what == "replaced" or (row.what == "prevented" and row.fields.prevented ~= 0)
end

local function unused(reader, text)
  local test = test_of(reader, text)
  local card = card_name(reader, text)
  if card and not has_code(reader.game, card) then
    refuse("%s has no shield or replacement effect, so it is always unused", card)
  end
  return function(stage)
    for row in stage.world:log() do
      if row.code and has_prevented(row) and test(stage, row) then
        return false, "it was used"
      end
    end
    return true, "it is unused"
  end
end

local FORMS <const> = {
  { "^triggers%((.+)%)([!<>=].+)$", triggers },
  { "^number of (.+) triggers(=.+)$", triggers },
  { "^no trigger from (.+)$", triggers },
  { "^shield%((.+)%) unused$", unused },
}

--- Reads a line about triggers and shields; nil if it is none.
---@param reader strata.LineReader
---@param text string normal
---@return strata.Judge|nil
function M.read(reader, text)
  for _, form in ipairs(FORMS) do
    local what, wanted = text:match(form[1])
    if what then
      return form[2](reader, what, wanted)
    end
  end
  return nil
end


return M
