--- Reads the setup of a scenario: the objects of each row, in the order in which they entered.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")
local read_parts = require("strata.scenario.read_parts")
local step_fields = require("strata.scenario.step_fields")
local declared_steps = require("strata.stage.declared_steps")

local M = {}

-- What an object of the setup may say beside its card, and beside its base values.
local OBJECT_FIELDS <const> = {
  "id", "on", "counters", "chosen", "transformed", "controller", "copying", "except", "owner",
  "token",
}

--- All that an object of the setup may say; and those of it that are base values.
local function fields_of(reader)
  local states = declared_steps.states(reader.game, OBJECT_FIELDS)
  local fields = table.move(OBJECT_FIELDS, 1, #OBJECT_FIELDS, 1, {})
  return table.move(states, 1, #states, #fields + 1, fields), states
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

--- The fields of an object that is a table, each of its kind.
local function check_object(reader, given, place)
  local known = fields_of(reader)
  for key, value in host.sorted_pairs(given) do
    local name = tostring(key)
    if key ~= 1 and not lists.includes(known, key) then
      local hint = spelling.hint(name, known)
      reader.fail("setup", place, "setup: no field '%s'%s", name, hint)
    end
    local problem = key ~= 1 and step_fields.field_problem(reader, key, value)
    if problem then
      reader.fail("setup", place, "setup: %s: %s", name, problem)
    end
  end
  read_parts.check_counters(reader, given.counters, "setup", place)
end

--- The id of an object, which stands before its card or is a field.
local function id_of(reader, id, count, given, place)
  if id and given.id then
    reader.fail("setup", place, "setup: '%s' has two ids, '%s' and '%s'", given[1], id, given.id)
  end
  id = id or given.id
  if id and count > 1 then
    local form = "setup: the id '%s' would be that of %d objects; write them one by one"
    reader.fail("setup", place, form, id, count)
  end
  read_parts.add_id(reader, "setup", place, id)
  return id
end

local function add_objects(reader, list, player, zone, entry, place)
  local given = step_fields.is_plain_table(entry) and entry or { entry }
  if type(given[1]) ~= "string" then
    local got = vocabulary.said(given[1])
    reader.fail("setup", place, "setup: expected the name of a card, got %s", got)
  end
  check_object(reader, given, place)
  local id, name, count = parse_object(reader.game, given[1])
  local fields = lists.copied(given)
  fields[1], fields.player, fields.zone = nil, player, zone
  fields.states = select(2, fields_of(reader))
  fields.card = read_parts.card_of(reader, "setup", place, name)
  fields.id = id_of(reader, id, count, given, place)
  if count == 0 then
    reader.fail("setup", place, "setup: '%s' puts nothing there", given[1])
  end
  read_parts.compile_except(reader, fields, "setup", place)
  for _ = 1, count do
    list[#list + 1] = fields
  end
end

local function check_row(reader, row, place)
  if not step_fields.is_plain_table(row) then
    local form = 'setup: expected a row such as { "A", "%s", "Smith" }, got %s'
    local zone = spelling.keys(reader.game.schema.data.zones or {})[1] or "zone"
    reader.fail("setup", place, form, zone, vocabulary.said(row))
  end
  local problem = step_fields.list_problem(row)
  if problem then
    local form = 'setup: %s; an object with fields is a table, as { "Smith", tapped = true }'
    reader.fail("setup", place, form, problem)
  end
end

--- The player and the zone with which a row begins.
local function check_place(reader, row, place)
  local player, zone, zones = row[1], row[2], reader.game.schema.data.zones or {}
  if not lists.includes(reader.players, player) then
    local known = table.concat(reader.players, ", ")
    local said = vocabulary.said(player)
    reader.fail("setup", place, "setup: no player '%s'; there are %s", said, known)
  elseif not zones[zone] then
    local said = vocabulary.said(zone)
    local hint = spelling.hint(said, spelling.keys(zones))
    reader.fail("setup", place, "setup: no zone '%s'%s", said, hint)
  elseif row[3] == nil then
    local form = 'setup: it puts nothing there; name cards behind "%s"'
    reader.fail("setup", place, form, zone)
  end
end

--- The objects of a setup, in order.
---@param reader strata.ScenarioReader
---@return table[]
function M.read(reader)
  local list = {}
  for place, row in ipairs(reader.item.given.setup or {}) do
    check_row(reader, row, place)
    check_place(reader, row, place)
    for i = 3, #row do
      add_objects(reader, list, row[1], row[2], row[i], place)
    end
  end
  return list
end

return M
