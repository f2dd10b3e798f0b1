--- Expectation lines in words: "Grizzly Bears: power=4 toughness=1", "A graveyard contains Bear",
--- "A life=20".
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local expect_subjects = require("strata.scenario.expect_subjects")
local expect_text = require("strata.scenario.expect_text")
local object_lookup = require("strata.stage.object_lookup")
local observe = require("strata.stage.observe")

local refuse = expect_text.refuse

local M = {}

-- -- "Subject: statements" -----------------------------------------------------------

--- The first message by which a part of a line was refused.
local function first_problem(reader, message)
  reader.problem = reader.problem or message
end

--- Tries to read a part of a line. What it refuses is kept, because another part may be readable.
local function try(reader, read, ...)
  local is_fine, result = pcall(read, reader, ...)
  if is_fine then
    return result
  elseif type(result) == "table" and result.unread then
    first_problem(reader, result.unread)
    return nil
  end
  error(result, 0)
end

--- Reads the line at one of its colons.
local function read_at(reader, text, start, stop)
  local who, said = text:sub(1, start - 1), text:sub(stop + 1)
  local statement = try(reader, expect_subjects.statements, said)
  if not statement and not reader.problem and expect_subjects.is_known(reader, who) then
    try(reader, expect_subjects.refuse_name, (expect_text.split(said)))
  end
  return statement and expect_subjects.of_all(who, statement), who
end

--- Reads a line with a colon. A name may contain one, so the colon behind a known name is meant; if
--- there is none, the first behind which there is a statement.
local function read_colon(reader, text)
  local found, found_who, at = nil, nil, 1
  while true do
    local start, stop = text:find(": ", at, true)
    if not start then
      break
    end
    local judge, who = read_at(reader, text, start, stop)
    if judge and expect_subjects.is_known(reader, who) then
      return judge
    elseif judge and not found then
      found, found_who = judge, who
    end
    at = stop + 1
  end
  if found then
    expect_subjects.need(reader, found_who)
  end
  return found
end

--- "every Bear of A has flying=true"
local function read_every(reader, text)
  local who, said = text:match("^every (.-) (has .+)$")
  if not who or text:find(": ", 1, true) then
    return nil
  end
  local statement = expect_subjects.statements(reader, said)
  expect_subjects.need(reader, who)
  return expect_subjects.of_all(who, statement)
end

-- -- "Player statements" ---------------------------------------------------------------

local function names_in(stage, zone, player)
  local names = {}
  for i, object in ipairs(observe.inside(stage, zone, player)) do
    names[i] = object.id
  end
  return #names > 0 and table.concat(names, ", ") or "nothing"
end

local function need_zone(reader, zone)
  local zones = reader.game.schema.data.zones or {}
  if not zones[zone] then
    refuse("no zone '%s'%s", zone, spelling.hint(zone, spelling.keys(zones)))
  end
end

local function need_counter(reader, what)
  local count, problem = observe.counter(reader, what)
  if not count then
    refuse("%s", problem)
  end
  return count
end

local function contains(reader, player, zone, what)
  need_zone(reader, zone)
  local bare, times = what:match("^(.-) x(%d+)$")
  local count, wanted = need_counter(reader, bare or what), math.tointeger(tonumber(times))
  return function(stage)
    local got = count(stage, observe.inside(stage, zone, player))
    local holds = wanted and got == wanted or (not wanted and got > 0)
    return holds, names_in(stage, zone, player)
  end
end

local function lacks(reader, player, zone, what)
  need_zone(reader, zone)
  local count = need_counter(reader, what)
  return function(stage)
    return count(stage, observe.inside(stage, zone, player)) == 0, names_in(stage, zone, player)
  end
end

--- The symbols that mana abilities give of what is not used up, each once.
local function mana_of(stage, player)
  local got = {}
  local schema = stage.game.schema
  local used = (schema.data.costs or {}).used
  for _, object in ipairs(observe.inside(stage, schema.home, player)) do
    local is_used = used and object.entity[used]
    for _, ability in ipairs(is_used and {} or stage:abilities(object.entity)) do
      local letters = ability.label:match("^T: add (.+)$")
      if letters then
        got[("{%s}"):format(letters == "any" and "any" or letters:sub(1, 1))] = true
      end
    end
  end
  return table.concat(spelling.keys(got))
end

local function available_mana(_, player, wanted)
  local symbols = {}
  if wanted:gsub("{%w+}", "") ~= "" and wanted ~= "none" then
    refuse("available mana: expected symbols such as {R}{U}, got '%s'", wanted)
  end
  for symbol in wanted:gmatch("{%w+}") do
    symbols[symbol] = true
  end
  local text = table.concat(spelling.keys(symbols))
  return function(stage)
    local got = mana_of(stage, player)
    return got == text, got ~= "" and got or "none"
  end
end

local PLAYER_FORMS <const> = {
  { "^(%w+) contains (.+)$", contains },
  { "^(%w+) lacks (.+)$", lacks },
  { "^available mana=(.*)$", available_mana },
}

--- Reads what is said of a player or the game without a colon.
local function read_of_player(reader, player, said)
  for _, form in ipairs(PLAYER_FORMS) do
    local first, second = said:match(form[1])
    if first then
      return form[2](reader, player, first, second)
    end
  end
  local statement = expect_subjects.statements(reader, said)
  if not statement then
    expect_subjects.refuse_name(reader, (expect_text.split(said)))
  end
  return expect_subjects.of_all(player, statement)
end

local function read_player(reader, text)
  local names = lists.copied(reader.players)
  names[#names + 1] = "the game"
  for _, player in ipairs(names) do
    if text:sub(1, #player + 1) == player .. " " then
      return read_of_player(reader, player, text:sub(#player + 2))
    end
  end
  return nil
end

-- -- Other lines -------------------------------------------------------------------------

local function effects_from(reader, name)
  if not reader.effects[name] and not expect_subjects.is_known(reader, name) then
    local hint = spelling.hint(name, spelling.keys(reader.effects), true)
    refuse("no effect or card is called '%s'%s", name, hint)
  end
  return function(stage)
    for _, effect in ipairs(stage.world:effects()) do
      if effect.name == name then
        return false, tostring(effect)
      end
    end
    return true, "none"
  end
end

local TRUTHS <const> = { ["true"] = true, ["false"] = false }

local function one_is_token(reader, name, wanted)
  expect_subjects.need(reader, name)
  if TRUTHS[wanted] == nil then
    refuse("expected true or false, got '%s'", wanted)
  end
  return function(stage)
    local count, role = 0, stage.game.schema.roles.token
    for _, object in ipairs(object_lookup.find(stage, name)) do
      count = count + (role and object.entity[role] and 1 or 0)
    end
    return (count == 1) == TRUTHS[wanted], tostring(count == 1)
  end
end

local function active_player(reader, wanted)
  if not lists.includes(reader.players, wanted) then
    refuse("no player '%s'; there are %s", wanted, table.concat(reader.players, ", "))
  end
  return function(stage)
    local got = stage.order[stage:whose_turn()]
    return got == wanted, got
  end
end

local FORMS <const> = {
  { "^no continuous effects remain from (.+)$", effects_from },
  { "^one (.+) is a token=(%a+)$", one_is_token },
  { "^active player=(.+)$", active_player },
}

--- Reads a line in words; nil if it is none.
---@param reader strata.LineReader
---@param text string normal
---@return strata.Judge|nil
function M.read(reader, text)
  for _, form in ipairs(FORMS) do
    local first, second = text:match(form[1])
    if first then
      return form[2](reader, first, second)
    end
  end
  return read_every(reader, text) or read_colon(reader, text) or read_player(reader, text)
end

return M
