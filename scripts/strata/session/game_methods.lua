--- The methods of `game` in a session: what each is given is checked, and what is too much refused.
local host = require("strata.host")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local scenario_export = require("strata.scenario.scenario_export")
local player_actions = require("strata.stage.player_actions")
local steps = require("strata.stage.steps")

local M = {}

--- What is said of a method that an object does not have.
local function has_not(live, name, functions, key)
  local form = "%s has no '%s'; it has %s%s"
  local step = "; '%s' is a step: %s:step { %s = ... }"
  local verb = steps.of(live.game)[key] and step:format(key, name, key)
  local methods = table.concat(spelling.keys(functions), ", ")
  return form:format(name, tostring(key), methods, verb or "")
end

--- Raise if a method was called with a point, so that its first argument stands for the game.
local function must_be_game(game, method)
  local meta = host.metatable(game)
  if type(game) ~= "table" or type(meta) ~= "table" or meta.__name ~= "game" then
    error(("game.%s: call it with a colon, as game:%s(...)"):format(method, method), 0)
  end
end

--- The first card of a game, for an example.
local function some_card(game)
  return spelling.keys(game.cards)[1]
end

--- Raise if the zone or the player that game:put was given is none.
local function must_be_place(live, card, zone, player)
  local order, form = live.stage.order, "game:put: expected the name of a %s, got %s; say %s"
  local home = live.game.schema.home
  local example = ("game:put(%q, %q, %q)"):format(card, home, order[#order])
  for what, said in host.sorted_pairs({ zone = zone, player = player }) do
    if type(said) ~= "string" then
      error(form:format(what, table_reader.said(said), example), 0)
    end
  end
  local zones = live.game.schema.data.zones
  if zone and not zones[zone] then
    local hint = spelling.hint(zone, spelling.keys(zones))
    error(("game:put: no zone '%s'%s"):format(zone, hint), 0)
  end
end

--- An object that has these functions as methods, and nothing else.
local function facade(live, name, functions)
  return setmetatable({}, {
    __index = function(_, key)
      return functions[key] or error(has_not(live, name, functions, key), 0)
    end,
    __newindex = function()
      error(name .. ": its fields cannot be assigned", 0)
    end,
    __name = name,
    __metatable = false,
  })
end

--- A player that is given as an entity or by name; nil if nobody is given.
local function player_named(stage, given)
  local kind = host.metatable(given)
  local name = given
  if kind and kind.__name == "entity" then
    name = stage:player_name(given)
  end
  if given ~= nil and (type(name) ~= "string" or not stage.players[name]) then
    local form = "game:legal: expected a player, %s, got %s"
    error(form:format(table.concat(stage.order, " or "), table_reader.said(given)), 0)
  end
  return name
end

-- The methods of `game` in a session: of each what it is given at most, and what it does.
local METHODS <const> = {
  put = {
    3,
    function(live, name, ...)
      if type(name) ~= "string" then
        local form = 'game:put: expected the name of a card in quotes, as game:put("%s"), got %s'
        error(form:format(some_card(live.game) or "...", table_reader.said(name)), 0)
      end
      must_be_place(live, name, ...)
      return live:put(name, ...)
    end,
  },
  step = {
    1,
    function(live, step)
      if type(step) ~= "table" then
        error('game:step: expected a step in braces, as game:step { destroy = "..." }', 0)
      end
      live:step(step)
    end,
  },
  legal = {
    1,
    function(live, player)
      return player_actions.text(live.stage, player_named(live.stage, player))
    end,
  },
  why_not = {
    1,
    function(live, said)
      if type(said) ~= "string" then
        local form = "game:why_not: expected an action as the list writes it, such as "
          .. '"A: pass", got %s'
        error(form:format(table_reader.said(said)), 0)
      end
      live:forget_undone()
      return player_actions.why_not(live.stage, said)
    end,
  },
  take = {
    1,
    function(live, which)
      live:forget_undone()
      return player_actions.take(live.stage, which)
    end,
  },
  scenario = {
    1,
    function(live, name)
      if name ~= nil and type(name) ~= "string" then
        local form = "game:scenario: expected the name of the scenario in quotes, got %s"
        error(form:format(table_reader.said(name)), 0)
      end
      return (scenario_export.text(live.stage, name or "as it is now"))
    end,
  },
}

--- The names of the methods.
---@return string[]
function M.names()
  return spelling.keys(METHODS)
end

--- The object `game` of a session; step_words.lua describes its methods.
---@param live strata.Live
---@return table
function M.of(live)
  local functions = {}
  for name, method in host.sorted_pairs(METHODS) do
    local most, call = table.unpack(method)
    functions[name] = function(game, ...)
      must_be_game(game, name)
      local given = select("#", ...)
      if given > most then
        local form = "game:%s: it takes %s, got %d"
        local many = most == 1 and "one argument" or ("at most %d arguments"):format(most)
        error(form:format(name, many, given), 0)
      end
      return call(live, ...)
    end
  end
  return facade(live, "game", functions)
end

return M
