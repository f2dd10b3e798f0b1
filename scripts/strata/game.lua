--- A game: packs with their ruleset and cards, made into the engine's rules.
local ability_words = require("strata.ability")
local chains = require("strata.chains")
local costs = require("strata.cost")
local eventwords = require("strata.eventwords")
local file = require("strata.file")
local host = require("strata.host")
local kinds = require("strata.kinds")
local ruleset = require("strata.ruleset")
local slugs = require("strata.slug")
local spelling = require("strata.spelling")
local strata = require("strata")
local watch = require("strata.watch")
local words = require("strata.words")

local M = {}

---@class strata.Card
---@field name string
---@field id string "classic:humility"
---@field definition string
---@field abilities string[]
---@field back? strata.Card
---@field values table<string, any> base values

---@class strata.Game
---@field schema strata.Schema
---@field files strata.Files
---@field cards table<string, strata.Card> by name
---@field definitions table<string, strata.Card> by the definition's name
---@field abilities table<string, strata.Ability> by name
---@field kinds strata.Kinds of events
---@field chains table<string, string[]> handlers that definitions print, by definition
---@field codes table<string, table> what watchers say, by name, as strata.rules reads it
---@field code_items table<string, table> the words that they come of
---@field rules strata.Rules after freezing
local Game = {}
Game.__index = Game

-- -- Scopes: what compiling an ability may ask -------------------------------

--- The name of what an operand says: a keyword, or an ability of its own.
local function ability_name(game, scope, item, field)
  if type(item) == "string" then
    if not game.schema.keywords[item] then
      local hint = spelling.hint(item, spelling.keys(game.schema.keywords))
      scope.blame(field, "%s: unknown keyword '%s'%s", field, item, hint)
    end
    return game.schema:symbol(item)
  end
  if type(item) ~= "table" then
    scope.blame(field, "%s: expected an ability, got %s", field, words.said(item))
  end
  if item.word == "this_ability" then
    if not scope.own_name then
      scope.blame(field, "this_ability: it stands in no ability")
    end
    return scope.own_name
  end
  if item.word ~= "mana" and not item.given then
    scope.blame(field, "%s: expected an ability, got %s", field, words.said(item))
  end
  return game:add_ability(item, scope.next_name())
end

--- Names of all abilities but those of a kind, known only when all are declared.
local function rest_of(game, kind)
  local list = {}
  for name, ability in host.sorted_pairs(game.abilities) do
    if ability.kind ~= kind then
      list[#list + 1] = name
    end
  end
  return list
end

local function defines(ability, attributes)
  for _, clause in ipairs(ability.kind == "cda" and ability.clauses or {}) do
    for _, part in ipairs(clause.parts) do
      if attributes[part.attr] then
        return true
      end
    end
  end
  return false
end

--- Names of all abilities that define one of some attributes.
local function defining(game, attributes)
  local list = {}
  for name, ability in host.sorted_pairs(game.abilities) do
    list[#list + 1] = defines(ability, attributes) and name or nil
  end
  return list
end

--- What compiling an item of a file may ask.
---@param item table it has path and line
---@param base string the first part of the names of abilities that it makes
---@return strata.Scope
function Game:scope(item, base)
  local game, made = self, 0
  local scope = { schema = self.schema, created = false }
  function scope.blame(field, form, ...)
    game.files:blame(item, field, form, ...)
  end
  function scope.note(symbol)
    game.symbols[game.schema:symbol(symbol)] = true
  end
  function scope.next_name()
    made = made + 1
    return ("%s.%d"):format(base, made)
  end
  function scope:ability(operand, field)
    return ability_name(game, self, operand, field)
  end
  return scope
end

--- Compile an ability and remember it by its name.
---@param item table what a word made
---@param name string
---@return string name
function Game:add_ability(item, name)
  local ability = watch.is_watcher(item) and watch.compile(self, item, name)
    or ability_words.compile(self:scope(item, name), item, name)
  ability.title = self.title
  if not self.abilities[ability.name] then
    self.abilities[ability.name] = ability
    self.ability_order[#self.ability_order + 1] = ability.name
  end
  return ability.name
end

--- What a copy is, but for what it copies (707.9): an ability that nobody has.
---@param item table `enters_as_copy`
---@param given table the exceptions
---@param name string
---@param word? string "enters_as_copy"; "static" for what it is besides, in the usual layers
---@return strata.Clause[]
function Game:add_exceptions(item, given, name, word)
  local other = { word = word or "enters_as_copy", given = given }
  local said = setmetatable(other, { __index = item })
  local ability = ability_words.compile(self:scope(item, name), said, name)
  ability.clauses, ability.title = ability.except or ability.clauses, self.title
  ability.kind = #ability.clauses > 0 and "static" or "handler"
  self.abilities[name] = ability
  self.ability_order[#self.ability_order + 1] = name
  return ability.clauses
end

--- A replacement that is nobody's: part of exceptions of a name.
---@param item table `replace`
---@param name string
function Game:add_rider(item, name)
  local full = (name:gsub("%.", "_"))
  self.laws[full] = { codes = { watch.law(self, item, full) } }
end

--- Compile an effect that a step makes, and that names no new word.
---@param given table as of `effect { ... }`
---@return table creates
function Game:inline(given)
  local item = { word = "effect", given = given, path = "?", line = 0 }
  return ability_words.compile(self:scope(item, "effect"), item, "effect").creates
end

--- What effects that begin, and abilities in rules, can ask.
---@return strata.Moment
function Game:moment()
  return {
    created = false,
    schema = self.schema,
    rest = function(kind)
      return rest_of(self, kind)
    end,
    defining = function(attributes)
      return defining(self, attributes)
    end,
  }
end

-- -- Cards -------------------------------------------------------------------

M.slug = slugs.of

local function wrong_value(game, item, field, wanted, value)
  local got = words.said(value)
  game.files:blame(item, field, "%s: expected %s, got %s", field, wanted, got)
end

local function check_words(game, item, field, value)
  local is_list = type(value) == "table" and not value.word and host.metatable(value) == nil
  if not is_list then
    wrong_value(game, item, field, "a list of words", value)
  end
  for _, word in ipairs(value) do
    if not game.schema.attributes[field].words[word] then
      local hint = spelling.hint(tostring(word), game.schema:family(field))
      game.files:blame(item, field, "%s: unknown word '%s'%s", field, tostring(word), hint)
    end
  end
end

--- By the attribute's type: what the value is to be, and of which type of Lua.
local PLAIN <const> = {
  int = { "a number", "integer" },
  flag = { "true or false", "boolean" },
  sym = { "a text", "string" },
  text = { "a text", "string" },
}

local function check_value(game, item, field, attribute, value)
  local plain = PLAIN[attribute.kind]
  if not plain then
    check_words(game, item, field, value)
  elseif (math.type(value) or type(value)) ~= plain[2] then
    wrong_value(game, item, field, plain[1], value)
  end
  return value
end

local RESERVED <const> = { back = true, text = true, abilities = true }

--- The base values that a card's fields say.
local function values_of(game, item)
  local values = {}
  for key, value in host.sorted_pairs(item.given) do
    if type(key) == "string" and not RESERVED[key] then
      local attribute = game.schema.attributes[key]
      if not attribute or attribute.kind == "ref" then
        local fields = { "back", "text", table.unpack(game.schema.order) }
        game.files:blame(item, key, "no field '%s'%s", key, spelling.hint(key, fields))
      end
      values[key] = check_value(game, item, key, attribute, value)
    end
  end
  return costs.add(game, item, values)
end

local function need_keyword(game, item, keyword, place)
  if not game.schema.keywords[keyword] then
    local hint = spelling.hint(keyword, spelling.keys(game.schema.keywords))
    game.files:blame(item, place, "unknown keyword '%s'%s", keyword, hint)
  end
  return game.schema:symbol(keyword)
end

local function card_ability(game, item, card, place)
  local ability = item.given[place]
  if type(ability) == "string" then
    return need_keyword(game, item, ability, place)
  end
  if not ability_words.is_ability(ability) and not watch.is_watcher(ability) then
    local form = "in place %d of its list expected an ability, got %s"
    game.files:blame(item, place, form, place, words.said(ability))
  end
  return game:add_ability(ability, ("%s.%d"):format(card.id, place))
end

--- An ability, or a handler, which is in the chains of whatever is made of the card.
local function add_part(game, item, card, place)
  local part = item.given[place]
  if not chains.is_handler(part) then
    card.abilities[#card.abilities + 1] = card_ability(game, item, card, place)
    return
  end
  local list = game.chains[card.definition] or {}
  list[#list + 1] = chains.compile(game, part, ("%s.%d"):format(card.id, place), false)
  game.chains[card.definition] = list
end

local function need_name(game, item)
  local name = item.given.name
  if type(name) ~= "string" or name == "" then
    game.files:blame(item, "name", "card: name: expected its name, got %s", words.said(name))
  end
  return name
end

--- A definition as strata.rules reads it: symbols for names.
local function engine_values(game, card)
  local values = {}
  for key, value in host.sorted_pairs(card.values) do
    local kind = game.schema.attributes[key].kind
    if kind == "set" then
      local list = {}
      for i, word in ipairs(value) do
        list[i] = game.schema:symbol(word)
      end
      values[key] = list
    else
      values[key] = kind == "sym" and game.schema:symbol(value) or value
    end
  end
  values[game.schema.roles.abilities] = #card.abilities > 0 and card.abilities or nil
  return values
end

---@param item table what `card` made
---@param id string
---@return strata.Card
function Game:compile_card(item, id)
  local card = { id = id, definition = id, abilities = {}, item = item }
  card.name = need_name(self, item)
  card.values = values_of(self, item)
  self.symbols[self.schema:symbol(card.name)] = true
  self.title = card.name
  for place = 1, #item.given do
    add_part(self, item, card, place)
  end
  local back = item.given.back
  if back ~= nil then
    if type(back) ~= "table" or back.word ~= "card" then
      self.files:blame(item, "back", "back: expected card { ... }, got %s", words.said(back))
    end
    card.back = self:compile_card(back, id .. "_back")
    card.back.front = card
    costs.add_back(self, card)
  end
  self.definitions[card.definition] = card
  self.title = nil
  return card
end

function Game:add_card(item, id)
  if type(item) ~= "table" or item.word ~= "card" then
    error(("%s: expected card { ... } or a list of them, got %s"):format(id, words.said(item)), 0)
  end
  local name = need_name(self, item)
  local earlier = self.cards[name]
  if earlier then
    self.files:blame(item, "name", "'%s' is a card already, in %s", name, earlier.item.path)
  end
  self.cards[name] = self:compile_card(item, id)
end

--- Add all cards of a file.
---@param pack table its manifest
---@param path string
function Game:add_file(pack, path)
  local game = self
  local result = self.files:run(path, self.words)
  local base = path:match("([^/]+)%.lua$")
  if type(result) ~= "table" then
    error(("%s: expected card { ... } or a list of them, got %s"):format(path, type(result)), 0)
  end
  if result.word then
    return game:add_card(result, ("%s:%s"):format(pack.name, base))
  end
  for _, item in ipairs(result) do
    local name = type(item) == "table" and item.given and item.given.name
    local id = type(name) == "string" and slugs.of(name) or base
    game:add_card(item, ("%s:%s"):format(pack.name, id))
  end
end

-- -- Laws --------------------------------------------------------------------

--- Take what a law watches for out of its list: the names of the codes, nil if there are none.
local function take_watchers(game, given, base)
  local codes
  for place = #given, 1, -1 do
    if watch.is_watcher(given[place]) then
      codes = codes or {}
      local name = ("%s.%d"):format(base, place)
      table.insert(codes, 1, watch.law(game, table.remove(given, place), name))
    end
  end
  return codes
end

local function add_law(game, pack, item, place)
  local name = item.given[1]
  if type(name) ~= "string" then
    game.files:blame(item, nil, "law: expected its name first")
  end
  local given = {}
  for key, value in host.sorted_pairs(item.given) do
    if math.type(key) ~= "integer" then
      given[key] = value
    elseif key > 1 then
      given[key - 1] = value
    end
  end
  local base = ("%s:law_%d"):format(pack.name, place)
  local codes = take_watchers(game, given, base)
  local scope = game:scope(item, base)
  scope.layer = given.layer
  local _, _, clauses = ability_words.clauses_of(scope, "law", given)
  local law = clauses[1] and ability_words.engine_clause(clauses[1], game:moment()) or {}
  law.last, law.intrinsic, law.codes = given.last, given.intrinsic, codes
  if given.counter then
    law.counter = game.schema:counter(given.counter, "law")
  end
  local signs = name:gsub("%+", "plus "):gsub("%-", "minus ")
  local full = ("%s:%s"):format(pack.name, slugs.of(signs))
  if game.laws[full] then
    game.files:blame(item, nil, "law: there is a law '%s' already", name)
  end
  game.laws[full] = law
end

local function add_keyword(game, item)
  local name, ability = item.given[1], item.given[2]
  local scope = game:scope(item, "keyword")
  ability_name(game, scope, name, "keyword")
  local symbol = game.schema:symbol(name)
  local compiled = watch.is_watcher(ability) and watch.compile(game, ability, symbol)
    or ability_words.compile(game:scope(ability, symbol), ability, symbol)
  compiled.text, compiled.label = name, name
  game.abilities[symbol] = compiled
  game.ability_order[#game.ability_order + 1] = symbol
end

local function add_laws(game, pack)
  if not pack.laws then
    return
  end
  local path = pack.path .. "/" .. pack.laws
  local result = game.files:run(path, game.words)
  if type(result) ~= "table" or result.word ~= "laws" then
    error(path .. ": expected laws { ... }", 0)
  end
  for place, item in ipairs(result.given) do
    if item.word == "law" then
      add_law(game, pack, item, place)
    elseif item.word == "keyword" then
      add_keyword(game, item)
    elseif chains.is_handler(item) then
      chains.compile(game, item, ("%s:on_%d"):format(pack.name, place), true)
    else
      game.files:blame(result, nil, "laws: in place %d expected law, keyword or on.x.y", place)
    end
  end
end

--- Keyword counters: each gives its keyword while it is there (122.1b).
local function add_keyword_counters(game)
  for _, keyword in ipairs(game.schema.data.keyword_counters or {}) do
    local attribute = game.schema:counter(keyword, "keyword_counters")
    local layer = game.schema:layer(game.schema.roles.abilities, "add")
    game.laws[("counters:%s"):format(slugs.of(keyword))] = {
      counter = attribute,
      [game.schema.roles.abilities] = strata.grant(game.schema:symbol(keyword)):at(layer),
    }
  end
end

-- -- Loading -----------------------------------------------------------------

--- Packs in the order of what they require, then by name.
local function in_order(folder)
  local done, order, under_way = {}, {}, {}
  local function visit(path)
    local pack = host.manifest(path)
    if done[pack.name] then
      return
    end
    if under_way[pack.name] then
      error(("%s/pack.lua: packs require each other: %s"):format(path, pack.name), 0)
    end
    under_way[pack.name] = true
    for name in host.sorted_pairs(pack.requires or {}) do
      visit(host.find_pack(name, path))
    end
    pack.path, done[pack.name] = path, true
    order[#order + 1] = pack
  end
  visit(folder)
  return order
end

local function read_rules(game, packs)
  local parts = {}
  for _, pack in ipairs(packs) do
    if pack.rules then
      local result = game.files:run(pack.path .. "/" .. pack.rules, ruleset.words())
      if type(result) ~= "table" or not result.data then
        local form = "%s/%s: expected ruleset { ... } or extend { ... }"
        error(form:format(pack.path, pack.rules), 0)
      end
      parts[#parts + 1] = result
    end
  end
  if #parts == 0 then
    local form = "%s/pack.lua: no pack says the rules; give it rules = \"rules.lua\""
    error(form:format(packs[#packs].path), 0)
  end
  return parts
end

local function new_game(packs, variant)
  local game = setmetatable({
    files = file.new(),
    packs = packs,
    cards = {},
    definitions = {},
    abilities = {},
    ability_order = {},
    symbols = {},
    laws = {},
    codes = {},
    code_items = {},
    chains = {},
  }, Game)
  local schema = ruleset.schema(read_rules(game, packs), variant)
  game.schema, game.words = schema, words.environment(schema)
  local taken = eventwords.add_watchers(words.environment(schema), schema, {}, {})
  game.kinds = kinds.new(schema, game.files, taken)
  for _, pack in ipairs(packs) do
    if pack.events then
      game.kinds:load(pack.path .. "/" .. pack.events)
    end
  end
  eventwords.add_watchers(game.words, schema, game.kinds.known, game.kinds.fields)
  words.add_laws(words.add_scenario(game.words))
  for name, value in host.sorted_pairs(game.schema.data.names or {}) do
    game.words[name] = value
  end
  return game
end

local function add_keywords(game)
  for keyword in host.sorted_pairs(game.schema.keywords) do
    local symbol = game.schema:symbol(keyword)
    if not game.abilities[symbol] then
      game.abilities[symbol] = { name = symbol, kind = "keyword", text = keyword, label = keyword }
      game.ability_order[#game.ability_order + 1] = symbol
    end
  end
end

--- Add the cards of a pack. With a list for problems every file is read, and what is wrong with one
--- of them goes there.
local function add_cards(game, pack, problems)
  for _, path in ipairs(pack.cards and host.list(pack.path .. "/" .. pack.cards) or {}) do
    if problems then
      local is_fine, problem = pcall(game.add_file, game, pack, path)
      problems[#problems + 1] = not is_fine and tostring(problem) or nil
    else
      game:add_file(pack, path)
    end
  end
end

--- Load a pack and those that it requires. The rules are made by game:freeze().
---@param folder string
---@param variant? string of the rules
---@param problems? string[] gets what is wrong with cards, which otherwise raises
---@return strata.Game
function M.load(folder, variant, problems)
  local packs = in_order(folder)
  local game = new_game(packs, variant)
  for _, pack in ipairs(packs) do
    add_laws(game, pack)
  end
  add_keyword_counters(game)
  add_keywords(game)
  for _, pack in ipairs(packs) do
    add_cards(game, pack, problems)
  end
  game.pack = packs[#packs]
  return game
end

-- -- Freezing ----------------------------------------------------------------

--- default_layers as strata.rules reads them: without what only words ask for.
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

--- Names of those that a host runs, and functions by their names.
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

--- What the kinds of events are, and how they call counters; nothing if no pack has any.
local function add_events(game, spec)
  if next(game.kinds.events) == nil then
    return
  end
  spec.events, spec.handlers = game.kinds.events, handlers_of(game.kinds)
  game.codes["step:nothing"] = { "state", when = "false" } -- see strata.happenings
  spec.codes, spec.replacement_classes = game.codes, game.schema.data.replacement_classes
  spec.checks, spec.play = game.kinds.checks, game.kinds.play
  for kind, name in host.sorted_pairs(game.schema.counters) do
    spec.attributes[name].kind = game.schema:symbol(kind)
  end
end

local function symbols_of(game)
  local symbols = {}
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

--- Cards that acts make: events call them by a word, and so their definition is called too.
local function add_made(game, spec)
  for name, item in host.sorted_pairs(game.kinds.cards) do
    local card, message = game:find_card(name)
    if not card then
      game.files:blame(item, "card", "%s: card: %s", item.kind, message)
    end
    local symbol = slugs.of(name)
    spec.definitions[symbol] = engine_values(game, card)
    game.definitions[symbol] = card
    game.chains[symbol] = game.chains[card.definition]
    spec.symbols[#spec.symbols + 1] = symbol
  end
end

--- What the engine says of the rules, behind the place that it is about if that is known.
local function placed(game, message)
  local text, is_placed = game.kinds:placed(message)
  if is_placed then
    return text
  end
  for name, item in host.sorted_pairs(game.code_items) do
    local start, stop = message:find(("code '%s'"):format(name), 1, true)
    if start and item.path ~= "?" then
      local rest = message:sub(stop + 1):gsub("^[:,]? ", "")
      return game.files:message(item.path, item.line, ("%s: %s"):format(item.word, rest))
    end
  end
  return ("%s: %s"):format(game.pack.path, message)
end

--- Make the engine's rules of all that was loaded.
---@return strata.Rules
function Game:freeze()
  local data = self.schema.data
  local spec = {
    layers = data.layers,
    order = data.order,
    copiable_after = data.copiable_after,
    attributes = engine_attributes(self.schema),
    symbols = symbols_of(self),
    zones = data.zones,
    clocks = data.clocks,
    groups = data.groups,
    default_layers = engine_layers(self.schema),
    laws = self.laws,
    abilities = {},
    definitions = {},
    chains = self.chains,
  }
  add_events(self, spec)
  for _, name in ipairs(self.ability_order) do
    spec.abilities[name] = ability_words.engine_form(self.abilities[name], self:moment())
  end
  for name, card in host.sorted_pairs(self.definitions) do
    spec.definitions[name] = engine_values(self, card)
  end
  add_made(self, spec)
  local is_fine, rules = pcall(strata.rules, spec)
  if not is_fine then
    error(placed(self, (tostring(rules):gsub("^strata%.%w+:%d+: ", ""))), 0)
  end
  self.rules = rules
  return rules
end

--- The card of a name, or nil and what is wrong.
---@param name string
---@return strata.Card|nil
---@return string|nil message
function Game:find_card(name)
  local card = self.cards[name]
  if card then
    return card
  end
  local hint = spelling.hint(tostring(name), spelling.keys(self.cards))
  return nil, ("no card '%s'%s"):format(tostring(name), hint)
end

return M
