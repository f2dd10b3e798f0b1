--- A game: packs with their ruleset and cards, made into the engine's rules.
local strata = require("strata")
local pack_file = require("strata.base.pack_file")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local ability_words = require("strata.cards.ability")
local chain_handlers = require("strata.cards.chain_handlers")
local costs = require("strata.cards.cost")
local watchers = require("strata.cards.watchers")
local event_kinds = require("strata.events.event_kinds")
local event_vocabulary = require("strata.events.event_vocabulary")
local host = require("strata.host")
local compile_scope = require("strata.lang.compile_scope")
local ruleset = require("strata.lang.ruleset")
local ruleset_errors = require("strata.lang.ruleset_errors")
local vocabulary = require("strata.lang.vocabulary")
local card_drafts = require("strata.link.card_drafts")
local engine_rules = require("strata.link.engine_rules")
local former_names = require("strata.link.former_names")
local pack_conflicts = require("strata.link.pack_conflicts")
local provenance = require("strata.link.provenance")
local reload_reuse = require("strata.link.reload_reuse")
local pack_graph = require("strata.packs.pack_graph")
local pack_search = require("strata.packs.pack_search")
local pack_settings = require("strata.packs.pack_settings")

local M = {}

---@class strata.Card
---@field name string
---@field id string "classic:humility"
---@field definition string
---@field abilities string[]
---@field back? strata.Card
---@field values table<string, any> base values, abilities too, as strata.rules reads them
---@field draft strata.Draft as packs have defined and amended it

---@class strata.Game
---@field schema strata.Schema
---@field files strata.Files
---@field cards table<string, strata.Card> by name
---@field definitions table<string, strata.Card> by the definition's name
---@field abilities table<string, strata.Ability> by name
---@field shapes table<string, table> metatables of abilities that say the same, by host.shape
---@field kinds strata.Kinds of events
---@field chains table<string, string[]> handlers that definitions print, by definition
---@field codes table<string, table> what watchers say, by name, as strata.rules reads it
---@field code_items table<string, table> the words that they come of
---@field law_items table<string, table> the words that laws, and abilities of keywords, come of
---@field rule_origins strata.RuleOrigins who says what of the rules
---@field drafts strata.Drafts cards as packs have defined and amended them
---@field begun table[] effects that acts begin: see strata.cards.effect_act
---@field rules strata.Rules after freezing
---@field ability_order string[] names of abilities as they are made
---@field face_order string[] names of definitions as they are made
---@field face_symbols string[] the names of these cards, as symbols
---@field sorted_symbols? string[] the same in order, after freezing
---@field left integer what else cards have left than themselves: see Game:traces
---@field earlier? strata.Game of the same packs: see strata.link.reload_reuse
---@field taken? strata.Taken of the earlier game, until the rules are frozen
---@field revised? table<string, string[]> abilities, definitions that differ, if nothing else does
---@field is_live? boolean it will be loaded anew
---@field properties? strata.Properties what its pack says of every game
local Game = {}
Game.__index = Game

-- -- What all abilities together are ----------------------------------------

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
  return compile_scope.new(self, item, base)
end

--- Compile an ability that only changes what is there. Thousands of cards say the same, but for
--- their names: what they say is compiled once, and they share it.
local function compile_plain(game, item, name)
  local shape = host.shape(item.word, item.given)
  local shared = shape and game.shapes[shape]
  if not shared then
    local scope = game:scope(item, name)
    local ability = ability_words.compile(scope, item, name)
    if not shape or scope.is_own then
      game.left = game.left + 1
      return ability
    end
    -- The shape holds addresses, and so do the things that are there.
    shared = { __index = ability, given = item.given }
    game.shapes[shape] = shared
  end
  return setmetatable({ name = name, title = game.title }, shared)
end

--- Compile an ability and remember it by its name.
---@param item table what a word made
---@param name string
---@return string name
function Game:add_ability(item, name)
  local is_watcher = watchers.is_watcher(item)
  self.left = self.left + (is_watcher and 1 or 0)
  local ability = is_watcher and watchers.compile(self, item, name)
    or compile_plain(self, item, name)
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
  self.laws[full] = { codes = { watchers.law(self, item, full) } }
end

--- Compile an effect that a step makes, and that names no new word.
---@param given table as of `effect { ... }`
---@return table creates
function Game:inline(given)
  local item = { word = "effect", given = given, path = "?", line = 0 }
  return ability_words.compile(self:scope(item, "effect"), item, "effect").creates
end

--- How much files and cards have left in the game besides cards and what these share: if two
--- moments have the same number, what came between them has left nothing.
---@return integer
function Game:traces()
  return self.left + self.schema.link_uses + self.files.renames.uses
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

--- A name as it is in a table now: itself, or what was called so, which is noted.
---@param known table<string, any>
---@param name string
---@param item table what says it: it has path and line
---@param field string|integer where
---@return string
function Game:present(known, name, item, field)
  if known[name] ~= nil or not self.files.renames:present(name) then
    return name -- as a rule: where it stands costs a look into the file
  end
  return self.files.renames:known(known, name, item.path, self.files:line(item, field))
end

local function wrong_value(game, item, field, wanted, value)
  local got = vocabulary.said(value)
  game.files:blame(item, field, "%s: expected %s, got %s", field, wanted, got)
end

local function check_words(game, item, field, value)
  local is_list = type(value) == "table" and not value.word and host.metatable(value) == nil
  if not is_list then
    wrong_value(game, item, field, "a list of words", value)
  end
  local known = game.schema.attributes[field].words
  for place, said in ipairs(value) do
    local word = game:present(known, said, item, field)
    if word ~= said then
      value[place] = word
    end
    if not known[word] then
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
end

local RESERVED <const> = { back = true, text = true, abilities = true, id = true }

--- Raise what is wrong with a card's fields: of several the first by name. An old word becomes what
--- it is called now.
local function check_fields(game, draft)
  for key, value in host.sorted_pairs(draft.given) do
    local attribute, item = game.schema.attributes[key], card_drafts.said(draft, key)
    if not RESERVED[key] and (not attribute or attribute.kind == "ref") then
      local fields = { "back", "text", "id", table.unpack(game.schema.order) }
      game.files:blame(item, key, "no field '%s'%s", key, spelling.hint(key, fields))
    elseif not RESERVED[key] then
      check_value(game, item, key, attribute, value)
    end
  end
end

--- A list of words as symbols: itself, if they are the same. Nil if it is no list of them.
local function symbol_list(schema, attribute, said)
  if type(said) ~= "table" or said.word or getmetatable(said) ~= nil then
    return nil
  end
  local list, known = said, attribute.words
  for i, word in ipairs(said) do
    if not known[word] then
      return nil
    end
    local symbol = schema:symbol(word)
    if symbol ~= word then
      list = list == said and table.move(said, 1, #said, 1, {}) or list
      list[i] = symbol
    end
  end
  return list
end

--- By the attribute's type: its value as strata.rules reads it, nil if it is none.
local READ <const> = {
  int = function(_, _, value)
    return math.type(value) == "integer" and value or nil
  end,
  sym = function(schema, _, value)
    return type(value) == "string" and schema:symbol(value) or nil
  end,
  text = function(_, _, value)
    return type(value) == "string" and value or nil
  end,
  flag = function(_, _, value)
    if type(value) == "boolean" then
      return value
    end
    return nil
  end,
  set = symbol_list,
}

--- Put what a draft's fields say into values; whether nothing is wrong with them.
local function read_fields(schema, draft, values)
  local attributes, is_fine = schema.attributes, true
  for key, value in next, draft.given do
    local attribute = attributes[key]
    local read = attribute and READ[attribute.kind]
    local got = nil
    if not RESERVED[key] then
      got = read and read(schema, attribute, value)
      is_fine = is_fine and got ~= nil
    end
    values[key] = got
  end
  return is_fine
end

--- The base values that a card's fields say, as strata.rules reads them. Fields are only looked at
--- one by one, and by name, if something is wrong with one of them.
local function values_of(game, draft)
  local values, text, schema = host.named(draft.given), draft.given.text, game.schema
  if text ~= nil and type(text) ~= "string" then
    wrong_value(game, card_drafts.said(draft, "text"), "text", "a text", text)
  end
  if not read_fields(schema, draft, values) then
    check_fields(game, draft)
    read_fields(schema, draft, values) -- old words are what they are now
  end
  costs.add(game, card_drafts.said(draft, "cost"), values)
  local colors = schema.data.costs and schema.data.costs.colors
  if colors and values[colors] then
    local list = symbol_list(schema, schema.attributes[colors], values[colors])
    values[colors] = list or values[colors] -- the engine says what is wrong
  end
  return values
end

local function need_keyword(game, item, said, place)
  local keyword = game:present(game.schema.keywords, said, item, place)
  if not game.schema.keywords[keyword] then
    local hint = spelling.hint(keyword, spelling.keys(game.schema.keywords))
    game.files:blame(item, place, "unknown keyword '%s'%s", keyword, hint)
  end
  return game.schema:symbol(keyword)
end

local function card_ability(game, part)
  local ability, place = part.item, part.place
  if type(ability) == "string" then
    return need_keyword(game, part.by, ability, part.field or place)
  end
  if not ability_words.is_ability(ability) and not watchers.is_watcher(ability) then
    local form = "in place %s of its list expected an ability, got %s"
    game.files:blame(part.by, place, form, place, vocabulary.said(ability))
  end
  return game:add_ability(ability, part.name)
end

--- Whose an ability is, for explanations: the card, and who has amended it so.
local function title_of(draft, part)
  local name = draft.given.name
  return part.pack == draft.pack and name or ("%s (amended by %s)"):format(name, part.pack)
end

--- An ability, or a handler, which is in the chains of whatever is made of the card.
local function add_part(game, draft, card, part)
  game.title = title_of(draft, part)
  if not chain_handlers.is_handler(part.item) then
    card.abilities[#card.abilities + 1] = card_ability(game, part)
    return
  end
  game.left = game.left + 1
  local list = game.chains[card.definition] or {}
  list[#list + 1] = chain_handlers.compile(game, part.item, part.name, false)
  game.chains[card.definition] = list
end

---@param draft strata.Draft
---@return strata.Card
function Game:compile_card(draft)
  local id = draft.id
  local card = {
    id = id,
    definition = id,
    abilities = {},
    item = draft.item,
    draft = draft,
    name = draft.given.name,
    values = values_of(self, draft),
  }
  for _, part in ipairs(draft.parts) do
    if not part.is_gone then
      add_part(self, draft, card, part)
    end
  end
  card.values[self.schema.roles.abilities] = #card.abilities > 0 and card.abilities or nil
  if draft.back then
    card.back = self:compile_card(draft.back)
    card.back.front = card
    costs.add_back(self, card)
  end
  self.drafts.is_crossed = self.drafts.is_crossed or self.definitions[id] ~= nil
  self.definitions[id] = card
  self.face_order[#self.face_order + 1] = id
  self.face_symbols[#self.face_symbols + 1] = self.schema:symbol(card.name)
  self.title = nil
  return card
end

--- The words of a pack's files of cards and laws: those of the game, and its own settings.
---@param pack strata.Manifest
---@return table<string, any>
function Game:words_of(pack)
  local known = self.pack_words[pack.name]
  if not known then
    known = { settings = pack_settings.constants(pack) }
    for word, value in host.sorted_pairs(self.words) do
      known[word] = value
    end
    self.pack_words[pack.name] = known
  end
  return known
end

-- -- Laws --------------------------------------------------------------------

--- Take what a law watches for out of its list: the names of the codes, nil if there are none.
local function take_watchers(game, given, base)
  local codes
  for place = #given, 1, -1 do
    if watchers.is_watcher(given[place]) then
      codes = codes or {}
      local name = ("%s.%d"):format(base, place)
      table.insert(codes, 1, watchers.law(game, table.remove(given, place), name))
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
  game.laws[full], game.law_items[full] = law, item
end

local function add_keyword(game, item)
  local name, ability = item.given[1], item.given[2]
  local scope = game:scope(item, "keyword")
  compile_scope.ability_name(game, scope, name, "keyword")
  local symbol = game.schema:symbol(name)
  local compiled = watchers.is_watcher(ability) and watchers.compile(game, ability, symbol)
    or ability_words.compile(game:scope(ability, symbol), ability, symbol)
  compiled.text, compiled.label = name, name
  game.abilities[symbol], game.law_items[name] = compiled, item
  game.ability_order[#game.ability_order + 1] = symbol
end

local function add_laws(game, pack)
  if not pack.laws then
    return
  end
  local result = game.files:run(pack.path .. "/" .. pack.laws, game:words_of(pack))
  if type(result) ~= "table" or result.word ~= "laws" then
    error(("%s/%s: expected laws { ... }"):format(pack.path, pack.laws), 0)
  end
  for place, item in ipairs(result.given) do
    if item.word == "law" then
      add_law(game, pack, item, place)
    elseif item.word == "keyword" then
      add_keyword(game, item)
    elseif chain_handlers.is_handler(item) then
      chain_handlers.compile(game, item, ("%s:on_%d"):format(pack.name, place), true)
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

local function read_rules(game, packs)
  local parts = {}
  for _, pack in ipairs(packs) do
    if pack.rules then
      local known = ruleset.words()
      known.settings = pack_settings.constants(pack)
      local result = game.files:run(pack.path .. "/" .. pack.rules, known)
      if type(result) ~= "table" or not result.data then
        local form = "%s/%s: expected ruleset { ... } or extend { ... }"
        error(form:format(pack.path, pack.rules), 0)
      end
      result.pack, result.path = pack, pack.path .. "/" .. pack.rules
      parts[#parts + 1] = result
    end
  end
  if #parts == 0 then
    local form = '%s/pack.lua: no pack says the rules; give it rules = "rules.lua"'
    error(form:format(packs[#packs].path), 0)
  end
  return parts
end

--- The schema of the rules of all packs, and who says what of it.
local function add_schema(game, packs, variant)
  local earlier = game.earlier
  if earlier then
    game.schema, game.rule_origins = ruleset.unread(earlier.schema), earlier.rule_origins
    for _, part in ipairs(earlier.rule_paths) do
      game.files.texts[part] = earlier.files.texts[part]
    end
    game.rule_paths = earlier.rule_paths
    return
  end
  local said, parts = provenance.of_rules(), read_rules(game, packs)
  local known = {}
  game.rule_paths = {}
  for i, part in ipairs(parts) do
    ruleset_errors.check_part(game, part, known)
    game.rule_paths[i] = part.path
  end
  game.schema = ruleset.schema(parts, variant, function(part, keys, old, new)
    provenance.note_rule(said, game.files, part, keys, old, new)
  end)
  game.rule_origins = said
  ruleset_errors.check(game)
end

local function new_game(packs, variant, earlier)
  local game = setmetatable({
    files = pack_file.new(),
    packs = packs,
    variant = variant,
    earlier = earlier,
    pack_words = {},
    cards = {},
    definitions = {},
    abilities = {},
    ability_order = {},
    face_order = {},
    face_symbols = {},
    shapes = {},
    left = 0,
    symbols = {},
    laws = {},
    codes = {},
    code_items = {},
    begun = {},
    chains = {},
    law_items = {},
  }, Game)
  game.files.renames = former_names.new(packs)
  add_schema(game, packs, variant)
  local schema = game.schema
  game.words = vocabulary.environment(schema)
  local taken = event_vocabulary.add_watchers(vocabulary.environment(schema), schema, {}, {})
  game.kinds = event_kinds.new(schema, game.files, taken)
  for _, pack in ipairs(packs) do
    if pack.events then
      game.kinds:load(pack.path .. "/" .. pack.events, pack_settings.constants(pack))
    end
  end
  event_vocabulary.add_watchers(game.words, schema, game.kinds.known, game.kinds.fields)
  vocabulary.add_laws(vocabulary.add_scenario(game.words))
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

--- Call a function, or with a list for problems have what it raises go there.
local function attempt(problems, f, ...)
  if not problems then
    return f(...)
  end
  local is_fine, problem = pcall(f, ...)
  problems[#problems + 1] = not is_fine and tostring(problem) or nil
end

--- Read a file of cards, unless the pack with which it belongs is not there.
local function read_cards(game, pack, path)
  local with = pack_graph.with(pack, path)
  local is_in = not with or pack_graph.find(game.packs, with)
  if is_in and not reload_reuse.file(game, path) then
    game.drafts:read(pack, path)
  end
end

local function add_card(game, draft)
  local traces = game:traces()
  local card = game:compile_card(draft)
  game.drafts:check_double(draft)
  game.cards[card.name] = card
  if draft.earlier or game:traces() ~= traces then
    game.drafts:keep_reading(draft)
  end
end

--- Make cards of the drafts of files, from the first that has no cards yet.
local function compile_cards(game, first, problems)
  local faces, abilities = game.face_order, game.ability_order
  for place = first, #game.drafts.order do
    local from = game.drafts.order[place]
    from.faces, from.abilities = { first = #faces + 1 }, { first = #abilities + 1 }
    if from.is_adopted then
      reload_reuse.cards(game, from.path)
    end
    for n = from.is_adopted and from.last + 1 or from.first, from.last do
      attempt(problems, add_card, game, game.drafts.list[n])
    end
    from.faces.last, from.abilities.last = #faces, #abilities
  end
end

--- The cards of all packs: defined, then amended, then compiled, from when on nothing changes them.
--- With a list for problems every file is read, and what is wrong with one of them goes there.
--- False if something contradicts what was taken over.
local function add_cards(game, packs, problems)
  local all, paths, pack_of = card_drafts.new(game), {}, {}
  game.drafts = all
  for _, pack in ipairs(packs) do
    for _, path in ipairs(pack.cards and host.list(pack.path .. "/" .. pack.cards) or {}) do
      paths[#paths + 1], pack_of[path] = path, pack
    end
  end
  if game.earlier then
    reload_reuse.begin(game, paths)
  end
  for _, path in ipairs(paths) do
    attempt(problems, read_cards, game, pack_of[path], path)
  end
  if game.earlier and not reload_reuse.holds(game) then
    return false
  end
  all:settle(problems)
  pack_conflicts.report(game, game:clashes(), problems)
  compile_cards(game, 1, problems)
  return true
end

--- Add the cards of one more file, which amends none.
---@param pack table its manifest
---@param path string
function Game:add_file(pack, path)
  local first = #self.drafts.order + 1
  self.drafts:read(pack, path)
  compile_cards(self, first, nil)
end

--- What was taken over, and contradicts something, is read after all.
local function load(packs, variant, problems, allows_clashes, earlier)
  local game = new_game(packs, variant, earlier)
  game.allows_clashes = allows_clashes
  for _, pack in ipairs(packs) do
    add_laws(game, pack)
  end
  add_keyword_counters(game)
  add_keywords(game)
  if add_cards(game, packs, problems) then
    former_names.check(game, problems)
    return game
  end
  return load(packs, variant, problems, allows_clashes, nil)
end

--- Load packs and those that they require as one game. The rules are made by game:freeze().
---@param asked string|strata.Asked a pack's folder, or several: the first is whose game it is
---@param variant? string of the rules
---@param problems? string[] gets what is wrong with cards, which otherwise raises
---@param allows_clashes? boolean clashes of packs are no mistake: see Game:clashes
---@param earlier? strata.Game the same packs as they were: what has not changed is taken over
---@return strata.Game
function M.load(asked, variant, problems, allows_clashes, earlier)
  local packs, solution = pack_search.need(asked)
  local is_ground = earlier and not problems and reload_reuse.is_ground(earlier, packs, variant)
  local game = load(packs, variant, problems, allows_clashes, is_ground and earlier or nil)
  game.pack = solution.first
  return game
end

--- What packs say of one thing without knowing of each other, in rules and of cards.
---@return strata.Clash[]
function Game:clashes()
  local list = {}
  pack_conflicts.find(self.packs, self.rule_origins.written, list)
  local is_amended = self.drafts and #self.drafts.amendments > 0
  for _, draft in ipairs(is_amended and self.drafts.list or {}) do
    for _, face in ipairs(card_drafts.amended_faces(draft)) do
      pack_conflicts.find(self.packs, face.writes, list)
    end
  end
  return list
end

-- -- Rules -------------------------------------------------------------------

--- Keep names that a world uses and that the packs do not say any more: see strata.freezing.
---@param lacks { kind: string, name: string }[] see World:lacks
function Game:retire(lacks)
  engine_rules.retire(self, lacks)
end

--- Make the engine's rules of all that was loaded. Raises with the place in a pack, if it is known.
---@return strata.Rules
function Game:freeze()
  return engine_rules.freeze(self)
end

--- The card of a name, or of what was called so; or nil and what is wrong.
---@param name string
---@param item? table what says the name: it has path and line
---@return strata.Card|nil
---@return string|nil message
function Game:find_card(name, item)
  local path, line = item and item.path, item and item.line
  local card = self.cards[self.files.renames:known(self.cards, name, path, line)]
  if card then
    return card
  end
  local hint = spelling.hint(tostring(name), spelling.keys(self.cards))
  return nil, ("no card '%s'%s"):format(tostring(name), hint)
end

return M
