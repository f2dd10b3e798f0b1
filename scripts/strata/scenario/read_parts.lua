--- What the readers of setups and of steps have in common: who is blamed, cards, counters, changes.
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local ability_words = require("strata.cards.ability")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

---@class strata.ScenarioReader
---@field game strata.Game
---@field item table what `scenario` made
---@field players string[]|nil nil: a step that stands in no scenario
---@field ids table<string, string> where each id was given
---@field fail fun(field: string|nil, place: any, form: string, ...) raises a message with its line

--- A reader of one scenario: what blames it, and what it declares.
---@param game strata.Game
---@param item table
---@return strata.ScenarioReader
function M.new(game, item)
  local reader = { game = game, item = item, made = 0, ids = {} }
  function reader.fail(field, place, form, ...)
    if place then
      game.files:blame_item(item, field, place, form, ...)
    end
    game.files:blame(item, field, form, ...)
  end
  return reader
end

--- The card of a name. Blames the scenario if there is none.
function M.card_of(reader, field, place, name)
  local card, message = reader.game:find_card(name, reader.item)
  if not card then
    reader.fail(field, place, "%s", message)
  end
  return card
end

--- Compile changes that stand in a step; abilities that they grant are declared now.
function M.compile_changes(reader, word, given, field, place)
  if type(given) ~= "table" or given.word then
    reader.fail(
      field,
      place,
      "%s: expected a table of changes, got %s",
      word,
      vocabulary.said(given)
    )
  end
  reader.made = reader.made + 1
  local own = slugs.of(reader.item.given.name)
  local name = ("%s:%s.%d"):format(reader.game.pack.name, own, reader.made)
  local item = { word = word, given = given, path = reader.item.path, line = reader.item.line }
  local scope = reader.game:scope(item, name)
  function scope.blame(_, form, ...)
    reader.fail(field, place, form, ...)
  end
  return ability_words.compile(scope, item, name)
end

-- Fields that hold changes, and the word whose list part they are like.
local CHANGES <const> = { except = "enters_as_copy", as = "face_down" }

--- Compiles the changes that fields of a step or an object hold.
function M.compile_except(reader, fields, field, place)
  for name, word in host.sorted_pairs(CHANGES) do
    local is_names = name == "as" and fields.verb ~= "face_down"
    if fields[name] ~= nil and not is_names then
      local compiled = M.compile_changes(reader, word, fields[name], field, place)
      fields[name .. "_clauses"] = compiled.except
    end
  end
end

--- Blames kinds of counters that the rules do not have.
function M.check_counters(reader, counters, field, place)
  if counters ~= nil and type(counters) ~= "table" then
    local got = vocabulary.said(counters)
    reader.fail(field, place, "counters: expected numbers by kind, got %s", got)
  end
  for kind, count in host.sorted_pairs(counters or {}) do
    local known = reader.game.schema.counters
    if not known[kind] then
      local hint = spelling.hint(tostring(kind), spelling.keys(known))
      reader.fail(field, place, "counters: no kind '%s'%s", tostring(kind), hint)
    end
    if math.type(count) ~= "integer" then
      reader.fail(field, place, "counters: how many %s? expected a number", kind)
    end
  end
end

--- Notes that an object gets an id. Blames the scenario if another has it, or a player.
---@param reader strata.ScenarioReader
---@param field string "setup", "steps"
---@param place any
---@param id string|nil
function M.add_id(reader, field, place, id)
  for _, player in ipairs(id and reader.players or {}) do
    if player == id then
      reader.fail(field, place, "'%s' is the name of a player; give the object another id", id)
    end
  end
  if id and reader.ids[id] then
    local form = "the id '%s' is given twice, here and in %s; give each object its own"
    reader.fail(field, place, form, id, reader.ids[id])
  elseif id then
    reader.ids[id] = ("%s, place %s"):format(field, place)
  end
end

return M
