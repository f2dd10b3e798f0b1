--- The linker: joins packs, with their rulesets, cards and laws, to one game.
local file_outline = require("strata.base.file_outline")
local pack_file = require("strata.base.pack_file")
local spelling = require("strata.base.spelling")
local ability_words = require("strata.cards.ability")
local watchers = require("strata.cards.watchers")
local declared_words = require("strata.events.declared_words")
local event_kinds = require("strata.events.event_kinds")
local event_vocabulary = require("strata.events.event_vocabulary")
local host = require("strata.host")
local compile_scope = require("strata.lang.compile_scope")
local ruleset = require("strata.lang.ruleset")
local ruleset_errors = require("strata.lang.ruleset_errors")
local vocabulary = require("strata.lang.vocabulary")
local card_compiler = require("strata.link.card_compiler")
local card_drafts = require("strata.link.card_drafts")
local draft_settling = require("strata.link.draft_settling")
local declaration_amendments = require("strata.link.declaration_amendments")
local engine_rules = require("strata.link.engine_rules")
local former_names = require("strata.link.former_names")
local law_compiler = require("strata.link.law_compiler")
local pack_conflicts = require("strata.link.pack_conflicts")
local provenance = require("strata.link.provenance")
local reload_reuse = require("strata.link.reload_reuse")
local pack_graph = require("strata.packs.pack_graph")
local pack_modules = require("strata.packs.pack_modules")
local pack_search = require("strata.packs.pack_search")

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
---@field step_words table<string, strata.StepWord> that its rules declare
---@field declarations strata.Declarations what files of events and laws declare besides events
---@field chains table<string, string[]> handlers that definitions print, by definition
---@field codes table<string, table> watcher definitions of strata.rules, by name
---@field code_items table<string, table> the words that they come of
---@field code_words table<string, { word: string, field: string }> words of steps that the rules
--- declare, by watcher definitions that come of them
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

--- The scope for compiling an item of a file.
---@param item table it has path and line
---@param base string the first part of the names of abilities that it makes
---@return strata.Scope
function Game:scope(item, base)
  return compile_scope.new(self, item, base)
end

--- Compile an ability that only changes objects. Thousands of cards have equal abilities, except
--- for their names, so equal ones are compiled once and share the result.
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
  local is_mana = item.word == "mana" and self.kinds.has_current
  self.left = self.left + ((is_watcher or is_mana) and 1 or 0)
  local ability = is_watcher and watchers.compile(self, item, name)
    or is_mana and watchers.mana(self, item)
    or compile_plain(self, item, name)
  ability.title = self.title
  if not self.abilities[ability.name] then
    self.abilities[ability.name] = ability
    self.ability_order[#self.ability_order + 1] = ability.name
  end
  return ability.name
end

--- The exceptions of a copy (707.9), as an ability that no object has.
---@param item table `enters_as_copy`
---@param given table the exceptions
---@param name string
---@param word? string "enters_as_copy"; "static" for what it is besides, in the usual layers
---@return strata.Clause[]
function Game:add_exceptions(item, given, name, word)
  local other = { word = word or "enters_as_copy", given = given }
  local said = setmetatable(other, { __index = item })
  local ability = ability_words.compile(self:scope(said, name), said, name)
  ability.clauses, ability.title = ability.except or ability.clauses, self.title
  ability.kind = #ability.clauses > 0 and "static" or "handler"
  self.abilities[name] = ability
  self.ability_order[#self.ability_order + 1] = name
  return ability.clauses
end

--- A replacement effect without an object: part of the exceptions of a copy.
---@param item table `replace`
---@param name string
function Game:add_rider(item, name)
  local full = (name:gsub("%.", "_"))
  self.laws[full] = { codes = { watchers.law(self, item, full) } }
end

--- Compile an effect that a step creates; it cannot declare new words.
---@param given table as of `effect { ... }`
---@return table creates
function Game:inline(given)
  local item = { word = "effect", given = given, path = "?", line = 0 }
  return ability_words.compile(self:scope(item, "effect"), item, "effect").creates
end

--- The number of things that files have added to the game besides cards and shared abilities. If it
--- is the same before and after a file, the file has added nothing but its cards.
---@return integer
function Game:traces()
  return self.left + self.schema.link_uses + self.files.renames.uses
end

--- Make names of players words of the rules. Call it before the game is frozen.
---@param names string[]
function Game:name_players(names)
  for _, name in ipairs(names) do
    self.symbols[self.schema:symbol(name)] = true
  end
end

--- The scope for effects that begin during a game, and for abilities in rules.
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

-- -- What files say ----------------------------------------------------------

--- The name of an entry of a table: the name itself, or its present form if it is a former name,
--- whose use is noted.
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

--- The words of a pack's files of cards and laws: those of the game, and its own settings.
---@param pack strata.Manifest
---@return table<string, any>
function Game:words_of(pack)
  local known = self.pack_words[pack.name]
  if not known then
    known = pack_modules.words(self.files, pack)
    for word, value in host.sorted_pairs(self.words) do
      known[word] = value
    end
    self.pack_words[pack.name] = known
  end
  return known
end

-- -- Loading -----------------------------------------------------------------

--- Raise if a second pack has rules of its own: its cards are of another game.
local function check_one_game(game, parts, part)
  local first = parts[1]
  if first and part.word == "ruleset" then
    local form = "ruleset: the pack '%s' has rules already, so '%s' is another game; load one of"
      .. " them, or write extend { ... }"
    game.files:blame(part, nil, form, first.pack.name, part.pack.name)
  elseif not first and part.word == "extend" then
    local form = "extend: no pack before it has rules; write ruleset { ... }, or require the pack"
      .. " whose rules it extends"
    game.files:blame(part, nil, form)
  end
end

local function read_rules(game, packs)
  local parts = {}
  for _, pack in ipairs(packs) do
    if pack.rules then
      local known, path = ruleset.words(), pack.path .. "/" .. pack.rules
      for word, value in host.sorted_pairs(pack_modules.words(game.files, pack)) do
        known[word] = value
      end
      local result = game.files:run(path, known)
      if type(result) ~= "table" or not result.data then
        game.files:refuse_result(path, "ruleset { ... } or extend { ... }", result)
      end
      result.pack = pack
      check_one_game(game, parts, result)
      parts[#parts + 1] = result
    end
  end
  if #parts == 0 then
    local form = '%s/pack.lua: no pack says the rules; give it rules = "rules.lua"'
    error(form:format(packs[#packs].path), 0)
  end
  return parts
end

--- The words that files of all games have, which rules cannot declare.
local function library_words(schema)
  local words = event_vocabulary.add_watchers(vocabulary.library(schema), schema, {}, {})
  event_vocabulary.add(words, schema, {}, {})
  return vocabulary.add_laws(vocabulary.add_scenario(words))
end

--- Add the schema of the rules of all packs, and note which pack declares which part of it.
local function add_schema(game, packs, variant)
  local earlier = game.earlier
  if earlier then
    game.schema, game.rule_origins = ruleset.unread(earlier.schema), earlier.rule_origins
    for _, part in ipairs(earlier.rule_paths) do
      game.files.texts[part] = earlier.files.texts[part]
    end
    game.rule_paths = earlier.rule_paths
    pack_modules.adopt(game.files, earlier.files)
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
  ruleset_errors.check_names(game, library_words(game.schema))
end

-- The fields of a manifest that name a file.
local FILES <const> = { "events", "laws", "rules" }

--- Raise that a file or folder that a manifest names is not there.
local function refuse_path(pack, field, what)
  local outline = file_outline.outline(pack.file, host.read(pack.file))
  local line = file_outline.nested_line(outline, { field })
  local form = "%s:%d: %s: there is no %s '%s' in the pack; write its name as it is there"
  error(form:format(pack.file, line, field, what, pack[field]), 0)
end

local function check_files(pack)
  for _, field in ipairs(FILES) do
    local path = pack[field] and pack.path .. "/" .. pack[field]
    if path and not host.is_file(path) then
      refuse_path(pack, field, "file")
    end
  end
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
    code_words = {},
    begun = {},
    chains = {},
    law_items = {},
  }, Game)
  game.files.renames = former_names.new(packs)
  for _, pack in ipairs(packs) do
    check_files(pack)
  end
  add_schema(game, packs, variant)
  local schema = game.schema
  game.words = vocabulary.environment(schema)
  local taken = event_vocabulary.add_watchers(vocabulary.environment(schema), schema, {}, {})
  -- An event type must not take the name of a value of the rules, which files would then mean.
  for name, value in host.sorted_pairs(not schema.is_former and schema.data.names or {}) do
    taken[name] = value
  end
  game.kinds = event_kinds.new(schema, game.files, taken)
  for _, pack in ipairs(packs) do
    if pack.events then
      local own = pack_modules.words(game.files, pack)
      game.kinds:load(pack.path .. "/" .. pack.events, own)
    end
  end
  game.declarations = game.kinds.declarations
  declaration_amendments.apply(game, game.declarations.amendments, "events")
  game.kinds:settle()
  ruleset_errors.check_course(game)
  game.step_words = declared_words.of(game, pack_conflicts.torn_steps(game))
  event_vocabulary.add_watchers(game.words, schema, game.kinds.known, game.kinds.fields)
  vocabulary.add_laws(vocabulary.add_scenario(game.words))
  for name, value in host.sorted_pairs(game.schema.data.names or {}) do
    game.words[name] = value
  end
  return game
end

--- Call a function. With a list for problems its errors are added to the list instead of being
--- raised.
local function attempt(problems, f, ...)
  if not problems then
    return f(...)
  end
  local is_fine, problem = pcall(f, ...)
  problems[#problems + 1] = not is_fine and tostring(problem) or nil
end

--- Read a file of cards, unless it needs an optional pack that is not loaded.
local function read_cards(game, pack, path)
  local with = pack_graph.with(pack, path)
  local is_in = not with or pack_graph.find(game.packs, with)
  if is_in and not reload_reuse.file(game, path) then
    game.drafts:read(pack, path)
  end
end

local function add_card(game, draft)
  local traces = game:traces()
  local card = card_compiler.compile(game, draft)
  game.drafts:check_double(draft)
  game.cards[card.name] = card
  if draft.earlier or game:traces() ~= traces then
    game.drafts:keep_reading(draft)
  end
end

--- Compile an abstract card, of which nothing is made: only to find its mistakes.
local function check_abstract(game, draft)
  card_compiler.check(game, draft)
  game.drafts:check_double(draft)
end

--- Compile the drafts of files to cards, from the first draft that is not compiled yet.
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

--- The files of a pack's cards. Raises if the folder that its manifest names is not there.
local function card_files(pack)
  local is_there, paths = pcall(host.list, pack.path .. "/" .. pack.cards)
  if not is_there then
    local form = "%s/pack.lua: cards: there is no folder '%s' in the pack; make it, or name the "
      .. "one that has the cards"
    error(form:format(pack.path, pack.cards), 0)
  end
  return paths
end

--- Read the cards of all packs: they are defined, then amended, then compiled, after which nothing
--- changes them. With a list for problems every file is read, and its mistakes are added to the
--- list. False if something contradicts the cards that were taken over from an earlier game.
local function add_cards(game, packs, problems)
  local all, paths, pack_of = card_drafts.new(game), {}, {}
  game.drafts = all
  for _, pack in ipairs(packs) do
    for _, path in ipairs(pack.cards and card_files(pack) or {}) do
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
  draft_settling.settle(all, problems)
  pack_conflicts.report(game, game:clashes(), problems)
  compile_cards(game, 1, problems)
  for _, draft in ipairs(all.abstract) do
    attempt(problems, check_abstract, game, draft)
  end
  return true
end

--- Add the cards of one more file, which must not amend cards.
---@param pack table its manifest
---@param path string
function Game:add_file(pack, path)
  local first = #self.drafts.order + 1
  self.drafts:read(pack, path)
  compile_cards(self, first, nil)
end

--- Read the files whose cards were taken over, because something contradicts these cards.
local function load_packs(packs, variant, problems, allows_clashes, earlier)
  local game = new_game(packs, variant, earlier)
  game.allows_clashes = allows_clashes
  law_compiler.add_all(game, packs)
  law_compiler.add_keyword_counters(game)
  law_compiler.add_keywords(game)
  if add_cards(game, packs, problems) then
    for _, pack in ipairs(problems and packs or {}) do
      pack_modules.check(game.files, pack, problems)
    end
    former_names.check(game, problems)
    return game
  end
  return load_packs(packs, variant, problems, allows_clashes, nil)
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
  local game = load_packs(packs, variant, problems, allows_clashes, is_ground and earlier or nil)
  game.pack = solution.first
  return game
end

--- The clashes of packs that do not name each other, in rules and in cards.
---@return strata.Clash[]
function Game:clashes()
  local list = {}
  pack_conflicts.find(self.packs, self.rule_origins.written, list)
  for _, declared in ipairs(self.declarations.list) do
    pack_conflicts.find(self.packs, declared.writes, list)
  end
  local is_amended = self.drafts and #self.drafts.amendments > 0
  for _, draft in ipairs(is_amended and self.drafts.list or {}) do
    for _, face in ipairs(card_drafts.amended_faces(draft)) do
      pack_conflicts.find(self.packs, face.writes, list)
    end
  end
  return list
end

-- -- Rules -------------------------------------------------------------------

--- Keep names that a world uses and that the packs no longer declare: see strata.link.engine_rules.
---@param lacks { kind: string, name: string }[] see World:lacks
function Game:retire(lacks)
  engine_rules.retire(self, lacks)
end

--- Create the engine's rules from everything that was loaded. Raises with the place in a pack, if
--- it is known.
---@return strata.Rules
function Game:freeze()
  return engine_rules.freeze(self)
end

--- The cards with an id, which need not name their pack: "classic:humility" or "humility".
local function cards_of_id(game, id)
  local own = game.definitions[id]
  if own and own.id == id then
    return { not own.front and own or nil }
  end
  local list = {}
  for _, pack in ipairs(game.packs) do
    local card = game.definitions[("%s:%s"):format(pack.name, id)]
    list[#list + 1] = card and not card.front and card or nil
  end
  return list
end

--- Why nothing is made of a card that is there for others to be like it; nil if a name is none.
---@param name string
---@return string|nil
function Game:why_abstract(name)
  for _, draft in ipairs(self.drafts.abstract) do
    local is_it = name == draft.given.name or name == draft.id
      or name == draft.id:match(":(.*)$")
    if is_it then
      local form = "'%s' is abstract, so nothing is made of it; name a card that is like it"
      return form:format(name)
    end
  end
  return nil
end

--- The message that no card is called so, with what is meant.
---@param name string
---@return string
function Game:no_card(name)
  local id = name:match("^[%l%d_]*:?([%l%d_]+)$")
  local card = id and cards_of_id(self, id)[1]
  if card then
    return ("no card '%s'; did you mean '%s'?"):format(name, card.id)
  end
  return self:why_abstract(name)
    or ("no card '%s'%s"):format(name, spelling.hint(name, spelling.keys(self.cards)))
end

--- The card with a name, a former name, or an id, with its pack or without; or nil and a message.
---@param name string
---@param item? table what says the name: it has path and line
---@return strata.Card|nil
---@return string|nil message
function Game:find_card(name, item)
  local path, line = item and item.path, item and item.line
  local card = self.cards[self.files.renames:known(self.cards, name, path, line)]
  if card or type(name) ~= "string" then
    return card, not card and ("no card '%s'"):format(tostring(name)) or nil
  end
  local list = cards_of_id(self, name)
  if #list > 1 then
    local form = "'%s' is a card of several packs; write '%s' or '%s'"
    return nil, form:format(name, list[1].id, list[2].id)
  end
  return list[1], not list[1] and self:no_card(name) or nil
end

return M
