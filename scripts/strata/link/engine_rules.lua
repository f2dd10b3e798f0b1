--- Creates the engine's rules of a game from the declarations of all packs.
local strata = require("strata")
local error_text = require("strata.base.error_text")
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local ability_words = require("strata.cards.ability")
local effect_act = require("strata.cards.effect_act")
local host = require("strata.host")
local ruleset = require("strata.lang.ruleset")
local engine_messages = require("strata.link.engine_messages")
local former_names = require("strata.link.former_names")
local event_defaults = require("strata.link.event_defaults")
local reload_reuse = require("strata.link.reload_reuse")
local rule_texts = require("strata.link.rule_texts")

local M = {}

-- -- Names that are gone -----------------------------------------------------

-- What stands for a name that is gone: it is known, and does nothing.
local RETIRED <const> = {
  ability = function(spec, name)
    spec.abilities[name] = spec.abilities[name] or {}
  end,
  code = function(spec, name)
    spec.codes = spec.codes or {}
    spec.codes[name] = spec.codes[name] or { "state", when = "false" }
  end,
  definition = function(spec, name)
    spec.definitions[name] = spec.definitions[name] or {}
  end,
  handler = function(spec, name) -- one that has failed, and is disabled
    spec.handlers = spec.handlers or {}
    spec.handlers[#spec.handlers + 1] = name
  end,
  symbol = function(spec, name)
    spec.symbols[#spec.symbols + 1] = name
  end,
}

--- Keep names that a world uses and that the packs no longer declare. Raises for names that cannot
--- be kept.
---@param game strata.Game
---@param lacks { kind: string, name: string }[] see World:lacks
function M.retire(game, lacks)
  for _, lack in ipairs(lacks) do
    if not RETIRED[lack.kind] then
      local form = "%s '%s' is gone from the packs, and the world uses it: begin a new one"
      error(form:format(lack.kind, lack.name), 0)
    end
  end
  game.retired = lacks
end

-- -- Parts of the rules ------------------------------------------------------

--- default_layers as strata.rules reads them: without the entries that only words use.
local function engine_layers(schema)
  local layers = {}
  for name, value in host.sorted_pairs(schema.data.default_layers or {}) do
    local own = ruleset.copy(value)
    if type(own) == "table" then
      own.defining = nil
    end
    layers[name] = own
  end
  return layers
end

local function engine_attributes(schema)
  local attributes = {}
  for name, declared in host.sorted_pairs(schema.data.attributes) do
    local own = ruleset.copy(declared)
    if type(own) == "table" then
      for i = 2, #own do
        own[i] = schema:symbol(own[i])
      end
    end
    attributes[name] = own
  end
  return attributes
end

--- The handlers of a game: the names of those that the host implements, and the functions of all
--- others by their names.
local function handlers_of(known)
  local handlers = {}
  for name, run in host.sorted_pairs(known.handlers) do
    if run == true then
      handlers[#handlers + 1] = name
    else
      handlers[name] = run
    end
  end
  return handlers
end

--- The declarations of event types, and the names of counters in their fields; empty if no pack has
--- events.
local function add_events(game, spec)
  if next(game.kinds.events) == nil then
    return
  end
  game.declarations:check_added(game.files)
  spec.events, spec.handlers = game.kinds.events, handlers_of(game.kinds)
  game.codes["step:nothing"] = { "state", when = "false" } -- see strata.stage.step_events
  spec.codes, spec.replacement_classes = game.codes, game.schema.data.replacement_classes
  spec.checks, spec.play, spec.course = game.kinds.checks, game.kinds.play, game.kinds.course
  for _, pool in host.sorted_pairs(game.kinds.pools) do
    for symbol in host.sorted_pairs(pool.symbols) do
      spec.symbols[#spec.symbols + 1] = symbol
    end
  end
  for kind, name in host.sorted_pairs(game.schema.counters) do
    spec.attributes[name].kind = game.schema:symbol(kind)
  end
end

local function symbols_of(game)
  game.sorted_symbols = reload_reuse.symbols(game)
  local symbols = table.move(game.sorted_symbols, 1, #game.sorted_symbols, 1, {})
  for symbol in host.sorted_pairs(game.symbols) do
    symbols[#symbols + 1] = symbol
  end
  for name in host.sorted_pairs(game.schema.link_names) do
    symbols[#symbols + 1] = name
  end
  for _, list in ipairs({ game.schema.data.symbols or {}, game.schema.data.seats or {} }) do
    for _, symbol in ipairs(list) do
      symbols[#symbols + 1] = game.schema:symbol(symbol)
    end
  end
  return symbols
end

local function add_abilities(game, spec)
  local moment, clauses = game:moment(), {}
  local abilities, names = reload_reuse.section(game, "abilities")
  for _, name in ipairs(names) do
    abilities[name] = ability_words.engine_form(game.abilities[name], moment, clauses)
  end
  spec.abilities = abilities
end

local function add_definitions(game, spec)
  local definitions, names = reload_reuse.section(game, "definitions")
  for _, name in ipairs(names) do
    definitions[name] = game.definitions[name].values
  end
  spec.definitions = definitions
end

--- Let a word be the name of a card's definition.
local function add_called(game, spec, symbol, card)
  spec.definitions[symbol] = card.values
  game.definitions[symbol] = card
  game.chains[symbol] = game.chains[card.definition]
end

--- Cards that acts create: an event names such a card by a word, which is also the name of its
--- definition.
local function add_made(game, spec)
  for name, item in host.sorted_pairs(game.kinds.cards) do
    local card, message = game:find_card(name, item)
    if not card then
      game.files:blame(item, "card", "%s: card: %s", item.kind, message)
    end
    local symbol = slugs.of(name:match("^[%l%d_]+:([%l%d_]+)$") or name)
    local other = game.definitions[symbol]
    if other and other ~= card then
      local form = "%s: card: '%s' and '%s' are both called '%s'"
      game.files:blame(item, "card", form, item.kind, other.id, card.id, symbol)
    end
    add_called(game, spec, symbol, card)
    spec.symbols[#spec.symbols + 1] = symbol
  end
end

local function make_rules(game, spec)
  local make = game.is_live and host.kept_rules or strata.rules
  return reload_reuse.rules(game, spec) or make(spec)
end

-- -- All of them -------------------------------------------------------------

--- Create the engine's rules from everything that was loaded.
---@param game strata.Game
---@return strata.Rules
function M.freeze(game)
  local data = game.schema.data
  local spec = {
    layers = data.layers,
    order = data.order,
    copiable_after = data.copiable_after,
    attributes = engine_attributes(game.schema),
    symbols = symbols_of(game),
    zones = data.zones,
    clocks = data.clocks,
    groups = data.groups,
    default_layers = engine_layers(game.schema),
    scripts_see = data.scripts_see,
    face_down = data.face_down,
    laws = game.laws,
    chains = game.chains,
  }
  add_events(game, spec)
  effect_act.complete(game)
  add_abilities(game, spec)
  add_definitions(game, spec)
  add_made(game, spec)
  for _, lack in ipairs(game.retired or {}) do
    RETIRED[lack.kind](spec, lack.name)
  end
  former_names.add(game, spec)
  spec.symbols = lists.unequal(spec.symbols) -- one word may come from a card and from an act
  game.spec = spec
  local is_fine, rules = pcall(make_rules, game, spec)
  if not is_fine then
    rule_texts.check(game, spec)
    error(engine_messages.placed(game, error_text.plain(rules)), 0)
  end
  host.name_packs(rules, game.packs)
  host.complete_fields(rules, event_defaults.completers(game))
  game.rules, game.earlier, game.taken = rules, nil, nil
  return rules
end

return M
