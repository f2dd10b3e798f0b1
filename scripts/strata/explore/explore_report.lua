--- The results of explored games: as a file of tests, and as a report.
local json_writer = require("strata.base.json_writer")
local pack_check = require("strata.check.pack_check")
local coverage = require("strata.explore.coverage")
local explorer = require("strata.explore.explorer")
local move_text = require("strata.explore.move_text")
local smoke = require("strata.explore.smoke")
local host = require("strata.host")
local properties = require("strata.scenario.properties")
local scenario = require("strata.scenario.scenario")
local scenario_export = require("strata.scenario.scenario_export")
local scenario_reader = require("strata.scenario.scenario_reader")
local steps = require("strata.stage.steps")

local M = {}

-- How much of what is wrong stands in the name of a scenario.
local NAME <const> = 60

-- -- A file of tests -------------------------------------------------------------

--- The verb of a step: the key that takes all others.
local function verb_of(game, step)
  local best, most = nil, -1
  for key in host.sorted_pairs(step) do
    local verb, count = steps.of(game)[key], 0
    for _, field in ipairs(verb and verb.fields or {}) do
      count = count + (step[field] ~= nil and 1 or 0)
    end
    if verb and count > most then
      best, most = key, count
    end
  end
  return best
end

local function written(value)
  return scenario_export.written(value, {})
end

--- A step as it is read aloud: its verb first.
local function step_text(game, step)
  local verb = verb_of(game, step)
  local about = move_text.word(step, written) or written(step[verb])
  local list = { ("%s = %s"):format(verb, about) }
  for key, value in host.sorted_pairs(step) do
    local field = "%s = %s"
    list[#list + 1] = key ~= verb and field:format(key, written(value)) or nil
  end
  return ("{ %s }"):format(table.concat(list, ", "))
end

local function scenario_text(game, given)
  local texts = {}
  for _, step in ipairs(given.steps) do
    texts[step] = step_text(game, step)
  end
  return scenario_export.scenario(given, texts)
end

--- A found failure as the text of a scenario, which fails until the mistake is mended.
local function given_of(found, seed)
  local what = found.text:match("^[^\n]*")
  what = #what > NAME and what:sub(1, NAME) .. "..." or what
  return {
    name = ("seed %d, game %d: %s"):format(seed, found.number, what),
    players = found.given.players,
    sound = true,
    setup = found.given.setup,
    steps = found.given.steps,
  }
end

local function comment(text)
  return "-- " .. text:gsub("%s*\n%s*", "\n-- ")
end

--- The text of a file of tests with a scenario for each found failure.
---@param game strata.Game
---@param list strata.Found[]
---@param seed integer
---@param command string by which it was found
---@return string
function M.file(game, list, seed, command)
  local head, texts = comment("Found by " .. command .. "."), {}
  for place, found in ipairs(list) do
    texts[place] = scenario_text(game, given_of(found, seed))
  end
  if #list == 1 then
    return ("%s\n%s\nreturn %s\n"):format(head, comment(list[1].text), texts[1])
  end
  for place, found in ipairs(list) do
    local text = ("%s\n%s,"):format(comment(found.text), texts[place])
    texts[place] = text:gsub("[^\n]+", "  %0")
  end
  return ("%s\nreturn {\n%s\n}\n"):format(head, table.concat(texts, "\n"))
end

--- A path that no file has yet: in the folder of a pack's tests, or in the working directory if the
--- pack is an archive.
---@param folder string
---@param seed integer
---@return string
function M.free_path(folder, seed)
  local is_archive = folder:find("%.zip$") ~= nil
  local stem = is_archive and folder:match("([^/]*)%.zip$") .. "_" or folder .. "/tests/"
  local path, count = ("%sexplored_%d.lua"):format(stem, seed), 1
  while host.is_file(path) do
    count = count + 1
    path = ("%sexplored_%d_%d.lua"):format(stem, seed, count)
  end
  return path
end

-- -- Whether it fails ------------------------------------------------------------

--- The first line of a message, without numbers.
local function plain(message)
  return (message:match("[^\n]*"):gsub("%x*%d%x*", "#"))
end

--- Play the scenarios of a text, and find out whether each fails in the way that was found. Returns
--- what the others do instead, in the same order.
---@param asked strata.Asked the packs of the game
---@param path string where the text will be
---@param text string
---@param list strata.Found[]
---@return table<strata.Found, string> passing why one did not fail as it should
function M.try(asked, path, text, list)
  local game = pack_check.load(asked)
  game.properties = properties.load(game, asked[1])
  local scenarios, odd = scenario_reader.read_file(game, path, text), {}
  game:name_players(smoke.PLAYERS)
  game:freeze()
  for place, found in ipairs(list) do
    local failures = scenario.run(game, scenarios[place])
    local last = failures[#failures]
    local wanted, is_same = plain(found.text), false
    for _, failure in ipairs(failures) do
      is_same = is_same or plain(failure.message):find(wanted, 1, true) ~= nil
    end
    if not is_same then
      odd[found] = last and "it fails otherwise: " .. last.message or "it passes"
    end
  end
  return odd
end

-- -- Told -------------------------------------------------------------------------

local function count_of(known)
  local count = 0
  for _ in host.sorted_pairs(known) do
    count = count + 1
  end
  return count
end

--- Kinds of events that a game of these packs has.
local function kinds_of(game)
  return count_of(game.kinds.events)
end

--- The summary of an exploration as lines of text.
---@param explored strata.Explored
---@param game strata.Game
---@param folder string
---@return string
function M.text(explored, game, folder)
  local reached = coverage.of(explored.coverage, game, game.pack)
  local form = "explored %s: %d game%s, %d moves, %d of %d cards, %d of %d kinds of events"
  local lines = {
    form:format(folder, explored.games, explored.games == 1 and "" or "s", explored.moves,
      reached.cards - #reached.unseen, reached.cards, count_of(explored.events), kinds_of(game)),
  }
  for _, card in ipairs(reached.unseen) do
    lines[#lines + 1] = ("  in none: %s (%s:%d)"):format(card.name, card.file, card.line)
  end
  return table.concat(lines, "\n")
end

--- The summary of an exploration as a line of JSON.
---@param explored strata.Explored
---@param game strata.Game
---@param folder string
---@return string
function M.json(explored, game, folder)
  local reached, unseen = coverage.of(explored.coverage, game, game.pack), {}
  for place, card in ipairs(reached.unseen) do
    unseen[place] = ("{%s}"):format(json_writer.fields(card, { "card", "name", "file", "line" }))
  end
  local form = '{"explored": %s, "games": %d, "moves": %d, "cards": %d, "events": %d, '
    .. '"kinds": %d, "unseen": [%s]}'
  return form:format(json_writer.quoted(folder), explored.games, explored.moves, reached.cards,
    count_of(explored.events), kinds_of(game), table.concat(unseen, ", "))
end

--- The found failures as the failures of a test.
local function failures_of(game, explored, path, odd)
  local list = {}
  for place, found in ipairs(explored.found) do
    local count = #found.given.steps
    local lines = {
      ("game %d, %d step%s, in %s"):format(found.number, count, count == 1 and "" or "s", path),
      scenario_text(game, found.given),
      found.why,
    }
    if found.is_odd then
      table.insert(lines, 2, "it could not be made to happen again, and is not made shorter")
    elseif odd[found] then
      table.insert(lines, 2, "as a scenario it does not show: " .. odd[found])
    end
    list[place] = { line = "", message = found.text, why = table.concat(lines, "\n") }
  end
  return list
end

---@class strata.Exploration
---@field games integer
---@field seed integer
---@field path? string of the file for what is found

--- Explore a game. Returns the found failures as the failures of a test.
---@param game strata.Game
---@param asked strata.Asked its packs
---@param options strata.Exploration
---@return strata.Failure[]
---@return strata.Explored
---@return string|nil path of the file for what was found, and
---@return string|nil text what it is to hold
function M.run(game, asked, options)
  local explored, folder = explorer.run(game, options), asked[1]
  if #explored.found == 0 then
    return {}, explored
  end
  local path = options.path or M.free_path(folder, options.seed)
  local form = "strata test %s --explore %d --seed %d"
  local text = M.file(game, explored.found, options.seed, form:format(folder, options.games,
    options.seed))
  local is_fine, odd = pcall(M.try, asked, path, text, explored.found)
  if not is_fine then
    local message = tostring(odd)
    odd = setmetatable({}, { __index = function()
      return message
    end })
  end
  return failures_of(game, explored, path, odd), explored, path, text
end

return M
