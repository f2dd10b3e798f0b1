--- A scenario that a session opens: the game goes on from the state at the end of its steps.
---
--- It is played on a stage of its own, so that one that cannot be played leaves the session as it
--- is.
local host = require("strata.host")
local scenario = require("strata.scenario.scenario")
local scenario_reader = require("strata.scenario.scenario_reader")

local M = {}

-- Of how many scenarios of a file a message gives the names.
local NAMED <const> = 4

--- The names of a file's scenarios, for a reader to choose.
local function names_of(list)
  local names = {}
  for place = 1, math.min(#list, NAMED) do
    names[place] = ("'%s'"):format(list[place].name)
  end
  local rest = #list > NAMED and (" and %d more"):format(#list - NAMED) or ""
  return table.concat(names, ", ") .. rest
end

--- The scenario of a file that has this name, or the only one.
local function choose(list, path, name)
  if not name and #list == 1 then
    return list[1]
  end
  for _, one in ipairs(list) do
    if one.name == name then
      return one
    end
  end
  local form = "%s has the scenarios %s; say which, as in :open %s %s"
  local problem = name and ("no scenario '%s'; "):format(name) or ""
  error(problem .. form:format(path, names_of(list), path, list[1].name), 0)
end

--- Raise if a scenario is not of the session's rules and players, whose names stand for them.
local function must_fit(one, stage)
  if one.variant then
    local form = "'%s' is of the variant '%s' of the rules; a session has the rules themselves"
    error(form:format(one.name, one.variant), 0)
  end
  local theirs, ours = table.concat(one.players, ", "), table.concat(stage.order, ", ")
  if theirs ~= ours then
    local form = "'%s' is of the players %s, and this session of %s"
    error(form:format(one.name, theirs, ours), 0)
  end
end

--- The file of scenarios that `:open` names, and the scenario; nil if it names another file.
---@param said string "FILE.lua", or "FILE.lua NAME" where the file has several
---@return string|nil path
---@return string|nil name
function M.named(said)
  local path = said:match("^(.-%.lua)$")
  if path then
    return path
  end
  return said:match("^(.-%.lua)%s+(.+)$")
end

--- Play a scenario, its lines of `expect` left out. Raises if it cannot be played.
---@param stage strata.Stage of the session
---@param path string
---@param name? string
---@return strata.Stage
function M.play(stage, path, name)
  if not host.is_file(path) then
    error(("%s: cannot be opened"):format(path), 0)
  end
  local list = scenario_reader.read_file(stage.game, path)
  if not list then
    error(("%s holds no scenario"):format(path), 0)
  end
  local one = choose(list, path, name)
  must_fit(one, stage)
  return (scenario.stage(stage.game, one))
end

--- Call the objects of the session's stage as the scenario does, once its world has got the state.
---@param stage strata.Stage of the session
---@param played strata.Stage of the scenario
function M.take_names(stage, played)
  local theirs, same = {}, {}
  for _, object in ipairs(played.objects) do
    theirs[object.entity.id] = object
  end
  for _, object in ipairs(stage.objects) do
    local other = theirs[object.entity.id]
    if other and other.card == object.card then
      stage.ids[object.id], same[object] = nil, other
    end
  end
  for object, other in next, same do
    object.id, object.is_named, object.is_token = other.id, other.is_named, other.is_token
    stage.ids[object.id] = object
  end
end

return M
