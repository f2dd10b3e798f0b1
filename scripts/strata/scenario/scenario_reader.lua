--- Reads the scenarios of files, and checks them against the cards and the rules.
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local ability_words = require("strata.cards.ability")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")
local happenings = require("strata.stage.happenings")
local steps = require("strata.stage.steps")

local M = {}

local FIELDS <const> = {
  name = "string",
  rules = "table",
  source = "string",
  note = "string",
  players = "table",
  life = "table",
  setup = "table",
  steps = "table",
  expect = "table",
  variant = "string",
  sound = "boolean",
}

-- What an object of the setup may say beside its card.
local OBJECT_FIELDS <const> = {
  "id",
  "on",
  "counters",
  "chosen",
  "face_down",
  "tapped",
  "transformed",
  "controller",
  "copying",
  "except",
  "owner",
  "damage",
  "token",
  "commander",
  "paid",
  "mana_spent",
}

-- -- Reading -----------------------------------------------------------------

---@class strata.Scenario
---@field name string
---@field path string
---@field line integer
---@field players string[]
---@field life? table<string, integer>
---@field objects table[] of the setup, in order
---@field steps table[]
---@field expect string[]
---@field sound? boolean each step is done as strata.scenario.invariants does it
---@field item table

--- A reader of one scenario: what blames it, and what it declares.
local function reader_of(game, item)
  local reader = { game = game, item = item, made = 0 }
  function reader.fail(field, place, form, ...)
    if place then
      game.files:blame_item(item, field, place, form, ...)
    end
    game.files:blame(item, field, form, ...)
  end
  return reader
end

local function card_of(reader, field, place, name)
  local card, message = reader.game:find_card(name, reader.item)
  if not card then
    reader.fail(field, place, "%s", message)
  end
  return card
end

--- Compile changes that stand in a step; abilities that they grant are declared now.
local function compile_changes(reader, word, given, field, place)
  if type(given) ~= "table" or given.word then
    reader.fail(
      field,
      place,
      "%s: expected a table of changes, got %s",
      word,
      vocabulary.said(given)
    )
  end
  reader.made = reader.made + 1
  local own = slugs.of(reader.item.given.name)
  local name = ("%s:%s.%d"):format(reader.game.pack.name, own, reader.made)
  local item = { word = word, given = given, path = reader.item.path, line = reader.item.line }
  local scope = reader.game:scope(item, name)
  function scope.blame(_, form, ...)
    reader.fail(field, place, form, ...)
  end
  return ability_words.compile(scope, item, name)
end

-- Fields that hold changes, and the word whose list part they are like.
local CHANGES <const> = { except = "enters_as_copy", as = "face_down" }

local function compile_except(reader, fields, field, place)
  for name, word in host.sorted_pairs(CHANGES) do
    if fields[name] ~= nil then
      local compiled = compile_changes(reader, word, fields[name], field, place)
      fields[name .. "_clauses"] = compiled.except
    end
  end
end

--- "b: Bear x2" as an id, a name and a count.
local function parse_object(game, text)
  local name, count = text, 1
  if not game.cards[name] then
    local before, number = name:match("^(.-) x(%d+)$")
    if before then
      name, count = before, math.tointeger(tonumber(number))
    end
  end
  if game.cards[name] then
    return nil, name, count
  end
  local id, rest = name:match("^(.-): (.+)$")
  return id, rest or name, count
end

local function check_counters(reader, counters, field, place)
  if counters ~= nil and type(counters) ~= "table" then
    local got = vocabulary.said(counters)
    reader.fail(field, place, "counters: expected numbers by kind, got %s", got)
  end
  for kind, count in host.sorted_pairs(counters or {}) do
    local known = reader.game.schema.counters
    if not known[kind] then
      local hint = spelling.hint(tostring(kind), spelling.keys(known))
      reader.fail(field, place, "counters: no kind '%s'%s", tostring(kind), hint)
    end
    if math.type(count) ~= "integer" then
      reader.fail(field, place, "counters: how many %s? expected a number", kind)
    end
  end
end

local function add_objects(reader, list, player, zone, entry, place)
  local game = reader.game
  local given = type(entry) == "table" and entry or { entry }
  if type(given[1]) ~= "string" then
    reader.fail(
      "setup",
      place,
      "setup: expected the name of a card, got %s",
      vocabulary.said(given[1])
    )
  end
  for key in host.sorted_pairs(given) do
    if type(key) == "string" and not lists.includes(OBJECT_FIELDS, key) then
      reader.fail("setup", place, "setup: no field '%s'%s", key, spelling.hint(key, OBJECT_FIELDS))
    end
  end
  local id, name, count = parse_object(game, given[1])
  local fields = { player = player, zone = zone, id = id }
  fields.card = card_of(reader, "setup", place, name)
  for key, value in host.sorted_pairs(given) do
    if type(key) == "string" then
      fields[key] = value
    end
  end
  check_counters(reader, fields.counters, "setup", place)
  compile_except(reader, fields, "setup", place)
  for _ = 1, count do
    list[#list + 1] = fields
  end
end

local function check_row(reader, row, place)
  if type(row) ~= "table" then
    local form = 'setup: expected a row such as { "A", "%s", "Smith" }, got %s'
    local zone = spelling.keys(reader.game.schema.data.zones or {})[1] or "hand"
    reader.fail("setup", place, form, zone, vocabulary.said(row))
  end
end

local function read_setup(reader, players)
  local list = {}
  local zones = reader.game.schema.data.zones or {}
  for place, row in ipairs(reader.item.given.setup or {}) do
    check_row(reader, row, place)
    local player, zone = row[1], row[2]
    if not lists.includes(players, player) then
      reader.fail(
        "setup",
        place,
        "setup: no player '%s'; there are %s",
        tostring(player),
        table.concat(players, ", ")
      )
    end
    if not zones[zone] then
      local hint = spelling.hint(tostring(zone), spelling.keys(zones))
      reader.fail("setup", place, "setup: no zone '%s'%s", tostring(zone), hint)
    elseif row[3] == nil then
      local form = 'setup: it puts nothing there; name cards behind "%s"'
      reader.fail("setup", place, form, zone)
    end
    for i = 3, #row do
      add_objects(reader, list, player, zone, row[i], place)
    end
  end
  return list
end

-- -- Steps -------------------------------------------------------------------

local function verb_names()
  local names = spelling.keys(steps.verbs)
  names[#names + 1] = "check"
  return names
end

local function is_verb(key)
  return key == "check" or steps.verbs[key] ~= nil
end

local function takes(verb, field)
  return steps.verbs[verb] ~= nil and lists.includes(steps.verbs[verb].fields, field)
end

--- What a step may have meant that has no verb: an event, a verb without "=", a name near by.
local function instead_of_verb(reader, key, value)
  if reader.game and reader.game.kinds.known[key] then
    local form = "; '%s' is an event, which a step makes by emit = %s { ... }"
    return form:format(key, key)
  elseif key == 1 and is_verb(value) then
    return ("; write its verb as a field, as in { %s = ... }"):format(value)
  end
  return spelling.hint(tostring(key), verb_names())
end

local function no_verb(reader, step, place)
  for key, value in host.sorted_pairs(step) do
    local hint = instead_of_verb(reader, key, value)
    reader.fail("steps", place, "no verb in this step%s", hint)
  end
  reader.fail("steps", place, "an empty step")
end

--- The verb of a step. "damage" is one, and a field of others: the one that takes the other it is.
local function verb_of(reader, step, place)
  local found = nil
  for key in host.sorted_pairs(step) do
    if is_verb(key) and (not found or takes(key, found)) then
      found = key
    elseif is_verb(key) and not takes(found, key) then
      reader.fail("steps", place, "a step has one verb, and this has '%s' and '%s'", found, key)
    end
  end
  return found or no_verb(reader, step, place)
end

local function check_fields(reader, verb, step, place)
  local described = steps.verbs[verb]
  for key in host.sorted_pairs(step) do
    local is_known = key == verb or lists.includes(described.fields, key)
    if not is_known then
      local hint = spelling.hint(tostring(key), described.fields)
      reader.fail("steps", place, "%s: no field '%s'%s", verb, tostring(key), hint)
    end
  end
  for _, field in ipairs(described.needs or {}) do
    if step[field] == nil then
      reader.fail("steps", place, "%s: %s is missing; say %s = ...", verb, field, field)
    end
  end
end

local function check_lasts(reader, step, place)
  local lasts = step.lasts
  local known = reader.game.schema.data.durations or {}
  if type(lasts) == "string" and not known[lasts] then
    local hint = spelling.hint(lasts, spelling.keys(known))
    reader.fail("steps", place, "lasts: no duration '%s'%s", lasts, hint)
  end
end

-- Fields of steps that name a zone.
local ZONES <const> = { move = "to", put = "zone" }

local function check_zone(reader, verb, step, place)
  local field, zones = ZONES[verb], reader.game.schema.data.zones or {}
  local zone = field and step[field]
  if type(zone) == "string" and not zones[zone] then
    local hint = spelling.hint(zone, spelling.keys(zones))
    reader.fail("steps", place, "%s: %s: no zone '%s'%s", verb, field, zone, hint)
  end
end

--- base = { Smith = { ore = 1 } }: attributes that there are.
local function check_base(reader, base, place)
  if type(base) ~= "table" or base.word then
    local form = "base: expected values by who has them, as { Smith = { ... } }, got %s"
    reader.fail("steps", place, form, vocabulary.said(base))
  end
  local attributes = reader.game.schema.attributes
  for _, values in host.sorted_pairs(base) do
    for name in host.sorted_pairs(type(values) == "table" and values or {}) do
      if not attributes[name] then
        local hint = spelling.hint(tostring(name), spelling.keys(attributes))
        reader.fail("steps", place, "base: no attribute '%s'%s", tostring(name), hint)
      end
    end
  end
end

local SETTLES <const> = { all = true, checks = true, none = true, place = true }

local function check_settle(reader, verb, step, place)
  local settle = step.settle
  if settle ~= nil and not SETTLES[settle] then
    local hint = spelling.hint(tostring(settle), spelling.keys(SETTLES))
    reader.fail("steps", place, "%s: settle: no way to settle '%s'%s", verb, tostring(settle), hint)
  end
end

local function check_numbers(reader, verb, step, place)
  local times = step.repeated
  if times ~= nil and (math.type(times) ~= "integer" or times < 1) then
    local form = "%s: repeated: expected a number of 1 or more, got %s"
    reader.fail("steps", place, form, verb, vocabulary.said(times))
  elseif verb == "seed" and math.type(step.seed) ~= "integer" then
    reader.fail("steps", place, "seed: expected a number, got %s", vocabulary.said(step.seed))
  end
end

local read_step

local function read_list(reader, list, place)
  local compiled = {}
  for i, step in ipairs(list) do
    compiled[i] = read_step(reader, step, place or i)
  end
  return compiled
end

local function read_operand(reader, verb, step, compiled, place)
  local described = steps.verbs[verb]
  if verb == "refused" then
    compiled[1] = read_step(reader, step.refused, place)
  elseif verb == "effect" then
    compiled.creates = compile_changes(reader, "effect", step.effect, "steps", place).creates
  elseif described.card then
    compiled.card = card_of(reader, "steps", place, step[verb])
  end
end

--- One step: its verb, what it is about in place 1, and its fields.
function read_step(reader, step, place)
  if type(step) ~= "table" or phrase.is(step) then
    local form = 'expected a step such as { destroy = "Humility" }, got %s'
    reader.fail("steps", place, form, vocabulary.said(step))
  end
  local verb = verb_of(reader, step, place)
  if verb == "check" then
    return { verb = "check", name = step.check }
  end
  check_fields(reader, verb, step, place)
  check_counters(reader, step.counters, "steps", place)
  check_lasts(reader, step, place)
  check_zone(reader, verb, step, place)
  if verb == "base" then
    check_base(reader, step.base, place)
  end
  check_settle(reader, verb, step, place)
  check_numbers(reader, verb, step, place)
  local compiled = { verb = verb, place = place }
  for key, value in host.sorted_pairs(step) do
    if key ~= verb then
      compiled[key] = value
    end
  end
  compiled[1] = step[verb]
  read_operand(reader, verb, step, compiled, place)
  compile_except(reader, compiled, "steps", place)
  if step.responding then
    compiled.responding = read_list(reader, step.responding, place)
  end
  compiled.happens = happenings.compile(reader.game, compiled, function(form, ...)
    reader.fail("steps", place, form, ...)
  end)
  return compiled
end

-- The lists of a scenario, and what stands in each of them.
local ROWS <const> = {
  players = '"A", "B"',
  setup = '{ "A", "battlefield", "Smith" }, { ... }',
  steps = '{ destroy = "Smith" }, { ... }',
  expect = '"power(Smith) = 2", ...',
}

--- Refuses named fields in lists, which would be ignored, and lines that are no texts.
local function check_lists(reader)
  local given = reader.item.given
  for _, field in ipairs({ "players", "setup", "steps", "expect" }) do
    for key in host.sorted_pairs(given[field] or {}) do
      if math.type(key) ~= "integer" then
        local form = "%s: '%s' names a place of a list; write %s = { %s }"
        reader.fail(field, key, form, field, tostring(key), field, ROWS[field])
      end
    end
  end
  for place, line in ipairs(given.expect or {}) do
    if type(line) ~= "string" then
      local form = 'expect: in place %d expected a text such as "name(Smith) = Smith", got %s'
      reader.fail("expect", place, form, place, vocabulary.said(line))
    end
  end
end

--- Raise that a field has a value of another type.
local function wrong_type(reader, key, value)
  local got = type(value) == "string" and ("the text '%s'"):format(value) or vocabulary.said(value)
  local wanted = FIELDS[key] == "table" and "a list in braces" or "a " .. FIELDS[key]
  reader.fail(key, nil, "scenario: %s: expected %s, got %s", key, wanted, got)
end

--- Read what `scenario` made. Raises with the line of the mistake.
---@param game strata.Game
---@param item table
---@return strata.Scenario
function M.read(game, item)
  local given, reader = item.given, reader_of(game, item)
  for key, value in host.sorted_pairs(given) do
    if not FIELDS[key] then
      local hint = spelling.hint(tostring(key), spelling.keys(FIELDS))
      reader.fail(key, nil, "scenario: no field '%s'%s", tostring(key), hint)
    end
    if type(value) ~= FIELDS[key] then
      wrong_type(reader, key, value)
    end
  end
  if not given.name then
    reader.fail(nil, nil, 'scenario: it has no name; say name = "..."')
  end
  check_lists(reader)
  local players = given.players or { "A", "B" }
  game:name_players(players)
  return {
    name = given.name,
    path = item.path,
    line = item.line,
    item = item,
    players = players,
    life = given.life,
    variant = given.variant,
    sound = given.sound,
    objects = read_setup(reader, players),
    steps = read_list(reader, given.steps or {}, nil),
    expect = given.expect or {},
  }
end

--- Refuse a table that would be a scenario if it had the word; nil for others.
local function refuse_bare(game, path, list)
  for key in host.sorted_pairs(list) do
    if FIELDS[key] then
      local form = "expected scenario { ... } or a list of them, got a table with '%s'; write"
        .. " return scenario { ... }"
      error(game.files:message(path, 1, form:format(key)), 0)
    end
  end
  return nil
end

--- Raise that a file returns something else than scenarios.
local function no_scenario(path, place, item)
  local form = "%s: in place %d expected scenario { ... }, got %s%s"
  local is_card = type(item) == "table" and item.word == "card"
  local hint = is_card and "; to test cards, name the folder of their pack" or ""
  error(form:format(path, place, vocabulary.said(item), hint), 0)
end

--- Run a file and read the scenarios that it returns; nil if it is no file of scenarios.
---@param game strata.Game
---@param path string
---@param text? string of a file that is not written yet
---@return strata.Scenario[]|nil
function M.read_file(game, path, text)
  local result = game.files:run(path, game.test_words or game.words, true, text)
  if type(result) ~= "table" then
    return nil
  end
  local list, scenarios = result.word and { result } or result, {}
  if #list == 0 then
    return refuse_bare(game, path, list)
  end
  for i, item in ipairs(list) do
    if type(item) ~= "table" or item.word ~= "scenario" then
      no_scenario(path, i, item)
    end
    scenarios[i] = M.read(game, item)
  end
  return scenarios
end

--- A step that stands in no file, as steps.play takes it. Raises if it says what cannot be.
---@param game strata.Game
---@param step table
---@return table compiled
function M.step(game, step)
  local item = { path = "?", line = 0, given = { name = "step" } }
  local reader = reader_of(game, item)
  function reader.fail(_, _, form, ...)
    error(form:format(...), 0)
  end
  return read_step(reader, step, 1)
end

return M
