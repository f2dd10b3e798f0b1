--- Suites: the tests of a pack of cards, read together so that its rules are made once.
local clashes = require("strata.clashes")
local declared = require("strata.declared")
local explained = require("strata.explained")
local game_module = require("strata.game")
local host = require("strata.host")
local kept = require("strata.kept")
local lookup = require("strata.lookup")
local meetings = require("strata.meetings")
local origins = require("strata.origins")
local packs = require("strata.packs")
local profile = require("strata.profile")
local scenario = require("strata.scenario")
local settings = require("strata.settings")
local ties = require("strata.ties")
local why_page = require("strata.why_page")

local M = {}

--- How many pairs of cards `strata conflicts` tries if it is not said.
local MOST_PAIRS <const> = 1000

--- Whether a pack has cards or rules, and its tests are scenarios.
---@param asked strata.Asked the pack's folder first, then those of others in the same game
---@return boolean
function M.is_game(asked)
  local pack = host.manifest(asked[1])
  return pack.rules ~= nil or pack.cards ~= nil or pack.events ~= nil
end

-- -- Reading -----------------------------------------------------------------

---@class strata.Test
---@field name string
---@field path string
---@field scenario? strata.Scenario
---@field game? strata.Game
---@field error? string what is wrong with the file
---@field is_script? boolean it was no scenario, and has run
---@field is_measured? boolean it has been played

--- Words for test files: those of cards, and what scripts have.
local function test_words(game)
  local words = {}
  for name, value in host.sorted_pairs(host.environment(game.pack.name, game.pack.path)) do
    words[name] = value
  end
  for name, value in host.sorted_pairs(game.words) do
    words[name] = value
  end
  words.settings = settings.constants(game.pack)
  return words
end

--- The packs of a game, and one that is optional to the first of them.
local function with_optional(asked, name)
  local list = table.move(asked, 1, #asked, 1, { seed = asked.seed })
  list[#list + 1] = name and packs.locate(asked[1], name) or nil
  return list
end

local function load_game(asked, variant, with)
  local game = game_module.load(with_optional(asked, with), variant)
  game.test_words = test_words(game)
  return game
end

--- The game of a variant of the rules, perhaps with an optional pack; all of a suite's are frozen
--- together.
local function game_of(suite, variant, with)
  local name = (variant or "") .. (with and " with " .. with or "")
  if not suite.games[name] then
    suite.games[name] = load_game(suite.asked, variant, with)
    suite.order[#suite.order + 1] = name
  end
  return suite.games[name]
end

local function add_scenarios(suite, path, game, list, with)
  for place, one in ipairs(list) do
    local own = game
    if one.variant then
      own = game_of(suite, one.variant, with)
      one = scenario.read_file(own, path)[place]
    end
    suite.tests[#suite.tests + 1] = { name = one.name, path = path, scenario = one, game = own }
  end
end

local function add_file(suite, path)
  local pack = host.manifest(suite.folder)
  pack.path = suite.folder
  local is_fine, with, game = pcall(ties.with, pack, path)
  local result = with
  if is_fine then
    is_fine, game = pcall(game_of, suite, nil, with)
    result = game
  end
  if is_fine then
    is_fine, result = pcall(scenario.read_file, game, path)
  end
  if is_fine and result then
    is_fine, result = pcall(add_scenarios, suite, path, game, result, with)
    if is_fine then
      return
    end
  end
  local problem = not is_fine and tostring(result) or nil
  suite.tests[#suite.tests + 1] = { name = path, path = path, error = problem, is_script = is_fine }
end

--- Two scenarios of one name could not be told apart in a report.
local function check_names(suite)
  local seen = {}
  for _, test in ipairs(suite.tests) do
    local earlier = seen[test.name]
    if earlier and test.scenario then
      test.error = ("%s: a scenario of this name is in %s already"):format(test.path, earlier.path)
    end
    seen[test.name] = seen[test.name] or test
  end
end

local function is_wanted(test, filter)
  return filter == nil
    or test.name:find(filter, 1, true) ~= nil
    or test.path:find(filter, 1, true) ~= nil
end

---@class strata.Suite
---@field tests strata.Test[]
---@field games table<string, strata.Game> by the variant of the rules
---@field asked strata.Asked the packs of the games
---@field folder string the first of them, whose tests these are
---@field measured? strata.Measured
---@field kept table<strata.Game, table> what functions of a game held before it was played

--- Read the tests of a pack. Raises if the pack itself is wrong.
---@param asked strata.Asked the pack's folder first, then those of others in the same game
---@param paths string[] of test files
---@param filter? string only tests with this in their name or path
---@return strata.Suite
function M.open(asked, paths, filter)
  local suite = { asked = asked, folder = asked[1], games = {}, order = {}, tests = {}, kept = {} }
  game_of(suite, nil)
  for _, path in ipairs(paths) do
    add_file(suite, path)
  end
  check_names(suite)
  for _, variant in ipairs(suite.order) do
    suite.games[variant]:freeze()
  end
  local wanted = {}
  for _, test in ipairs(suite.tests) do
    wanted[#wanted + 1] = is_wanted(test, filter) and test or nil
  end
  suite.tests = wanted
  return suite
end

-- -- Running -----------------------------------------------------------------

local function indented(text, indent)
  return (text:gsub("[^\n]+", indent .. "%0"))
end

local function quoted(text)
  local plain = text:gsub("\\", "\\\\"):gsub('"', '\\"'):gsub("[%c]", " ")
  return ('"%s"'):format(plain)
end

--- What did not come out, as the lines of a block of YAML.
local function report(test, failures)
  local lines = { ("file: %s:%d"):format(test.path, test.scenario.line), "failures:" }
  for _, failure in ipairs(failures) do
    if failure.line ~= "" then
      lines[#lines + 1] = "  - expected: " .. quoted(failure.line)
      lines[#lines + 1] = "    got: " .. quoted(failure.message)
    else
      lines[#lines + 1] = "  - error: " .. quoted(failure.message)
    end
    if failure.why then
      lines[#lines + 1] = "    why: |"
      lines[#lines + 1] = indented(failure.why, "      ")
    end
  end
  return table.concat(lines, "\n")
end

local function play(suite, place, watch, is_mutated)
  local test = suite.tests[place]
  if test.error then
    return "message: " .. quoted(test.error)
  end
  if test.is_script then
    return nil
  end
  suite.kept[test.game] = suite.kept[test.game] or kept.of(test.game)
  local failures = scenario.run(test.game, test.scenario, watch, is_mutated)
  local changed = kept.changed(test.game, suite.kept[test.game])
  failures[#failures + 1] = changed and { line = "", message = changed } or nil
  return #failures > 0 and report(test, failures) or nil
end

--- Run a test of a suite: nil if it passes, else what did not come out.
---@param suite strata.Suite
---@param place integer
---@param is_mutated boolean each expectation must fail when it is changed, and is tried so
---@return string|nil
function M.run(suite, place, is_mutated)
  return play(suite, place, nil, is_mutated)
end

--- The same; and what was recorded of it must be the same game when it is played again.
---@param suite strata.Suite
---@param place integer
---@return string|nil
function M.replayed(suite, place)
  local test = suite.tests[place]
  local difference
  local result = play(suite, place, function(world, f)
    local record = world:record()
    f()
    local again
    again, difference = test.game.rules:replay(record:save())
    if not difference and again:save() ~= world:save() then
      difference = "the hashes are the same, and the saves are not"
    end
  end)
  return result or difference and "message: " .. quoted("replay: " .. tostring(difference)) or nil
end

--- The same as run with what its evaluation costs added up in the suite. Scripts are left out.
---@param suite strata.Suite
---@param place integer
---@return string|nil
function M.measure(suite, place)
  suite.measured = suite.measured or profile.new()
  local sum, test = suite.measured, suite.tests[place]
  return play(suite, place, function(world, f)
    sum.scenarios = sum.scenarios + (test.is_measured and 0 or 1)
    test.is_measured = true
    profile.add(sum, world:profile(f), test.game.definitions)
  end)
end

--- What was measured as text, or in a line of JSON; nil if that were no scenarios.
---@param suite strata.Suite
---@param times integer how often each was played
---@param is_json boolean
---@return string|nil
function M.measured(suite, times, is_json)
  local sum = suite.measured
  if not sum or sum.scenarios == 0 then
    return nil
  end
  if is_json then
    return profile.json(sum, suite.folder)
  end
  local count = sum.scenarios
  local heading = ("%s: %d scenario%s"):format(suite.folder, count, count == 1 and "" or "s")
  return ("%s%s\n%s"):format(heading, times > 1 and (", %d times"):format(times) or "",
    profile.text(sum))
end

-- -- Checking ----------------------------------------------------------------

--- What stands against the game that packs make, a line for each problem; nil if nothing does.
---@param asked strata.Asked
---@return string|nil
function M.packs(asked)
  local _, problems = packs.solve(asked)
  return problems and table.concat(problems, "\n") or nil
end

--- What is wrong with the cards, rules and laws of a game, alone and with each pack that is
--- optional to the first of its packs and is there, a line for each; nil if all is well.
---@param asked strata.Asked
---@return string|nil
function M.check(asked)
  local problems = declared.problems(asked)
  local dependencies = #problems == 0 and host.manifest(asked[1]).optional or {}
  for _, dependency in ipairs(dependencies) do
    for _, choice in ipairs(dependency.choices) do
      if packs.locate(asked[1], choice.name) then
        local more = declared.problems(with_optional(asked, choice.name))
        table.move(more, 1, #more, #problems + 1, problems)
      end
    end
  end
  return #problems > 0 and table.concat(problems, "\n") or nil
end

-- -- Who made what -----------------------------------------------------------

--- Who made what is called by a name, and who has changed what of it, as text or lines of JSON.
---@param folders string[] of packs
---@param name string
---@param is_json boolean
---@return string
function M.why_def(folders, name, is_json)
  local game = game_module.load(folders, nil, nil, true)
  local found, hint = origins.find(game, name)
  if #found == 0 then
    error(("why-def: nothing is called '%s'%s"):format(name, hint), 0)
  end
  local list = {}
  for i, origin in ipairs(found) do
    list[i] = is_json and origins.json(origin) or origins.text(origin)
  end
  return table.concat(list, "\n")
end

--- What packs disagree about: what two say of one thing, and what depends on which of their cards
--- was there first.
---@param folders string[] of packs
---@param most string|nil how many pairs of cards are tried
---@return string
---@return boolean is_wrong whether they disagree
function M.conflicts(folders, most)
  local game = game_module.load(folders, nil, nil, true)
  local lines = {}
  for i, clash in ipairs(game:clashes()) do
    lines[i] = clashes.message(game.files, clash)
  end
  for _, name in ipairs(meetings.PLAYERS) do
    game.symbols[game.schema:symbol(name)] = true
  end
  game:freeze()
  local met = meetings.find(game, math.tointeger(tonumber(most or MOST_PAIRS)))
  lines[#lines + 1] = meetings.text(met)
  return table.concat(lines, "\n"), #lines > 1 or #met.list > 0
end

-- -- Looking into a scenario -------------------------------------------------

--- A scenario of a file: the first one, or that of a name.
local function find_test(asked, path, filter)
  local suite = M.open(asked, { path }, filter)
  local test = suite.tests[1]
  if not test then
    error(("%s: no scenario '%s'"):format(path, tostring(filter)), 0)
  end
  if test.error or not test.scenario then
    error(test.error or path .. ": it holds no scenario", 0)
  end
  return test
end

--- The stage on which it has been played.
local function staged(asked, path, filter, remembers)
  local test = find_test(asked, path, filter)
  return scenario.stage(test.game, test.scenario, remembers), test
end

--- An event is called by its kind, then the newest of them is meant, or by its row of the log.
local function event_of(text)
  return math.tointeger(tonumber(text)) or text
end

--- Why a card did nothing about an event: "Grizzly Bears.bell not die".
local function why_not(asked, path, what, filter, about)
  local name, code, event = table.unpack(about)
  local stage, test = staged(asked, path, filter, true)
  local entity = stage:somebody(name) or lookup.one(stage, name).entity
  local account = stage.world:why_not(entity, code, event_of(event))
  return ("%s: %s\n%s"):format(test.name, what, tostring(account))
end

--- Who has amended what an entity's card says of an attribute, as lines behind an account.
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
    return explained.json(explained.record(...))
  end,
  html = function(...)
    return why_page.of(explained.record(...))
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
  local about = { what:match("^(.+)%.([%w_:]+) not ([%w_]+)$") }
  local name, attribute = what:match("^(.+)%.([%w_]+)$")
  if form and (about[1] or not name) then
    error(("why: --%s is for values, CARD.attribute, and got '%s'"):format(form, what), 0)
  elseif about[1] then
    return why_not(asked, path, what, filter, about)
  end
  if not name and what:find("^[%w_]+$") then
    local stage, test = staged(asked, path, filter, true)
    local account = stage.world:why(event_of(what))
    return ("%s: %s\n%s"):format(test.name, what, tostring(account))
  elseif not name then
    local problem = "why: expected CARD.attribute, EVENT or CARD.code not EVENT, got '%s'"
    error(problem:format(what), 0)
  end
  local stage, test = staged(asked, path, filter)
  local entity = stage:somebody(name) or lookup.one(stage, name).entity
  local head = { scenario = test.name, file = path, what = what }
  head.amended = amended_lines(stage, entity, attribute)
  return FORMS[form or "text"](stage, entity, attribute, head)
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
  local graph = stage.world:graph(number or layer)
  return is_dot and graph.dot or tostring(graph)
end

-- -- Records and replays -----------------------------------------------------

--- Play a scenario of a file, and give what was recorded of it.
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
  local game = game_module.load(asked)
  game:freeze()
  return game
end

--- Play what was recorded with the packs of a game.
---@param asked strata.Asked
---@param bytes string
---@param allow_changed boolean
---@param path? string of the scenario that was played: it may have added to the rules
---@return string text
---@return boolean is_same
function M.replay(asked, bytes, allow_changed, path)
  local game = path and find_test(asked, path).game or load_frozen(asked)
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
