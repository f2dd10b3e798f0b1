--- Suites: the tests of a pack of cards, read together so that its rules are made once.
local game_module = require("strata.game")
local host = require("strata.host")
local lookup = require("strata.lookup")
local profile = require("strata.profile")
local scenario = require("strata.scenario")

local M = {}

--- Whether a folder's pack has cards or rules, and its tests are scenarios.
---@param folder string
---@return boolean
function M.is_game(folder)
  local pack = host.manifest(folder)
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
  return words
end

local function load_game(folder, variant)
  local game = game_module.load(folder, variant)
  game.test_words = test_words(game)
  return game
end

--- The game of a variant of the rules; all of a suite's are frozen together.
local function game_of(suite, variant)
  local name = variant or ""
  if not suite.games[name] then
    suite.games[name] = load_game(suite.folder, variant)
    suite.order[#suite.order + 1] = name
  end
  return suite.games[name]
end

local function add_scenarios(suite, path, game, list)
  for place, one in ipairs(list) do
    local own = game
    if one.variant then
      own = game_of(suite, one.variant)
      one = scenario.read_file(own, path)[place]
    end
    suite.tests[#suite.tests + 1] = { name = one.name, path = path, scenario = one, game = own }
  end
end

local function add_file(suite, path)
  local game = game_of(suite, nil)
  local is_fine, result = pcall(scenario.read_file, game, path)
  if is_fine and result then
    is_fine, result = pcall(add_scenarios, suite, path, game, result)
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
---@field folder string
---@field measured? strata.Measured

--- Read the tests of a pack. Raises if the pack itself is wrong.
---@param folder string the pack
---@param paths string[] of test files
---@param filter? string only tests with this in their name or path
---@return strata.Suite
function M.open(folder, paths, filter)
  local suite = { folder = folder, games = {}, order = {}, tests = {} }
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
  local failures = scenario.run(test.game, test.scenario, watch, is_mutated)
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

--- The same with what its evaluation costs added up in the suite. Scripts are left out.
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

--- What is wrong with a pack's cards, rules and laws, a line for each; nil if all is well.
---@param folder string
---@return string|nil
function M.check(folder)
  local problems = {}
  local is_fine, problem = pcall(function()
    local game = game_module.load(folder, nil, problems)
    if #problems == 0 then
      game:freeze()
    end
  end)
  problems[#problems + 1] = not is_fine and tostring(problem) or nil
  return #problems > 0 and table.concat(problems, "\n") or nil
end

-- -- Looking into a scenario -------------------------------------------------

--- The stage on which a scenario of a file has been played: the first one, or that of a name.
local function staged(folder, path, filter, remembers)
  local suite = M.open(folder, { path }, filter)
  local test = suite.tests[1]
  if not test then
    error(("%s: no scenario '%s'"):format(path, tostring(filter)), 0)
  end
  if test.error or not test.scenario then
    error(test.error or path .. ": it holds no scenario", 0)
  end
  return scenario.stage(test.game, test.scenario, remembers), test
end

--- An event is called by its kind, then the newest of them is meant, or by its row of the log.
local function event_of(text)
  return math.tointeger(tonumber(text)) or text
end

--- Why a card did nothing about an event: "Grizzly Bears.bell not die".
local function why_not(folder, path, what, filter, asked)
  local name, code, event = table.unpack(asked)
  local stage, test = staged(folder, path, filter, true)
  local entity = stage:somebody(name) or lookup.one(stage, name).entity
  local account = stage.world:why_not(entity, code, event_of(event))
  return ("%s: %s\n%s"):format(test.name, what, tostring(account))
end

--- Explain a value at the end of a scenario, "Grizzly Bears.power"; how an event came, "damage", or
--- "7", a row of the log; or why a card did nothing about one.
---@param folder string
---@param path string
---@param what string
---@param filter? string
---@return string
function M.why(folder, path, what, filter)
  local asked = { what:match("^(.+)%.([%w_:]+) not ([%w_]+)$") }
  if asked[1] then
    return why_not(folder, path, what, filter, asked)
  end
  local name, attribute = what:match("^(.+)%.([%w_]+)$")
  if not name and what:find("^[%w_]+$") then
    local stage, test = staged(folder, path, filter, true)
    local account = stage.world:why(event_of(what))
    return ("%s: %s\n%s"):format(test.name, what, tostring(account))
  elseif not name then
    local form = "why: expected CARD.attribute, EVENT or CARD.code not EVENT, got '%s'"
    error(form:format(what), 0)
  end
  local stage, test = staged(folder, path, filter)
  local entity = stage:somebody(name) or lookup.one(stage, name).entity
  return ("%s: %s\n%s"):format(test.name, what, tostring(entity:why(attribute)))
end

--- The order of the effects of a layer at the end of a scenario, as text or as a graph.
---@param folder string
---@param path string
---@param layer string
---@param filter? string
---@param is_dot? boolean
---@return string
function M.graph(folder, path, layer, filter, is_dot)
  local stage = staged(folder, path, filter)
  local number = math.tointeger(tonumber(layer))
  local graph = stage.world:graph(number or layer)
  return is_dot and graph.dot or tostring(graph)
end


return M
