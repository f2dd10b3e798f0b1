--- Reads the scenarios of files, and checks them against the cards and the rules.
local file_outline = require("strata.base.file_outline")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")
local expect = require("strata.scenario.expect")
local read_parts = require("strata.scenario.read_parts")
local setup_reader = require("strata.scenario.setup_reader")
local step_fields = require("strata.scenario.step_fields")
local step_reader = require("strata.scenario.step_reader")
local stage_module = require("strata.stage.stage")

local M = {}

local FIELDS <const> = {
  name = "string",
  rules = "table",
  source = "string",
  note = "string",
  players = "table",
  setup = "table",
  steps = "table",
  expect = "table",
  variant = "string",
  sound = "boolean",
  unchanged = "boolean",
}

---@class strata.Scenario
---@field name string
---@field path string
---@field line integer
---@field players string[]
---@field values table<string, table<string, integer>> with which players begin, by attribute
---@field objects table[] of the setup, in order
---@field steps table[]
---@field expect strata.ExpectedLine[]
---@field unchanged? boolean its steps must leave all lines as they are after the setup
---@field sound? boolean each step is done as strata.scenario.engine_soundness does it
---@field item table
---@field problem? string why it tests nothing: it is played, and does not pass

-- The lists of a scenario, and what stands in each of them.
local ROWS <const> = {
  expect = '"power(Smith) = 2"',
  players = '"A", "B"',
  rules = '"613.8"',
  setup = '{ "A", "battlefield", "Smith" }',
  steps = '{ destroy = "Smith" }',
}

local function check_list(reader, field)
  local list = reader.item.given[field]
  if list then
    local problem, place = step_fields.list_problem(list)
    if problem then
      local is_named = place ~= nil and math.type(place) ~= "integer"
      local example = is_named and (", as in %s = { %s }"):format(field, ROWS[field]) or ""
      reader.fail(field, place, "%s: %s%s", field, problem, example)
    end
  end
end

local function check_players(reader)
  local given, seen = reader.item.given, {}
  for place, name in ipairs(given.players or {}) do
    if type(name) ~= "string" or name == "" then
      local got = vocabulary.said(name)
      reader.fail("players", place, "players: expected the name of a player, got %s", got)
    elseif seen[name] then
      reader.fail("players", place, "players: two are called '%s'; give each its own name", name)
    end
    seen[name] = true
  end
  if given.players and not next(seen) then
    reader.fail("players", nil, "players: there is none; leave it out for A and B")
  end
end

--- The attributes with which players begin, of which a scenario may say another value.
local function players_of(reader)
  return reader.game.schema.data.starting or {}
end

--- life = { A = 5 }: other values with which players begin.
local function read_values(reader)
  local values = {}
  for attribute in host.sorted_pairs(players_of(reader)) do
    local given = reader.item.given[attribute]
    for name, value in host.sorted_pairs(given or {}) do
      local problem = step_fields.field_problem(reader, "by", name)
      problem = problem or step_fields.field_problem(reader, "turn", value)
      if problem then
        reader.fail(attribute, name, "%s: %s", attribute, problem)
      end
    end
    values[attribute] = given
  end
  return values
end

--- Refuses what would be ignored in the lists of a scenario.
local function check_lists(reader)
  for _, field in ipairs({ "players", "setup", "steps", "expect", "rules" }) do
    check_list(reader, field)
  end
  for place, line in ipairs(reader.item.given.expect or {}) do
    if type(line) ~= "string" then
      local form = 'expect: in place %d expected a text such as "name(Smith) = Smith", got %s'
      reader.fail("expect", place, form, place, vocabulary.said(line))
    end
  end
  for place, rule in ipairs(reader.item.given.rules or {}) do
    if type(rule) ~= "string" then
      local got = vocabulary.said(rule)
      reader.fail("rules", place, "rules: expected the number of a rule as a text, got %s", got)
    end
  end
end

--- Tells the file and the line of an item of a list of the scenario.
local function place_in(reader, field, place)
  return function()
    local item = reader.item
    return item.path, reader.game.files:item_line(item, field, place)
  end
end

--- The lines of `expect`, each with a function that judges it.
local function read_lines(reader, line_reader)
  local lines = {}
  for place, text in ipairs(reader.item.given.expect or {}) do
    line_reader.place = place_in(reader, "expect", place)
    local line, problem = expect.read_line(line_reader, text)
    if not line then
      reader.fail("expect", place, "expect: %s", problem)
    end
    lines[place] = line
  end
  return lines
end

--- What steps say of objects that others make: names, and the lines for which they wait.
local function read_said(reader, line_reader, steps)
  step_reader.each(steps, function(step)
    line_reader.place = place_in(reader, "steps", step.place)
    local problem = step_fields.name_problem(line_reader, step)
    if step.verb == "await" and not problem then
      step.judge, problem = expect.read(line_reader, step[1])
    end
    if problem then
      reader.fail("steps", step.place, "%s: %s", step.verb, problem)
    end
  end)
end

--- Raise that a field has a value of another type.
local function wrong_type(reader, key, value, kind)
  local got = type(value) == "string" and ("the text '%s'"):format(value) or vocabulary.said(value)
  local wanted = kind == "table" and "a list in braces" or "a " .. kind
  reader.fail(key, nil, "scenario: %s: expected %s, got %s", key, wanted, got)
end

--- Refuses fields that scenarios do not have, and values of another type.
local function check_fields(reader)
  for key, value in host.sorted_pairs(reader.item.given) do
    local kind = FIELDS[key] or players_of(reader)[key] ~= nil and "table" or nil
    if not kind then
      local hint = spelling.hint(tostring(key), spelling.keys(FIELDS))
      reader.fail(key, nil, "scenario: no field '%s'%s", tostring(key), hint)
    elseif type(value) ~= kind then
      wrong_type(reader, key, value, kind)
    end
  end
  local name = reader.item.given.name
  if not name or name == "" then
    reader.fail(nil, nil, 'scenario: it has no name; say name = "..."')
  end
end

--- Each check must be named by a line, or it looks at nothing.
local function check_moments(reader, scenario)
  local named = {}
  for _, line in ipairs(scenario.expect) do
    if line.at ~= nil then
      named[line.at] = true
    end
  end
  for place, step in ipairs(scenario.steps) do
    if step.verb == "check" and not named[step.name] then
      local form = "check: no line of expect is about '%s'; begin one with \"%s: \""
      reader.fail("steps", place, form, tostring(step.name), tostring(step.name))
    end
  end
end

--- Read what `scenario` made. Raises with the line of the mistake.
---@param game strata.Game
---@param item table
---@return strata.Scenario
function M.read(game, item)
  local given, reader = item.given, read_parts.new(game, item)
  check_fields(reader)
  reader.players = given.players or stage_module.seated(game)
  check_lists(reader)
  check_players(reader)
  game:name_players(reader.players)
  local scenario = {
    name = given.name,
    path = item.path,
    line = item.line,
    item = item,
    players = reader.players,
    values = read_values(reader),
    variant = given.variant,
    sound = given.sound,
    unchanged = given.unchanged,
    objects = setup_reader.read(reader),
    steps = step_reader.read_list(reader, given.steps or {}, nil),
  }
  local line_reader = expect.reader(game, scenario)
  read_said(reader, line_reader, scenario.steps)
  scenario.expect = read_lines(reader, line_reader)
  check_moments(reader, scenario)
  if #scenario.expect == 0 and not scenario.sound then
    local form = "scenario '%s': it expects nothing; list in expect what must hold at the end"
    scenario.problem = ("%s:%d: %s"):format(item.path, item.line, form:format(scenario.name))
  end
  return scenario
end

-- -- Files -----------------------------------------------------------------------

--- Whether the text of a file has the word scenario.
local function has_scenarios(game, path)
  for _, box in ipairs(game.files:outline(path).boxes) do
    if box.word == "scenario" then
      return true
    end
  end
  return false
end

local WANTED <const> = "scenario { ... } or a list of them"

--- Whether a table that a file returns would be a scenario if it had the word.
local function is_bare(list)
  for key in next, list do
    if FIELDS[key] then
      return true
    end
  end
  return false
end

--- The scenarios that a file returns, as a list without holes; nil if it is a script.
local function returned_list(game, path, result)
  local has_word = has_scenarios(game, path)
  if type(result) ~= "table" then
    if has_word then
      game.files:refuse_result(path, WANTED, result)
    elseif #game.files:outline(path).tokens == 0 then
      local form = "%s:1: the file is empty, so it tests nothing; write return %s"
      error(form:format(path, WANTED), 0)
    end
    return nil
  elseif result.word then
    return { result }
  elseif is_bare(result) then
    game.files:refuse_result(path, WANTED, result)
  elseif has_word or next(result) == nil then
    game.files:check_list(path, WANTED, result)
  end
  return #result > 0 and result or nil
end

--- What to do with something that is no scenario.
local function hint_about(item)
  local is_card = type(item) == "table" and item.word == "card"
  return is_card and "; to test cards, name the folder of their pack" or ""
end

--- Run a file and read the scenarios that it returns; nil if it is no file of scenarios.
---@param game strata.Game
---@param path string
---@param text? string of a file that is not written yet
---@return strata.Scenario[]|nil
function M.read_file(game, path, text)
  local words = game.test_words or game.words
  local list, scenarios = returned_list(game, path, game.files:run(path, words, true, text)), {}
  if not list then
    return nil
  end
  for i, item in ipairs(list) do
    if type(item) ~= "table" or item.word ~= "scenario" then
      local line = file_outline.item_of_file(game.files:outline(path), i)
      local form = "%s:%d: in place %d expected scenario { ... }, got %s%s"
      error(form:format(path, line, i, vocabulary.said(item), hint_about(item)), 0)
    end
    scenarios[i] = M.read(game, item)
  end
  return scenarios
end

--- Judges a line about what is there as the step is done.
local function judge_later(text)
  return function(stage)
    local judge, problem = expect.read(expect.reader_of(stage), text)
    if not judge then
      error("await: " .. problem, 0)
    end
    return judge(stage)
  end
end

--- A step that stands in no file, as steps.play takes it. Raises if it says what cannot be.
---@param game strata.Game
---@param step table
---@param players string[] who play
---@return table compiled
function M.step(game, step, players)
  local item = { path = "?", line = 0, given = { name = "step" } }
  local reader = read_parts.new(game, item)
  reader.players = players
  function reader.fail(_, _, form, ...)
    error(form:format(...), 0)
  end
  local compiled = step_reader.read_step(reader, step, 1)
  step_reader.each({ compiled }, function(own)
    own.judge = own.verb == "await" and judge_later(own[1]) or nil
  end)
  return compiled
end

return M
