--- Suites: the tests of a pack of cards, read together so that its rules are made once.
local json_writer = require("strata.base.json_writer")
local hidden_state = require("strata.check.hidden_state")
local pack_check = require("strata.check.pack_check")
local coverage = require("strata.explore.coverage")
local explore_report = require("strata.explore.explore_report")
local pair_conflicts = require("strata.explore.pair_conflicts")
local smoke = require("strata.explore.smoke")
local host = require("strata.host")
local linker = require("strata.link.linker")
local pack_conflicts = require("strata.link.pack_conflicts")
local provenance = require("strata.link.provenance")
local pack_graph = require("strata.packs.pack_graph")
local properties = require("strata.scenario.properties")
local scenario = require("strata.scenario.scenario")
local object_lookup = require("strata.stage.object_lookup")
local explain_json = require("strata.tools.explain_json")
local live_game = require("strata.tools.live_game")
local profile_report = require("strata.tools.profile_report")
local scaffold = require("strata.tools.scaffold")
local why_page = require("strata.tools.why_page")
local world_record = require("strata.tools.world_record")

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
      one = scenario.read_file(own, path)[place]
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

local function add_files(suite, paths)
  for _, path in ipairs(paths) do
    if not properties.is_file(path) then
      add_file(suite, path)
    end
  end
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
---@field coverage? strata.Coverage
---@field kept table<strata.Game, table> what functions of a game held before it was played

--- The test that nobody writes: each card of the pack in a small world.
local function add_smoke(suite, game)
  local cards = smoke.cards(game, game.pack)
  if #cards > 0 then
    local name = ("each of %d cards in a small world"):format(#cards)
    name = #cards == 1 and "the one card in a small world" or name
    suite.tests[#suite.tests + 1] =
      { name = name, path = suite.folder, cards = cards, game = game }
  end
end

--- The test that is made of random games.
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
  for _, player in ipairs(smoke.PLAYERS) do
    game.symbols[game.schema:symbol(player)] = true
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

--- A text as YAML and JSON write it.
local function quoted(text)
  return (json_writer.quoted(text):gsub("\\u000a", "\\n"))
end

--- The line of a file that a message begins with; nil if it begins otherwise.
local function line_in(path, message)
  local rest = message:sub(1, #path) == path and message:sub(#path + 1)
  return rest and math.tointeger(tonumber(rest:match("^:(%d+):"))) or nil
end

local function line_of(test)
  return test.scenario and test.scenario.line or line_in(test.path, test.error or "")
end

local function place_lines(lines, test)
  lines[#lines + 1] = "file: " .. quoted(test.path)
  local line = line_of(test)
  lines[#lines + 1] = line and ("line: %d"):format(line)
end

--- One thing that did not come out, in a line.
local function said(failure)
  return failure.line ~= "" and ("%s: got %s"):format(failure.line, failure.message)
    or failure.message
end

--- What did not come out, as the lines of a block of YAML, and in a line.
local function report(test, failures)
  local more = #failures > 1 and (" (and %d more)"):format(#failures - 1) or ""
  local summary = said(failures[1]):match("[^\n]*") .. more
  local lines = { "message: " .. quoted(summary) }
  place_lines(lines, test)
  lines[#lines + 1] = "failures:"
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
  return table.concat(lines, "\n"), summary
end

--- The same of a test that could not be judged.
local function refused(test, message)
  local lines = { "message: " .. quoted(message) }
  place_lines(lines, test)
  return table.concat(lines, "\n"), message
end

--- What a test is called and where it stands.
---@param suite strata.Suite
---@param place integer
---@return string name
---@return string path
---@return integer|nil line
function M.describe(suite, place)
  local test = suite.tests[place]
  return test.name, test.path, line_of(test)
end

--- What is wrong with cards in a small world.
local function smoked(test)
  local failures = {}
  for _, card in ipairs(test.cards) do
    local problem, why = smoke.try(test.game, card)
    failures[#failures + 1] = problem and { line = "", message = problem, why = why } or nil
  end
  return failures
end

--- Random games of a suite's pack: what is wrong with them.
local function explore(suite, test)
  local failures, path, text
  failures, test.explored, path, text = explore_report.run(test.game, suite.asked, test.exploring)
  test.found = path and { path = path, text = text }
  return failures
end

--- What was explored, as text or in a line of JSON, and the file for what was found.
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

--- What watches a scenario, and besides what it covers, if that is asked for.
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

--- What does not come out when a test is run.
local function failures_of(suite, test, watch, is_mutated)
  if test.cards then
    return smoked(test)
  elseif test.exploring then
    return explore(suite, test)
  end
  return scenario.run(test.game, test.scenario, watcher(suite, watch), is_mutated)
end

--- What else is wrong with how it was played, in words.
local function add_wrong(failures, also_wrong)
  local message = also_wrong and also_wrong()
  failures[#failures + 1] = message and { line = "", message = message } or nil
end

local function play(suite, place, watch, is_mutated, also_wrong)
  local test = suite.tests[place]
  if test.error then
    return refused(test, test.error)
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
  return report(test, failures)
end

--- Run a test of a suite: nil twice if it passes, else what did not come out.
---@param suite strata.Suite
---@param place integer
---@param is_mutated boolean each expectation must fail when it is changed, and is tried so
---@return string|nil lines of YAML
---@return string|nil summary a line
function M.run(suite, place, is_mutated)
  return play(suite, place, nil, is_mutated)
end

--- The same; and what was recorded of it must be the same game when it is played again, also if
--- not all that is expected comes out. One that ends while it waits for an answer is no record.
---@param suite strata.Suite
---@param place integer
---@return string|nil lines
---@return string|nil summary
function M.replayed(suite, place)
  local test = suite.tests[place]
  local difference
  return play(suite, place, function(stage, f)
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
  end, false, function()
    return difference and "replay: " .. tostring(difference)
  end)
end

--- The same as run with what its evaluation costs added up in the suite. Scripts are left out.
---@param suite strata.Suite
---@param place integer
---@return string|nil
function M.measure(suite, place)
  suite.measured = suite.measured or profile_report.new()
  local sum, test = suite.measured, suite.tests[place]
  return play(suite, place, function(stage, f)
    sum.scenarios = sum.scenarios + (test.is_measured and 0 or 1)
    test.is_measured = true
    profile_report.add(sum, stage.world:profile(f), test.game.definitions)
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
    return profile_report.json(sum, suite.folder)
  end
  local count = sum.scenarios
  local heading = ("%s: %d scenario%s"):format(suite.folder, count, count == 1 and "" or "s")
  return ("%s%s\n%s"):format(heading, times > 1 and (", %d times"):format(times) or "",
    profile_report.text(sum))
end

--- From now on it is noted what scenarios cover.
---@param suite strata.Suite
function M.cover(suite)
  suite.coverage = coverage.new()
end

--- What they have covered since, as text or in a line of JSON.
---@param suite strata.Suite
---@param _ integer
---@param is_json boolean
---@return string
function M.covered(suite, _, is_json)
  local game = suite.games[""]
  local result = coverage.of(suite.coverage, game, game.pack)
  return coverage[is_json and "json" or "text"](result, suite.folder)
end

-- -- Checking ----------------------------------------------------------------

M.packs, M.check = pack_check.packs, pack_check.check

-- -- Who made what -----------------------------------------------------------

--- Who made what is called by a name, and who has changed what of it, as text or lines of JSON.
---@param folders string[] of packs
---@param name string
---@param is_json boolean
---@return string
function M.why_def(folders, name, is_json)
  local game = linker.load(folders, nil, nil, true)
  local found, hint = provenance.find(game, name)
  if #found == 0 then
    error(("why-def: nothing is called '%s'%s"):format(name, hint), 0)
  end
  local list = {}
  for i, origin in ipairs(found) do
    list[i] = is_json and provenance.json(origin) or provenance.text(origin)
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
  local game = linker.load(folders, nil, nil, true)
  local lines = {}
  for i, clash in ipairs(game:clashes()) do
    lines[i] = pack_conflicts.message(game.files, clash)
  end
  for _, name in ipairs(pair_conflicts.PLAYERS) do
    game.symbols[game.schema:symbol(name)] = true
  end
  game:freeze()
  local met = pair_conflicts.find(game, math.tointeger(tonumber(most or MOST_PAIRS)))
  lines[#lines + 1] = pair_conflicts.text(met)
  return table.concat(lines, "\n"), #lines > 1 or #met.list > 0
end

-- -- Beginning ---------------------------------------------------------------

--- The files of a new pack for the game that packs make, or of a new card of the first of them.
---@param asked strata.Asked
---@param what "pack"|"card"
---@param name string the pack's folder, the card's id
---@return string[] files path, text, path, text, ...
function M.fresh(asked, what, name)
  local list = {}
  for _, file in ipairs(scaffold[what](asked, name)) do
    list[#list + 1] = file.path
    list[#list + 1] = file.text
  end
  return list
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

--- What the world says to a question. Where in these scripts it was asked helps nobody.
local function answer(world, method, ...)
  local is_fine, account = pcall(world[method], world, ...)
  return is_fine and account or error(tostring(account):gsub("^strata%.[%w_.]+:%d+: ", ""), 0)
end

--- Why a card did nothing about an event: "Grizzly Bears.bell not die".
local function why_not(asked, path, what, filter, about)
  local name, code, event = table.unpack(about)
  local stage, test = staged(asked, path, filter, true)
  local entity = stage:somebody(name) or object_lookup.one(stage, name).entity
  local account = answer(stage.world, "why_not", entity, code, event_of(event))
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
  local about = { what:match("^(.+)%.([%w_:]+) not ([%w_]+)$") }
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
    local problem = "why: expected CARD.attribute, EVENT or CARD.code not EVENT, got '%s'"
    error(problem:format(what), 0)
  end
  local stage, test = staged(asked, path, filter)
  local entity = stage:somebody(name) or object_lookup.one(stage, name).entity
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
  local game = linker.load(asked)
  game:freeze()
  return game
end

--- The game of some packs that a record was made in: that of a session has seats.
local function recorded_game(asked, bytes)
  local plain = load_frozen(asked)
  local hash = world_record.rules_of(bytes)
  if plain.rules:hash() == hash then
    return plain
  end
  local seated = live_game.load(asked)
  seated:freeze()
  return seated.rules:hash() == hash and seated or plain
end

--- Play what was recorded with the packs of a game.
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
