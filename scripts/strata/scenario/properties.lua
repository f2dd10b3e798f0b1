--- Properties: statements of a pack that must hold in every game with it, after every step.
---
--- They are declared in the pack's tests/properties.lua. Each is a predicate that no object may
--- satisfy, a condition, or a function where neither can express it.
local strata = require("strata")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")
local steps = require("strata.stage.steps")

local M = {}

---@class strata.Property
---@field name string
---@field path string
---@field line integer
---@field judge fun(stage: strata.Stage): string|nil what is the case instead

---@class strata.Properties
---@field [integer] strata.Property
---@field events? string[] kinds of them, and aliases, that an explored game may begin; all
---@field steps? string[] verbs of steps that it may take; all

-- -- The ways to say one -------------------------------------------------------

--- Those who satisfy a predicate.
local function select(stage, who)
  return stage.world:select(strata.expr(phrase.full(who)))
end

--- The name of an entity in a game.
local function called(stage, entity)
  return stage:id_of(entity) or tostring(entity)
end

local function never(who)
  return function(stage)
    local names = {}
    for i, entity in ipairs(select(stage, who)) do
      names[i] = called(stage, entity)
    end
    return #names > 0 and table.concat(names, ", ") or nil
  end
end

local function always(condition)
  local text = strata.expr(phrase.full(condition))
  return function(stage)
    return stage.world:eval(text) ~= true and "it does not hold" or nil
  end
end

--- A game as functions of properties see it: to be read.
local function seen(stage)
  local players = {}
  for place, name in ipairs(stage.order) do
    players[place] = stage.players[name]
  end
  return {
    world = stage.world,
    players = players,
    select = function(_, who)
      return select(stage, who)
    end,
    count = function(_, who)
      return #select(stage, who)
    end,
    value = function(_, what, it)
      return stage.world:eval(strata.expr(phrase.full(what)), it)
    end,
    called = function(_, entity)
      return called(stage, entity)
    end,
  }
end

local function holds(run)
  return function(stage)
    local before = stage.world:hash()
    local is_fine, _, result, message = host.within(nil, run, seen(stage))
    if not is_fine then
      return tostring(result)
    elseif stage.world:hash() ~= before then
      return "it has changed the game, which it may only read"
    end
    return not result and tostring(message or "it does not hold") or nil
  end
end

-- -- Reading ---------------------------------------------------------------------

local function is_predicate(value)
  return phrase.is(value) and value.kind == "pred"
end

local WAYS <const> = {
  never = { never, is_predicate, "a predicate" },
  always = { always, is_predicate, "a condition" },
  holds = {
    holds,
    function(value)
      return type(value) == "function"
    end,
    "a function",
  },
}

local function check_fields(game, item, known)
  for key in host.sorted_pairs(item.given) do
    if type(key) == "string" and not known[key] then
      local hint = spelling.hint(key, spelling.keys(known))
      game.files:blame(item, key, "%s: no field '%s'%s", item.word, key, hint)
    end
  end
end

--- What judges a property, which is said in one way.
local function judge_of(game, item)
  local name, found = item.given[1], nil
  for field, way in host.sorted_pairs(WAYS) do
    local value = item.given[field]
    if value ~= nil and found then
      game.files:blame(item, field, "property: '%s' is said in two ways; say one of them", name)
    elseif value ~= nil and not way[2](value) then
      local form = "property: %s: expected %s, got %s"
      game.files:blame(item, field, form, field, way[3], vocabulary.said(value))
    elseif value ~= nil then
      found = way[1](value)
    end
  end
  return found
end

--- One property: its name, and one way to say it.
local function read_property(game, list, place)
  local item = list.given[place]
  if type(item) ~= "table" or item.word ~= "property" then
    game.files:blame(
      list,
      place,
      "properties: expected property { ... }, got %s",
      vocabulary.said(item)
    )
  end
  check_fields(game, item, WAYS)
  local name = item.given[1]
  if type(name) ~= "string" or name == "" then
    game.files:blame(item, 1, "property: expected its name first, got %s", vocabulary.said(name))
  end
  local found = judge_of(game, item)
  if not found then
    game.files:blame(item, nil, "property: '%s' says nothing; give it always, never or holds", name)
  end
  return { name = name, path = item.path, line = item.line, judge = found }
end

--- A list of names, all of which are known; nil if the file does not say it.
local function read_names(game, list, field, known, what)
  local names = list.given[field]
  if names ~= nil and (type(names) ~= "table" or names.word or phrase.is(names)) then
    local form = "properties: %s: expected a list of names, got %s"
    game.files:blame(list, field, form, field, vocabulary.said(names))
  end
  for _, name in ipairs(names or {}) do
    if not known[name] then
      local hint = spelling.hint(tostring(name), spelling.keys(known))
      game.files:blame(
        list,
        field,
        "properties: %s: no %s '%s'%s",
        field,
        what,
        tostring(name),
        hint
      )
    end
  end
  return names
end

--- Whether a file of tests is one of properties, and holds no test.
---@param path string
---@return boolean
function M.is_file(path)
  return path:find("[^/]*$") == path:find("properties%.lua$")
end

--- What a pack says of every game of it; an empty list if it says nothing. Raises with the place of
--- a mistake.
---@param game strata.Game
---@param folder string of the pack
---@return strata.Properties
function M.load(game, folder)
  local path, list = folder .. "/tests/properties.lua", {}
  if not host.is_file(path) then
    return list
  end
  local known = {}
  for name, word in next, game.test_words or game.words do
    known[name] = word
  end
  local script = host.environment(game.pack.name, folder)
  setmetatable(known, { __index = script })
  local result = game.files:run(path, known)
  if type(result) ~= "table" or result.word ~= "properties" then
    error(("%s: expected properties { ... }, got %s"):format(path, vocabulary.said(result)), 0)
  end
  check_fields(game, result, { events = true, steps = true })
  list.events = read_names(game, result, "events", game.kinds.known, "event")
  local verbs = steps.available(game)
  list.steps = read_names(game, result, "steps", verbs, "step of an explored game")
  for place = 1, #result.given do
    list[place] = read_property(game, result, place)
  end
  return list
end

-- -- Judging ---------------------------------------------------------------------

--- The first property that does not hold, and what is the case instead; nil if all do.
---@param list strata.Properties|nil
---@param stage strata.Stage
---@return strata.Property|nil
---@return string|nil message
function M.broken(list, stage)
  for _, property in ipairs(list or {}) do
    local message = property.judge(stage)
    if message then
      return property, message
    end
  end
  return nil
end

--- That one does not hold, as a sentence.
---@param property strata.Property
---@param message string
---@return string
function M.said(property, message)
  local form = "property '%s' does not hold: %s (%s:%d)"
  return form:format(property.name, message, property.path, property.line)
end

return M
