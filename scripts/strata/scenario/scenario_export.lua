--- Exports a stage as a scenario: the text of a test that sets up the present state.
---
--- The text is tested before it is returned: it is played, and only expectations that hold in that
--- game are kept. Comments above it list what a scenario cannot express, and values that came out
--- differently.
local host = require("strata.host")
local course_steps = require("strata.stage.course_steps")
local expect = require("strata.scenario.expect")
local scenario = require("strata.scenario.scenario")
local scenario_reader = require("strata.scenario.scenario_reader")
local object_lookup = require("strata.stage.object_lookup")
local observe = require("strata.stage.observe")
local player_actions = require("strata.stage.player_actions")

local M = {}

local UNTOLD <const> = {
  "What has happened before, what abilities remember and wait for, and where chance stands,",
  "is not in it. Effects end with their clocks, whatever else would have ended them.",
}

--- What is being written.
---@class strata.Retelling
---@field stage strata.Stage
---@field objects strata.Object[] in the order of their timestamps
---@field in_order strata.Object[] the same, in the order in which a scenario makes them
---@field is_made table<strata.Object, true> those that the start of a scenario makes by itself
---@field ids table<string, string> what an object is called, by its entity's id
---@field left_out string[] what cannot be said
---@field texts table<table, string> operations as they are written

-- -- Texts -------------------------------------------------------------------

local function is_word(text)
  return text:find("^[%a_][%w_]*$") ~= nil
end

local written

local function add_fields(list, value, texts)
  for key, item in host.sorted_pairs(value) do
    if type(key) == "string" then
      local field = is_word(key) and "%s = %s" or "[%q] = %s"
      list[#list + 1] = field:format(key, written(item, texts))
    end
  end
end

--- A value as Lua: texts, numbers, truths, operations, and tables of them.
function written(value, texts)
  if type(value) == "string" then
    return ("%q"):format(value)
  elseif type(value) ~= "table" or texts[value] then
    return texts[value] or tostring(value)
  end
  local list = {}
  for i, item in ipairs(value) do
    list[i] = written(item, texts)
  end
  add_fields(list, value, texts)
  return #list > 0 and ("{ %s }"):format(table.concat(list, ", ")) or "{}"
end

-- -- Who is there ------------------------------------------------------------

--- Objects that are somewhere, the oldest first.
local function present(stage, left_out)
  local list = {}
  for _, object in ipairs(stage.objects) do
    if object.entity:is_alive() and object.entity.zone then
      list[#list + 1] = object
    elseif object.entity:is_alive() then
      left_out[#left_out + 1] = ("%s, which is in no zone"):format(object.id)
    end
  end
  table.sort(list, function(a, b)
    return a.entity:timestamp() < b.entity:timestamp()
  end)
  return list
end

--- An id for each: the one that was given, else the card's name if it is the only one.
local function name_all(objects)
  local counts, ids = {}, {}
  for _, object in ipairs(objects) do
    local name = object.card.name
    counts[name] = (counts[name] or 0) + 1
    ids[object.entity.id] = object.is_named and object.id or ("%s %d"):format(name, counts[name])
  end
  for _, object in ipairs(objects) do
    if not object.is_named and counts[object.card.name] == 1 then
      ids[object.entity.id] = object.card.name
    end
  end
  return ids
end

--- Whether all values that are written at an object's place say the same as its zone does.
local function place_of(stage, object)
  local roles, entity = stage.game.schema.roles, object.entity
  local is_shared = stage.game.schema.data.zones[entity.zone].shared
  local owner = stage:player_name(entity.base[roles.owner])
  local controller = stage:player_name(entity.base[roles.controller])
  return is_shared and controller or owner, owner
end

local function counters_of(stage, object)
  local counters = {}
  for kind, attribute in host.sorted_pairs(stage.game.schema.counters) do
    local count = object.entity.base[attribute]
    counters[kind] = count ~= 0 and count or nil
  end
  return next(counters) and counters or nil
end

--- The row of the setup that makes an object.
local function row_of(telling, object)
  local stage = telling.stage
  local player, owner = place_of(stage, object)
  local id = telling.ids[object.entity.id]
  local item = { object.card.name, id = id ~= object.card.name and id or nil }
  item.owner = owner ~= player and owner or nil
  item.token = object.is_token or nil
  item.counters = counters_of(stage, object)
  local is_plain = next(item, 1) == nil
  return { player or stage.order[1], object.entity.zone, is_plain and item[1] or item }
end

--- The rows of the setup: one for each object, since each comes at its time, but for those that the
--- start of the game makes.
local function setup_of(telling)
  local rows = {}
  for _, object in ipairs(telling.objects) do
    rows[#rows + 1] = not telling.is_made[object] and row_of(telling, object) or nil
  end
  return #rows > 0 and rows or nil
end

-- -- What differs from a fresh one -------------------------------------------

--- A value as a scenario says it: who is meant by an id; nil and true if it cannot be said.
local function sayable(telling, kind, value)
  if kind == "set" then
    return observe.set({ game = telling.stage.game }, { value = value }, "value")
  elseif kind == "sym" then
    return value and telling.stage.game.schema:printed(value) or "none"
  elseif kind == "ref" then
    local player = value and telling.stage:player_name(value)
    local name = value and (player or telling.ids[value.id]) or "none"
    return name, name == nil
  end
  return value, kind == "abilities"
end

local function same(a, b)
  if type(a) == "table" and type(b) == "table" then
    return table.concat(a, "\0") == table.concat(b, "\0")
  end
  return a == b
end

--- The base values in which an object differs from one that a new scenario would create.
local function changes_of(telling, name, entity, other, others)
  local schema, changes = telling.stage.game.schema, {}
  for _, attribute in ipairs(schema.order) do
    local kind = schema.attributes[attribute].kind
    if attribute ~= "zone" then
      local value, is_odd = sayable(telling, kind, entity.base[attribute])
      local fresh = sayable(others, kind, other.base[attribute])
      if kind == "abilities" then
        is_odd = not same(entity.base[attribute], other.base[attribute])
        value, fresh = nil, nil
      end
      if is_odd then
        local form = "the base value of %s's %s"
        telling.left_out[#telling.left_out + 1] = form:format(name, attribute)
      elseif not same(value, fresh) then
        changes[attribute] = value
      end
    end
  end
  return next(changes) and changes or nil
end

--- Everybody who has a name, and who that is on a stage.
local function everybody(telling)
  local list = {}
  for _, name in ipairs(telling.stage.order) do
    list[#list + 1] = { name = name, entity = telling.stage.players[name] }
  end
  if telling.stage.the_game then
    list[#list + 1] = { name = "the game", entity = telling.stage.the_game }
  end
  for _, object in ipairs(telling.in_order) do
    list[#list + 1] = { name = telling.ids[object.entity.id], entity = object.entity }
  end
  return list
end

-- -- Turns, order, effects ---------------------------------------------------

--- Whether two stages are in the same periods of the same players.
local function are_in_same_periods(stage, other)
  local open, others = stage.world:course(), other.world:course()
  local is_same = #open == #others
  for place, row in ipairs(is_same and open or {}) do
    local its = others[place]
    local who, whose = row.player, its.player
    is_same = is_same and row.period == its.period
      and (who and stage:player_name(who)) == (whose and other:player_name(whose))
  end
  return is_same
end

--- Whether the first player acts in the first turn, which has a number.
local function is_first_turn(stage)
  local attribute = (stage.game.kinds.play or {}).acting
  return course_steps.turn_number(stage) == 1 and attribute
    and stage.players[stage.order[1]][attribute]
end

--- The step that goes to where the course is; nil where a scenario begins anyway. `first` is a
--- stage where a scenario begins. Turns without numbers are told by their player.
local function course_step(stage, first)
  local open, number = stage.world:course(), course_steps.turn_number(stage)
  local now = open[#open]
  if not now or is_first_turn(stage) then
    return nil
  elseif number then
    return { go = now.period, turn = number }
  elseif are_in_same_periods(stage, first) then
    return nil
  end
  return { go = now.period, of = now.player and stage:player_name(now.player) or nil }
end

local function turn_step(stage, first)
  if first then
    return course_step(stage, first)
  end
  local phases = stage.game.schema.data.phases or { { "main" } }
  if stage.turn == 1 and stage.phase == 1 then
    return nil
  end
  return { go = phases[stage.phase][1], turn = stage.turn }
end

-- Words of cards for operations on numbers; those on words are grants of abilities, or add.
local NUMBERS <const> = { add = true, mul = true, set = true, sub = true }

--- A number that an operation names, as the word of a card that says so, and as text.
local function number_change(words, row)
  local number = row.operand:match("^" .. row.op .. " (%-?%d+)$")
  if not (number and NUMBERS[row.op] and row.formula == "") then
    return nil
  end
  return words[row.op](math.tointeger(tonumber(number))), ("%s(%s)"):format(row.op, number)
end

--- The same of one word: a keyword is granted, another is added.
local function word_change(schema, words, row)
  local symbol = row.op == "add" and row.operand:match("^add {([^,{}]+)}$")
  local word = symbol and schema:printed(symbol)
  local is_ability = row.attr == schema.roles.abilities
  if not word or (is_ability and not schema.keywords[word]) then
    return nil
  end
  local verb = is_ability and "grant" or "add"
  return words[verb](word), ("%s(%q)"):format(verb, word)
end

--- What one part of an effect does, as a field of `effect`; nil if it cannot be said.
local function change_of(telling, row)
  local schema, words = telling.stage.game.schema, telling.stage.game.words
  if schema:layer(row.attr, row.op) ~= (math.tointeger(tonumber(row.layer)) or row.layer) then
    return nil
  end
  local value, text = number_change(words, row)
  if not value then
    value, text = word_change(schema, words, row)
  end
  if value then
    telling.texts[value] = text
  end
  return value
end

--- The duration that is a clock's next tick; "" for none at all, nil if there is none of it.
local function duration_of(stage, effect)
  if not effect.clock and effect.ticks_left == 0 then
    return ""
  end
  for name, duration in host.sorted_pairs(stage.game.schema.data.durations or {}) do
    local is_plain = next(duration) == "clock" and next(duration, "clock") == nil
    if is_plain and duration.clock == effect.clock and effect.ticks_left == 1 then
      return name
    end
  end
  return nil
end

--- The names of the objects that an effect is fixed to, and what it does to the first of them.
local function targets_of(telling, effect)
  local names, rows = {}, nil
  for _, object in ipairs(telling.objects) do
    local own = object.entity:why_not(effect)
    if #own == effect.parts then
      names[#names + 1], rows = telling.ids[object.entity.id], rows or own
    end
  end
  return #names == effect.targets and names or {}, rows
end

--- Whether an effect is one that a step begins: of those who were there, in no group.
local function is_plain(effect)
  return effect.subject == "" and not effect.group and effect.priority == 0
end

--- All that an effect does, as `effect` takes it; nil if a part of it cannot be said.
local function changes_by(telling, rows, lasts)
  local changes = { telling.stage.game.words.target, lasts = lasts ~= "" and lasts or nil }
  telling.texts[changes[1]] = "target"
  for _, row in ipairs(rows) do
    local value = changes[row.attr] == nil and change_of(telling, row) or nil
    if value == nil then
      return nil
    end
    changes[row.attr] = value
  end
  return changes
end

--- A step that begins an effect anew; nil if there is none that would.
local function effect_step(telling, effect)
  local lasts = duration_of(telling.stage, effect)
  local source = effect.source and telling.ids[effect.source.id]
  if not is_plain(effect) or not lasts or (effect.source and not source) then
    return nil
  end
  local names, rows = targets_of(telling, effect)
  local changes = #names > 0 and changes_by(telling, rows, lasts)
  return changes and { effect = changes, on = names, source = source, name = effect.name } or nil
end

--- The objects whose timestamps come after one.
local function later_than(telling, timestamp)
  local names = {}
  for _, object in ipairs(telling.objects) do
    if object.entity:timestamp() > timestamp then
      names[#names + 1] = telling.ids[object.entity.id]
    end
  end
  return names
end

--- Effects begin in their order; who has come after one of them gets a new timestamp behind it.
local function add_effects(telling, given)
  for _, effect in ipairs(telling.stage.world:effects()) do
    local step = effect_step(telling, effect)
    if step then
      given.steps[#given.steps + 1] = step
      local later = later_than(telling, effect.timestamp)
      given.steps[#given.steps + 1] = #later > 0 and { restamp = later } or nil
    else
      local name = effect.name ~= "" and effect.name or effect.id
      telling.left_out[#telling.left_out + 1] = "the effect " .. name
    end
  end
end

-- -- Lines -------------------------------------------------------------------

--- Whether a value is the one of every object without a declaration.
local function is_usual(schema, name, value)
  local declared = schema.data.attributes[name]
  local usual = type(declared) == "table" and declared.default
  return value == (usual or 0) or value == (usual or false)
    or (type(value) == "table" and #value == 0)
end

--- The expectation line for a value; a kind of counters has its own name.
local function line_of(schema, name, who, value)
  for kind, attribute in host.sorted_pairs(schema.counters) do
    if attribute == name then
      return ("counters(%s, %s) = %s"):format(who, kind, value)
    end
  end
  return ("%s(%s) = %s"):format(name, who, value)
end

--- The expectation lines of an object: one for each value that is not the usual one.
local function lines_of(stage, who, into)
  local schema = stage.game.schema
  for _, name in ipairs(schema.order) do
    local kind = schema.attributes[name].kind
    local value = (kind == "int" or kind == "flag" or kind == "set") and who.entity[name]
    if value ~= false and not is_usual(schema, name, value) then
      into[#into + 1] = line_of(schema, name, who.name, observe.value(stage, who.entity, name))
    end
  end
end

-- -- All of it ---------------------------------------------------------------

local function staged(game, given)
  local item = { word = "scenario", given = given, path = "?", line = 0 }
  return scenario.stage(game, scenario_reader.read(game, item))
end

local function telling_of(stage)
  local telling = { stage = stage, left_out = {}, texts = {}, is_made = {} }
  telling.objects = present(stage, telling.left_out)
  telling.in_order, telling.ids = telling.objects, name_all(telling.objects)
  return telling
end

-- -- What the start of the game makes ----------------------------------------

--- A name that means one object of a stage alone; nil if none does.
local function name_on(stage, object)
  local card = object.card.name
  for _, form in ipairs({ "%s", "first %s", "second %s", "third %s", "fourth %s" }) do
    local name = form:format(form == "%s" and object.id or card)
    local found = object_lookup.find(stage, name)
    if #found == 1 and found[1] == object then
      return name
    end
  end
  return nil
end

--- The object that is like one of another stage: of the same card, zone, player and owner, and not
--- taken yet; nil if there is none.
local function like(telling, other_stage, other)
  local player, owner = place_of(other_stage, other)
  for _, object in ipairs(telling.objects) do
    local its_player, its_owner = place_of(telling.stage, object)
    local is_there = object.entity.zone == other.entity.zone and its_player == player
    local is_same = object.card == other.card and its_owner == owner
    if is_there and is_same and not telling.is_made[object] then
      return object
    end
  end
  return nil
end

--- Refuse to write a scenario whose start makes an object that is gone or elsewhere in this game.
local function refuse_made(stage, other)
  if course_steps.is_to_begin(stage) then
    local form = "scenario: a scenario begins with the start of the game, and this game has not"
      .. " begun; begin it: %s"
    error(form:format(player_actions.first_step(stage)), 0)
  end
  local form = "scenario: a scenario begins with the start of the game, which puts '%s' into %s,"
    .. " and here it is gone, or elsewhere; :record FILE writes what was done, :save FILE the state"
  error(form:format(other.id, other.entity.zone), 0)
end

--- Find the objects that a scenario without a setup makes by itself: `at_start` of them as it
--- starts the game, and others as it goes on to where the course is.
local function find_made(telling, begun, at_start)
  local before, behind = {}, {}
  for place, other in ipairs(begun.objects) do
    local object = like(telling, begun, other)
    local name = object and name_on(begun, other)
    if not name then
      refuse_made(telling.stage, other)
    end
    telling.is_made[object], telling.ids[object.entity.id] = true, name
    local into = place <= at_start and before or behind
    into[#into + 1] = object
  end
  for _, object in ipairs(telling.objects) do
    before[#before + 1] = not telling.is_made[object] and object or nil
  end
  telling.in_order = table.move(behind, 1, #behind, #before + 1, before)
end

--- Who is on another stage by the same name: objects in the order in which both were made.
local function counterpart(other, who, place)
  return other.players[who.name] or (who.name == "the game" and other.the_game)
    or other.objects[place].entity
end

local function add_changes(telling, given)
  local fresh = staged(telling.stage.game, given)
  local others = { stage = fresh, ids = {}, left_out = {} }
  for place, object in ipairs(telling.in_order) do
    others.ids[fresh.objects[place].entity.id] = telling.ids[object.entity.id]
  end
  local all, place = {}, 0
  for _, who in ipairs(everybody(telling)) do
    local is_object = not (telling.stage:somebody(who.name))
    place = place + (is_object and 1 or 0)
    local other = counterpart(fresh, who, place)
    all[who.name] = changes_of(telling, who.name, who.entity, other, others)
  end
  given.steps[#given.steps + 1] = next(all) and { base = all } or nil
end

--- Objects get their timestamps anew, in the order of now.
local function add_order(telling, given)
  local names = {}
  for i, object in ipairs(telling.objects) do
    names[i] = telling.ids[object.entity.id]
  end
  given.steps[#given.steps + 1] = #names > 1 and { restamp = names } or nil
end

--- Lines that hold when it is played; those that do not are told.
local function add_lines(telling, given)
  local lines, fresh = {}, staged(telling.stage.game, given)
  for _, who in ipairs(everybody(telling)) do
    lines_of(telling.stage, who, lines)
  end
  for _, line in ipairs(lines) do
    local is_fine, message = pcall(expect.judge, fresh, line)
    if is_fine and not message then
      given.expect[#given.expect + 1] = line
    else
      local form = "%s: when it is played it is %s"
      telling.left_out[#telling.left_out + 1] = form:format(line, tostring(message))
    end
  end
end

--- Say that the steps change nothing, where all lines hold right after the setup: steps that order
--- objects anew seldom show in a value.
local function add_unchanged(telling, given)
  local bare = { name = given.name, players = given.players, setup = given.setup }
  local fresh = staged(telling.stage.game, bare)
  for _, line in ipairs(given.expect) do
    local is_fine, message = pcall(expect.judge, fresh, line)
    if not is_fine or message then
      return
    end
  end
  given.unchanged = #given.steps > 0 and #given.expect > 0 or nil
end

M.written = written

--- A field of a scenario, an item in a line; nothing if it is not there.
local function add_list(lines, field, list, texts)
  if not list then
    return
  end
  lines[#lines + 1] = ("  %s = {"):format(field)
  for _, item in ipairs(list) do
    lines[#lines + 1] = ("    %s,"):format(written(item, texts))
  end
  lines[#lines + 1] = "  },"
end

--- A scenario as it stands in a file.
---@param given table its fields
---@param texts table<table, string> of values that are not written as tables
---@return string
function M.scenario(given, texts)
  local lines = { ("scenario {\n  name = %q,"):format(given.name) }
  if #given.players ~= 2 or given.players[1] ~= "A" or given.players[2] ~= "B" then
    lines[#lines + 1] = ("  players = %s,"):format(written(given.players, texts))
  end
  lines[#lines + 1] = given.sound and "  sound = true," or nil
  lines[#lines + 1] = given.unchanged and "  unchanged = true," or nil
  for _, field in ipairs({ "setup", "steps", "expect" }) do
    add_list(lines, field, given[field], texts)
  end
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n")
end

local function text_of(given, left_out, texts)
  local lines = {}
  for _, line in ipairs(UNTOLD) do
    lines[#lines + 1] = "-- " .. line
  end
  for _, what in ipairs(left_out) do
    lines[#lines + 1] = "-- Left out: " .. what:gsub("%c", " ")
  end
  lines[#lines + 1] = ("return %s\n"):format(M.scenario(given, texts))
  return table.concat(lines, "\n")
end

--- A scenario that puts everybody where they are on a stage, with what holds of them.
---@param stage strata.Stage
---@param name string of the scenario
---@return string text of a file of tests
---@return string[] left_out what it does not say
function M.text(stage, name)
  if #stage.world:decisions() > 0 then
    error("scenario: a decision is open; answer it, or cancel its action", 0)
  end
  local telling = telling_of(stage)
  local given = { name = name, players = stage.order, steps = {}, expect = {} }
  local first = course_steps.has_course(stage.game) and staged(stage.game, given) or nil
  given.steps[1] = turn_step(stage, first)
  if first then
    find_made(telling, staged(stage.game, given), #first.objects)
  end
  given.setup = setup_of(telling)
  add_changes(telling, given)
  add_order(telling, given)
  add_effects(telling, given)
  add_lines(telling, given)
  add_unchanged(telling, given)
  return text_of(given, telling.left_out, telling.texts), telling.left_out
end

return M
