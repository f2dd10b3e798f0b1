--- Compiles the watchers of a card to abilities with watcher definitions of strata.rules.
---
--- The event that a watcher is about is a pattern (event_patterns.lua); its effect is a list of
--- acts.
local ability_words = require("strata.cards.ability")
local acting_abilities = require("strata.cards.acting_abilities")
local entry_replacements = require("strata.cards.entry_replacements")
local replacements = require("strata.cards.replacements")
local watcher_fields = require("strata.cards.watcher_fields")
local watcher_starts = require("strata.cards.watcher_starts")
local act_compiler = require("strata.events.act_compiler")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")

local M = {}

---@class strata.Watch
---@field game strata.Game
---@field base string first part of the names of the watcher definitions that it creates
---@field made integer how many
---@field name? string of the ability
---@field title? string what explanations call what it begins
---@field except? strata.Clause[] what it enters as, but for what it copies
local Watch = {}
Watch.__index = Watch

function Watch:blame(item, field, form, ...)
  self.game.files:blame(item, field, form, ...)
end

--- Replaces the controller of `this` by `$you`, the player who controls the ability, or controlled
--- it when an effect that outlives it started. The text then does not depend on the object, so that
--- two objects with the same ability share it.
local function naming_you(schema)
  local controller = "%f[%w_]this%." .. schema.roles.controller .. "%f[^%w_]"
  return function(text)
    return (text:gsub(controller, "$you"))
  end
end

--- A new program of what it watches for.
---@return strata.Programs
function Watch:program()
  local program = act_compiler.new(self.game.kinds)
  program.rewrite = naming_you(self.game.schema)
  program.started, program.watch = watcher_starts, self
  return program
end

--- Registers a watcher definition under a unique name.
---@param item table the word that it comes of
---@param spec table as strata.rules reads it
---@return string name
function Watch:add(item, spec)
  self.made = self.made + 1
  local name = ("%s_%d"):format(self.base, self.made)
  self.game.codes[name], self.game.code_items[name] = spec, item
  return name
end

-- -- Abilities ---------------------------------------------------------------

-- The engine's kind of each word's ability.
local ABILITIES <const> = {
  activated = "activated",
  as_soon_as = "triggered",
  at = "triggered",
  cant = "static",
  enters = "replacement",
  enters_as_copy = "replacement",
  more = "static",
  never = "static",
  prevent = "static",
  redirect = "replacement",
  replace = "replacement",
  spell = "handler",
  triggered = "triggered",
  whenever = "triggered",
}

-- Words that are about events only if they say so.
local EITHER <const> = { activated = true, spell = true, triggered = true, whenever = true }

local function is_act(value)
  return type(value) == "table"
    and not phrase.is(value)
    and (value.word == "act" or value.word == "one_or_more")
end

--- Whether an act stands first in a list, or behind the short name.
local function begins_with_act(given)
  return is_act(given[1]) or type(given[1]) == "string" and is_act(given[2])
end

--- Whether what a word made is an ability that watches for events, or does acts.
---@param item any
---@return boolean
function M.is_watcher(item)
  if type(item) ~= "table" or phrase.is(item) or not ABILITIES[item.word] then
    return false
  elseif item.word == "enters_as_copy" then
    return entry_replacements.is_said(item)
  end
  local given = item.given
  local is_paid = type(given.cost) == "table" -- by acts, which changes alone do not have
  return not EITHER[item.word] or given.act ~= nil or is_paid or begins_with_act(given)
end

--- Compiles a word to a watcher definition of strata.rules.
local function code_of(watch, item, program)
  local make = replacements[item.word] or acting_abilities[item.word]
  return make(watch, item, program)
end

--- Where it functions: nil for everywhere.
local function zones_of(watch, item, kind)
  if kind == "handler" or kind == "activated" then
    return nil
  end
  return ability_words.zones_of(watch.game, item)
end

--- An act as a reader would say it.
local function text_of(item, short)
  local first = item.given[1]
  local about = is_act(first) and (first.pattern or first).kind
  return short or item.given.text or (about and ("%s: %s"):format(item.word, about)) or item.word
end

--- Without the short name that may stand first.
local function unnamed(item)
  local short = item.given[1]
  if type(short) ~= "string" or item.word == "at" or item.word == "enters_as_copy" then
    return item, nil
  end
  local given = {}
  for key, value in host.sorted_pairs(item.given) do
    local place = math.type(key) == "integer"
    if not place then
      given[key] = value
    elseif key > 1 then
      given[key - 1] = value
    end
  end
  return setmetatable({ given = given }, { __index = item }), short
end

--- The name of an ability's watcher definition: the name of the ability with "_" for other
--- characters. Watcher definitions nested in it are numbered from 2.
local function code_name(name)
  return (name:gsub("[%. ]", "_"))
end

-- What is said by a step alone, and how an ability that an event begins comes to know it.
local UNSAID <const> = {
  choice = 'say choose { ..., as = "name" } in act, and named.name',
  second_choice = 'say choose { ..., as = "name" } in act, and named.name',
  target = "say target = each.creature, or whom else it may aim at",
  x = "say the number, or ask for it by choose",
}

--- Refuse names that nothing gives to what an event begins, or a player: it would do nothing, and
--- say nothing.
local function check_given(watch, item, spec)
  if spec.unlisted or spec.when == "false" then
    return -- its host gives them
  end
  local who = spec[1] == "action" and "a player does it" or "an event begins it"
  for name in host.sorted_pairs(UNSAID) do
    if spec.names and spec.names[name] then
      local form = "%s: '%s' means nothing here, as %s; %s"
      watch:blame(item, nil, form, item.word, name, who, UNSAID[name])
    end
  end
end

-- Whose program a step, a player or the stack begins.
local DONE <const> = { activated = true, handler = true }

--- Its watcher definition: what it is on the lookout for, or what is done. A program of 0.3 is no
--- ability's, but its host's.
local function add_codes(ability, item, spec, code)
  local is_done = DONE[ability.kind]
  if is_done then
    ability.act, ability.target = code, item.given.target
  end
  if not is_done or spec[1] == "action" then
    ability.codes = { code }
  end
end

--- Compiles a watcher, or an ability that performs acts, to an ability with watcher definitions.
---@param game strata.Game
---@param item table what a word made: see M.is_watcher
---@param name string of the ability, and of its first watcher definition
---@return strata.Ability
function M.compile(game, item, name)
  local code = code_name(name)
  local fields = { game = game, base = code, made = 1, name = name, title = game.title }
  local watch = setmetatable(fields, Watch)
  local kind, own, short = ABILITIES[item.word], unnamed(item)
  local program = watch:program()
  local spec = code_of(watch, own, program)
  spec.names =
    watcher_fields.joined(watcher_fields.given_names({ bound = {} }, program, spec), spec.names)
  game.codes[code], game.code_items[code] = spec, item
  local text = text_of(own, short)
  local ability = { name = name, kind = kind, text = text, label = short or text }
  ability.except, ability.loyalty = watch.except, own.given.loyalty
  ability.zones = zones_of(watch, own, kind)
  check_given(watch, item, spec)
  add_codes(ability, own, spec, code)
  return ability
end

--- Compile an ability `mana` to an action that gives into a pool. All that add the same are one.
---@param game strata.Game
---@param item table what the word `mana` made
---@return strata.Ability
function M.mana(game, item)
  local code = "mana:add_" .. item.letters:lower():gsub("[^%l%d]", "_")
  local watch = setmetatable({ game = game, base = code, made = 1, name = item.label }, Watch)
  if not game.codes[code] then
    game.codes[code] = acting_abilities.mana(watch, item, watch:program())
    game.code_items[code] = item
  end
  local ability = { name = item.label, kind = "mana", text = item.label, label = item.label }
  ability.codes = { code }
  return ability
end

--- Refuse `zones` of a watcher that is no ability of an object.
---@param game strata.Game
---@param item table
---@param why string
function M.refuse_zones(game, item, why)
  if item.given.zones ~= nil then
    game.files:blame(item, "zones", "%s: zones: %s; take it out", item.word, why)
  end
end

--- Compile what a law watches for.
---@param game strata.Game
---@param item table
---@param name string
---@return string code name of the watcher definition
function M.law(game, item, name)
  local code = code_name(name)
  local watch = setmetatable({ game = game, base = code, made = 1 }, Watch)
  local program = watch:program()
  game.codes[code] = code_of(watch, item, program)
  game.code_items[code] = item
  return code
end

return M
