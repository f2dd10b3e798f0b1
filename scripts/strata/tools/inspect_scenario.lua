--- Questions about a scenario after it was played: the explanation of a value, why an event
--- happened or did not, the order of effects; its record, and the replay of records.
local error_text = require("strata.base.error_text")
local linker = require("strata.link.linker")
local scenario = require("strata.scenario.scenario")
local asked_watchers = require("strata.stage.asked_watchers")
local object_lookup = require("strata.stage.object_lookup")
local explain_json = require("strata.tools.explain_json")
local live_game = require("strata.session.live_game")
local test_suite = require("strata.tools.test_suite")
local why_page = require("strata.tools.why_page")
local world_record = require("strata.record.world_record")

local M = {}

--- Find a scenario of a file: the first one, or the one with a name.
local function find_test(asked, path, filter)
  local suite = test_suite.open(asked, { path }, filter)
  local test = suite.tests[1]
  if not test then
    error(("%s: no scenario '%s'"):format(path, tostring(filter)), 0)
  end
  if test.error or not test.scenario then
    error(test.error or path .. ": it holds no scenario", 0)
  end
  return test
end

--- The stage of a scenario after it was played.
local function staged(asked, path, filter, remembers)
  local test = find_test(asked, path, filter)
  return scenario.stage(test.game, test.scenario, remembers), test
end

--- Find an event by its row of the log, or the newest event of a type.
local function event_of(text)
  return math.tointeger(tonumber(text)) or text
end

--- Calls a function that explains; an error is raised without the position in the library.
local function told(explain, ...)
  local is_fine, account = pcall(explain, ...)
  return is_fine and account or error(error_text.plain(account), 0)
end

--- Calls a method of the world that explains.
local function answer(world, method, ...)
  return told(world[method], world, ...)
end

--- Why a card did nothing about an event: "Grizzly Bears.bell not die".
local function why_not(asked, path, what, filter, about)
  local name, code, event = table.unpack(about)
  local stage, test = staged(asked, path, filter, true)
  local entity = stage:somebody(name) or object_lookup.one(stage, name).entity
  local card = stage.game.definitions[entity:definition()]
  local watcher = card and asked_watchers.find(stage.game, card, code, event) or code
  local account = answer(stage.world, "why_not", entity, watcher, event_of(event))
  return ("%s: %s\n%s"):format(test.name, what, tostring(account))
end

--- The amendments of an attribute of an entity's card, as lines behind an explanation.
local function amended_lines(stage, entity, attribute)
  local card = stage.game.definitions[entity:definition()]
  local is_abilities = attribute == stage.game.schema.roles.abilities
  local lines = {}
  for _, row in ipairs(card and card.draft.altered or {}) do
    if row.what == attribute or (is_abilities and row.what:find("^ability ")) then
      local form = "%s: %s -> %s in the card, by %s, %s:%d"
      lines[#lines + 1] = form:format(row.what, row.old, row.new, row.pack, row.path, row.line)
    end
  end
  return lines
end

-- How a value is explained: as lines, as a record, or as a page.
local FORMS <const> = {
  text = function(_, entity, attribute, head)
    local lines = { ("%s: %s"):format(head.scenario, head.what), tostring(entity:why(attribute)) }
    for _, line in ipairs(head.amended) do
      lines[#lines + 1] = "  " .. line
    end
    return table.concat(lines, "\n")
  end,
  json = function(...)
    return explain_json.json(explain_json.record(...))
  end,
  html = function(...)
    return why_page.of(explain_json.record(...))
  end,
}

--- Explain a value at the end of a scenario, "Grizzly Bears.power"; how an event came, "damage", or
--- "7", a row of the log; or why a card did nothing about one. Only values have forms but text.
---@param asked strata.Asked the packs of the game
---@param path string
---@param what string
---@param filter? string
---@param form? "text"|"json"|"html"
---@return string
function M.why(asked, path, what, filter, form)
  local about = { what:match("^(.+)%.([^.]+) not ([%w_]+)$") }
  local name, attribute = what:match("^(.+)%.([%w_]+)$")
  if form and (about[1] or not name) then
    error(("why: --%s is for values, CARD.attribute, and got '%s'"):format(form, what), 0)
  elseif about[1] then
    return why_not(asked, path, what, filter, about)
  end
  if not name and what:find("^[%w_]+$") then
    local stage, test = staged(asked, path, filter, true)
    local account = answer(stage.world, "why", event_of(what))
    return ("%s: %s\n%s"):format(test.name, what, tostring(account))
  elseif not name then
    local problem = "why: expected CARD.attribute, EVENT or CARD.ability not EVENT, got '%s'"
    error(problem:format(what), 0)
  end
  local stage, test = staged(asked, path, filter)
  local entity = stage:somebody(name) or object_lookup.one(stage, name).entity
  local head = { scenario = test.name, file = path, what = what }
  head.amended = amended_lines(stage, entity, attribute)
  return told(FORMS[form or "text"], stage, entity, attribute, head)
end

--- The order of the effects of a layer at the end of a scenario, as text or as a graph.
---@param asked strata.Asked the packs of the game
---@param path string
---@param layer string
---@param filter? string
---@param is_dot? boolean
---@return string
function M.graph(asked, path, layer, filter, is_dot)
  local stage = staged(asked, path, filter)
  local number = math.tointeger(tonumber(layer))
  local graph = answer(stage.world, "graph", number or layer)
  return is_dot and graph.dot or tostring(graph)
end

-- -- Records and replays -----------------------------------------------------

--- Play a scenario of a file, and return its record.
---@param asked strata.Asked the packs of the game
---@param path string
---@param filter? string
---@return string bytes
function M.record(asked, path, filter)
  local test = find_test(asked, path, filter)
  local _, record = scenario.stage(test.game, test.scenario, false, true)
  return record:save()
end

local function load_frozen(asked)
  local game = linker.load(asked)
  game:freeze()
  return game
end

--- The game in which a record was made. The game of a session or of a scenario has seats, whose
--- names are symbols; so has one whose rules have changed since, as its save may use these names.
local function recorded_game(asked, bytes)
  local plain = load_frozen(asked)
  if plain.rules:hash() == world_record.rules_of(bytes) then
    return plain
  end
  local seated = live_game.load(asked)
  seated:freeze()
  return seated
end

--- Replay a record with the packs of a game.
---@param asked strata.Asked
---@param bytes string
---@param allow_changed boolean
---@param path? string of the scenario that was played: it may have added to the rules
---@return string text
---@return boolean is_same
function M.replay(asked, bytes, allow_changed, path)
  local game = path and find_test(asked, path).game or recorded_game(asked, bytes)
  local options = { allow_changed = allow_changed }
  local is_fine, world, difference = pcall(game.rules.replay, game.rules, bytes, options)
  if not is_fine then
    error(world, 0)
  elseif difference then
    return "replay: " .. difference.text, false
  end
  return ("the same game: hash %s"):format(world:hash()), true
end

return M
