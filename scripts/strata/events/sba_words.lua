--- Compiles state-based actions (704), and the turns and stack of the game, from a pack's
--- events.lua to the tables that strata.rules reads.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local act_compiler = require("strata.events.act_compiler")
local declarations = require("strata.events.declarations")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

-- -- State-based actions -----------------------------------------------------

local CHECK <const> = table_reader.form(
  2,
  { act = true, keep_newest = true, keep_one = true, resets = true }
)

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
  if not table_reader.is_plain(list) then
    local form = "%s: expected a list of attributes, got %s"
    kinds.files:blame(item, field, form, field, vocabulary.said(given))
  end
  table_reader.check_list(kinds.files, item, field, list)
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
  name = declarations.name_of_check(name)
  if kinds.checks[name] then
    local form = "check '%s' is declared already, in %s; give it another name, or amend that one"
    kinds.files:blame(item, 1, form, item.given[1], kinds.declarations:place_of("check", name))
  end
  return name
end

--- check { "lethal damage", each.creature & it.damage:at_least(1), act = destroy { who = it } }
---@param kinds strata.Kinds
---@param item strata.Described
function M.check(kinds, item)
  table_reader.check(kinds.files, item, CHECK)
  if item.given.keep_one ~= nil and item.given.keep_newest ~= nil then
    kinds.files:blame(item, "keep_one", "check: 'keep_newest' and 'keep_one': say one of them")
  end
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

local PLAY <const> = table_reader.form(0, {
  acting = "name",
  always_ask = "boolean",
  concedes = "name",
  ends = "name",
  immediate = "boolean",
  log_clock = "name",
  log_lasts = "name",
  next_player = "name",
  on_fault = "name",
  on_loop = "name",
  resolved = "name",
  stack = "name",
  starts = "name",
  targeted = "name",
  triggered = "name",
  turn_player = true,
})

-- What becomes of an action in which a handler of the rules fails.
local ON_FAULT <const> = { "disable", "stop" }

-- How long rows of the log stay in the state.
local LOG_LASTS <const> = { "action", "game", "tick" }

local function check_word(kinds, item, field, words)
  local said = item.given[field]
  if said ~= nil and not lists.includes(words, said) then
    local hint = spelling.hint(said, words)
    kinds.files:blame(item, field, "play: %s: there is no '%s'%s", field, said, hint)
  end
end

--- immediate = true: triggered abilities act at once and do not wait. The engine is told this of
--- each ability by itself. If the rules do not say it, Kinds:settle decides.
local function note_immediate(kinds, item, into)
  if into.immediate and into.stack then
    local form = "play: immediate: with a stack, what has triggered waits there (603.3);"
      .. " say one of them"
    kinds.files:blame(item, "immediate", form)
  end
  kinds.is_immediate, into.immediate = into.immediate, nil
end

--- play { turn_player = each.player:where(it.active), stack = "stack" }
---@param kinds strata.Kinds
---@param item strata.Described
function M.play(kinds, item)
  table_reader.check(kinds.files, item, PLAY)
  if kinds.play then
    local form = "play: how a game goes on is declared already, in %s; amend that one"
    kinds.files:blame(item, nil, form, kinds.declarations:place_of("play", "play"))
  elseif next(item.given) == nil then
    local list = table.concat(spelling.keys(PLAY.fields), ", ")
    local form = "play: it says nothing of how a game goes on; there are %s"
    kinds.files:blame(item, nil, form, list)
  end
  local into = lists.copied(item.given)
  local turn = into.turn_player
  check_word(kinds, item, "on_fault", ON_FAULT)
  check_word(kinds, item, "log_lasts", LOG_LASTS)
  if into.log_lasts == "tick" and not into.log_clock then
    local form = "play: log_lasts: rows leave when the 'log_clock' has ticked: say which it is"
    kinds.files:blame(item, "log_lasts", form)
  end
  if turn ~= nil and not phrase.is(turn) then
    local form = "play: turn_player: expected whose turn it is, got %s"
    kinds.files:blame(item, "turn_player", form, vocabulary.said(turn))
  elseif turn ~= nil then
    local kind = turn.kind == "ref" and "ref" or "pred"
    into.turn_player = act_compiler.new(kinds):text(item, "turn_player", turn, kind)
  end
  note_immediate(kinds, item, into)
  kinds.play = into
end

return M
