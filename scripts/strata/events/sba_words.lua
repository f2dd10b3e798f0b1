--- Compiles state-based actions (704), and the turns and stack of the game, from a pack's
--- events.lua to the tables that strata.rules reads.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local act_compiler = require("strata.events.act_compiler")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

local function check_keys(kinds, item, options, places)
  for key in host.sorted_pairs(item.given) do
    local is_listed = math.type(key) == "integer" and key <= places
    if not is_listed and not options[key] then
      local hint = spelling.hint(tostring(key), spelling.keys(options))
      kinds.files:blame(item, key, "%s: no field '%s'%s", item.word, tostring(key), hint)
    end
  end
end

-- -- State-based actions -----------------------------------------------------

local CHECKS <const> = { act = true, keep_newest = true, keep_one = true, resets = true }

local function check_attribute(kinds, item, field, name)
  local attributes = kinds.schema.attributes
  if type(name) ~= "string" then
    kinds.files:blame(item, field, "%s: expected attributes, got %s", field, vocabulary.said(name))
  elseif not attributes[name] then
    local hint = spelling.hint(name, spelling.keys(attributes))
    kinds.files:blame(item, field, "%s: no attribute '%s'%s", field, name, hint)
  end
end

--- A list of names of attributes, or one; nil if there is none.
local function attributes_of(kinds, item, field)
  local given = item.given[field]
  if given == nil then
    return nil
  end
  local list = type(given) == "string" and { given } or given
  if type(list) ~= "table" or list.word then
    local form = "%s: expected a list of attributes, got %s"
    kinds.files:blame(item, field, form, field, vocabulary.said(given))
  end
  for _, name in ipairs(list) do
    check_attribute(kinds, item, field, name)
  end
  return list
end

--- The engine's name of a check: its words, one behind the other.
local function name_of(kinds, item)
  local name = item.given[1]
  if type(name) ~= "string" or not name:match("%a") then
    kinds.files:blame(item, 1, "check: expected its name first, as a text")
  end
  name = name:lower():gsub("[^%l%d]+", "_"):gsub("^_", ""):gsub("_$", "")
  if kinds.checks[name] then
    kinds.files:blame(item, 1, "check '%s' is declared already", item.given[1])
  end
  return name
end

--- check { "lethal damage", each.creature & it.damage:at_least(1), act = destroy { who = it } }
---@param kinds strata.Kinds
---@param item strata.Described
function M.check(kinds, item)
  check_keys(kinds, item, CHECKS, 2)
  local name, given, program = name_of(kinds, item), item.given, act_compiler.new(kinds)
  if given[2] == nil then
    kinds.files:blame(item, nil, "check: say whom it is about, as in each.creature")
  elseif given.act == nil then
    kinds.files:blame(item, nil, "check: act: say what is done about them")
  end
  local check = program:deeds(item, "act", given.act)
  if #check == 0 then
    kinds.files:blame(item, "act", "check: act: it has nothing to do; say acts")
  end
  check.who = program:text(item, 2, given[2], "pred")
  check.keep_newest = given.keep_newest ~= nil or nil
  check.keep_by = attributes_of(kinds, item, "keep_one")
    or attributes_of(kinds, item, "keep_newest")
  check.resets = attributes_of(kinds, item, "resets")
  kinds.checks[name] = check
end

-- -- How a game goes on ------------------------------------------------------

--- What each field is: a name, or something else.
local PLAYS <const> = {
  always_ask = "boolean",
  log_clock = "string",
  next_player = "string",
  on_fault = "string",
  on_loop = "string",
  resolved = "string",
  stack = "string",
  triggered = "string",
  turn_player = "table",
}

--- The words that a field may be, where it is none that a pack declares.
local WORDS <const> = { on_fault = { "disable", "stop" } }

local WANTED <const> =
  { boolean = "true or false", string = "a name", table = "whose turn it is" }

local function read_field(kinds, item, name)
  local value, kind = item.given[name], PLAYS[name]
  if value ~= nil and type(value) ~= kind then
    local form = "play: %s: expected %s, got %s"
    kinds.files:blame(item, name, form, name, WANTED[kind], vocabulary.said(value))
  elseif value ~= nil and WORDS[name] and not lists.includes(WORDS[name], value) then
    local hint = spelling.hint(value, WORDS[name])
    kinds.files:blame(item, name, "play: %s: there is no '%s'%s", name, value, hint)
  end
  return value
end

--- play { turn_player = each.player:where(it.active), stack = "stack" }
---@param kinds strata.Kinds
---@param item strata.Described
function M.play(kinds, item)
  check_keys(kinds, item, PLAYS, 0)
  if kinds.play then
    kinds.files:blame(item, nil, "play: how a game goes on is declared already")
  elseif next(item.given) == nil then
    local list = table.concat(spelling.keys(PLAYS), ", ")
    local form = "play: it says nothing of how a game goes on; there are %s"
    kinds.files:blame(item, nil, form, list)
  end
  local into = {}
  for name in host.sorted_pairs(PLAYS) do
    into[name] = read_field(kinds, item, name)
  end
  local turn = into.turn_player
  if turn ~= nil then
    local kind = turn.kind == "ref" and "ref" or "pred"
    into.turn_player = act_compiler.new(kinds):text(item, "turn_player", turn, kind)
  end
  kinds.play = into
end

return M
