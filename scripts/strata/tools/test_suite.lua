--- Test suites: the tests of a pack of cards, read together so that its rules are created once.
local hidden_state = require("strata.check.hidden_state")
local pack_check = require("strata.check.pack_check")
local coverage = require("strata.explore.coverage")
local explore_report = require("strata.explore.explore_report")
local smoke = require("strata.explore.smoke")
local host = require("strata.host")
local pack_graph = require("strata.packs.pack_graph")
local properties = require("strata.scenario.properties")
local scenario = require("strata.scenario.scenario")
local scenario_reader = require("strata.scenario.scenario_reader")
local profile_report = require("strata.tools.profile_report")
local suite_report = require("strata.tools.suite_report")

local M = {}

-- -- Reading -----------------------------------------------------------------

---@class strata.Test
---@field name string
---@field path string
---@field scenario? strata.Scenario
---@field game? strata.Game
---@field error? string what is wrong with the file
---@field is_script? boolean it was no scenario, and has run
---@field is_measured? boolean it has been played
---@field cards? strata.Card[] it is no scenario: each of these in a small world
---@field exploring? strata.Exploration it is no scenario: random games
---@field explored? strata.Explored what came of them
---@field found? { path: string, text: string } a file for what was found, which is to be written

--- The game of a variant of the rules, perhaps with an optional pack; all of a suite's are frozen
--- together.
local function game_of(suite, variant, with)
  local name = (variant or "") .. (with and " with " .. with or "")
  if not suite.games[name] then
    local game = pack_check.load(suite.asked, variant, with)
    game.properties = properties.load(game, suite.folder)
    suite.games[name] = game
    suite.order[#suite.order + 1] = name
  end
  return suite.games[name]
end

local function add_scenarios(suite, path, game, list, with)
  for place, one in ipairs(list) do
    local own = game
    if one.variant then
      own = game_of(suite, one.variant, with)
      one = scenario_reader.read_file(own, path)[place]
    end
    suite.tests[#suite.tests + 1] = { name = one.name, path = path, scenario = one, game = own }
  end
end

local function add_file(suite, path)
  local pack = host.manifest(suite.folder)
  pack.path = suite.folder
  local is_fine, with, game = pcall(pack_graph.with, pack, path)
  local result = with
  if is_fine then
    is_fine, game = pcall(game_of, suite, nil, with)
    result = game
  end
  if is_fine then
    is_fine, result = pcall(scenario_reader.read_file, game, path)
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

local function add_files(suite, paths)
  for _, path in ipairs(paths) do
    if not properties.is_file(path) then
      add_file(suite, path)
    end
  end
end

--- Refuse two scenarios of one name, because a report could not distinguish them.
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
---@field coverage? strata.Coverage
---@field kept table<strata.Game, table> what functions of a game held before it was played

--- The smoke test: each card of the pack in a small world.
local function add_smoke(suite, game)
  local cards = smoke.cards(game, game.pack)
  if #cards > 0 then
    local name = ("each of %d cards in a small world"):format(#cards)
    name = #cards == 1 and "the one card in a small world" or name
    suite.tests[#suite.tests + 1] = { name = name, path = suite.folder, cards = cards, game = game }
  end
end

--- Add the test that plays random games.
local function add_exploring(suite, game, exploring)
  local form = exploring.games == 1 and "%d explored game, seed %d" or "%d explored games, seed %d"
  suite.tests[1] = {
    name = form:format(exploring.games, exploring.seed),
    path = suite.folder,
    exploring = exploring,
    game = game,
  }
end

--- Read the tests of a pack. Raises if the pack itself is wrong.
---@param asked strata.Asked the pack's folder first, then those of others in the same game
---@param paths string[] of test files
---@param filter? string only tests with this in their name or path
---@param has_smoke? boolean each of its cards is put into a small world too
---@param exploring? strata.Exploration random games are its only test
---@return strata.Suite
function M.open(asked, paths, filter, has_smoke, exploring)
  local suite = { asked = asked, folder = asked[1], games = {}, order = {}, tests = {}, kept = {} }
  local game = game_of(suite, nil)
  add_files(suite, exploring and {} or paths)
  if exploring then
    add_exploring(suite, game, exploring)
  elseif has_smoke then
    add_smoke(suite, game)
  end
  game:name_players(smoke.PLAYERS)
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

--- The name of a test and its place.
---@param suite strata.Suite
---@param place integer
---@return string name
---@return string path
---@return integer|nil line
function M.describe(suite, place)
  local test = suite.tests[place]
  return test.name, test.path, suite_report.line_of(test)
end

--- The failures of the smoke test.
local function smoked(test)
  local failures = {}
  for _, card in ipairs(test.cards) do
    local problem, why = smoke.try(test.game, card)
    failures[#failures + 1] = problem and { line = "", message = problem, why = why } or nil
  end
  return failures
end

--- Play random games of a suite's pack. Returns their failures.
local function explore(suite, test)
  local failures, path, text
  failures, test.explored, path, text = explore_report.run(test.game, suite.asked, test.exploring)
  test.found = path and { path = path, text = text }
  return failures
end

--- The summary of an exploration, as text or as a line of JSON, and the file of the found failures.
---@param suite strata.Suite
---@param place integer
---@param is_json boolean
---@return string|nil told nil: that test explored nothing
---@return string|nil path nil: nothing was found
---@return string|nil text
function M.explored(suite, place, is_json)
  local test = suite.tests[place]
  if not test.explored then
    return nil
  end
  local found = test.found or {}
  local told = explore_report[is_json and "json" or "text"](test.explored, test.game, suite.folder)
  return told, found.path, found.text
end

--- The observer of a scenario, which also notes coverage if it is wanted.
local function watcher(suite, watch)
  if not suite.coverage then
    return watch
  end
  return function(stage, f)
    coverage.watch(suite.coverage, stage, function()
      if watch then
        watch(stage, f)
      else
        f()
      end
    end)
  end
end

--- Run a test of any kind. Returns its failures.
local function failures_of(suite, test, watch, is_mutated)
  if test.cards then
    return smoked(test)
  elseif test.exploring then
    return explore(suite, test)
  end
  return scenario.run(test.game, test.scenario, watcher(suite, watch), is_mutated)
end

--- Add the message about other mistakes in playing a scenario, if there are any.
local function add_wrong(failures, also_wrong)
  local message = also_wrong and also_wrong()
  failures[#failures + 1] = message and { line = "", message = message } or nil
end

local function play_test(suite, place, watch, is_mutated, also_wrong)
  local test = suite.tests[place]
  if test.error then
    return suite_report.refused(test, test.error)
  end
  if test.is_script then
    return nil, nil
  end
  suite.kept[test.game] = suite.kept[test.game] or hidden_state.of(test.game)
  local failures = failures_of(suite, test, watch, is_mutated)
  local changed = hidden_state.changed(test.game, suite.kept[test.game])
  failures[#failures + 1] = changed and { line = "", message = changed } or nil
  add_wrong(failures, also_wrong)
  if #failures == 0 then
    return nil, nil
  end
  return suite_report.failed(test, failures)
end

--- Run a test of a suite. Returns nil twice if it passes, else its failures.
---@param suite strata.Suite
---@param place integer
---@param is_mutated boolean each expectation must fail when it is changed, and is tried so
---@return string|nil lines of YAML
---@return string|nil summary a line
function M.run(suite, place, is_mutated)
  return play_test(suite, place, nil, is_mutated)
end

--- Run a test of a suite, and replay its record, which must be the same game even if the test
--- fails. A scenario that ends while it waits for an answer has no record.
---@param suite strata.Suite
---@param place integer
---@return string|nil lines
---@return string|nil summary
function M.replayed(suite, place)
  local test = suite.tests[place]
  local difference
  return play_test(
    suite,
    place,
    function(stage, f)
      local world = stage.world
      local record = world:record()
      f()
      if #world:decisions() > 0 then
        return
      end
      local again
      again, difference = test.game.rules:replay(record:save())
      if not difference and again:save() ~= world:save() then
        difference = "the hashes are the same, and the saves are not"
      end
    end,
    false,
    function()
      return difference and "replay: " .. tostring(difference)
    end
  )
end

--- Run a test of a suite, and add the cost of its evaluation to the suite's profile. Tests that are
--- scripts are left out.
---@param suite strata.Suite
---@param place integer
---@return string|nil
function M.measure(suite, place)
  suite.measured = suite.measured or profile_report.new()
  local sum, test = suite.measured, suite.tests[place]
  return play_test(suite, place, function(stage, f)
    sum.scenarios = sum.scenarios + (test.is_measured and 0 or 1)
    test.is_measured = true
    profile_report.add(sum, stage.world:profile(f), test.game.definitions)
  end)
end

--- The profile of the suite as text, or as a line of JSON; nil if no scenario was run.
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
    return profile_report.json(sum, suite.folder)
  end
  local count = sum.scenarios
  local heading = ("%s: %d scenario%s"):format(suite.folder, count, count == 1 and "" or "s")
  return ("%s%s\n%s"):format(
    heading,
    times > 1 and (", %d times"):format(times) or "",
    profile_report.text(sum)
  )
end

--- Note the coverage of all scenarios that are run from now on.
---@param suite strata.Suite
function M.cover(suite)
  suite.coverage = coverage.new()
end

--- The coverage since then, as text or as a line of JSON.
---@param suite strata.Suite
---@param _ integer
---@param is_json boolean
---@return string
function M.covered(suite, _, is_json)
  local game = suite.games[""]
  local result = coverage.of(suite.coverage, game, game.pack)
  return coverage[is_json and "json" or "text"](result, suite.folder)
end

return M
