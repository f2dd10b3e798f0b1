--- Compiles laws: continuous effects of the rules themselves, keywords, and handlers in the chain
--- of all.
local strata = require("strata")
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local ability_words = require("strata.cards.ability")
local chain_handlers = require("strata.cards.chain_handlers")
local watchers = require("strata.cards.watchers")
local host = require("strata.host")
local compile_scope = require("strata.lang.compile_scope")
local declaration_amendments = require("strata.link.declaration_amendments")

local M = {}

local KEYWORD <const> = table_reader.form(2, {})
local LAWS <const> = table_reader.form(math.huge, {})
local ITEM <const> = "laws: in place %d of its list expected law { ... }, action { ... },"
  .. " keyword { ... }, on.event.phase { ... } or amend \"pack:name\" { ... }, got %s"

-- What stands in the place of a watcher that was taken out, so that all others keep their places.
local TAKEN <const> = { word = "taken", is_bag = true, changes = {} }

--- Takes the watchers of a law out of its list: names of watcher definitions, nil if none.
local function take_watchers(game, given, base)
  local codes
  for place = #given, 1, -1 do
    if watchers.is_watcher(given[place]) then
      codes = codes or {}
      watchers.refuse_zones(game, given[place], "a law functions everywhere")
      local name = ("%s.%d"):format(base, place - 1) -- without the law's own name
      table.insert(codes, 1, watchers.law(game, given[place], name))
      given[place] = TAKEN
    end
  end
  return codes
end

-- What is about the changes of a law.
local OF_CHANGES <const> = { "intrinsic", "last", "layer", "when" }

--- A law has one sentence of changes, or watches for events, or both.
local function check_sentences(game, item, clauses, codes)
  if #clauses > 1 then
    game.files:blame(item, nil, "law: it has one sentence; write a law for each `also`")
  elseif #clauses == 0 and not codes then
    game.files:blame(item, nil, "law: it changes nothing; say a change, or what it watches for")
  end
  for _, field in ipairs(#clauses == 0 and OF_CHANGES or {}) do
    if item.given[field] ~= nil then
      local form = "law: %s: it is about changes, and this law has none; say it in what watches"
      game.files:blame(item, field, form, field)
    end
  end
end

--- The attribute of the counters that a law is about.
local function counter_of(game, item)
  local kind, known = item.given.counter, game.schema.counters
  if not known[kind] then
    local hint = spelling.hint(kind, spelling.keys(known))
    game.files:blame(item, "counter", "law: unknown kind of counter '%s'%s", kind, hint)
  end
  return known[kind]
end

local function add_law(game, pack, item, place)
  local name = item.given[1]
  if type(name) ~= "string" then
    local form = "law: expected its name first, as a text, got %s"
    game.files:blame(item, 1, form, table_reader.said(name))
  end
  table_reader.check_open(game.files, item, "law", item.given, table_reader.form(math.huge, {}))
  local given = lists.copied(item.given)
  local base = ("%s:law_%d"):format(pack.name, place)
  local codes = take_watchers(game, given, base)
  local scope = game:scope(item, base)
  scope.layer = given.layer
  local _, _, clauses = ability_words.clauses_of(scope, "law", given)
  check_sentences(game, item, clauses, codes)
  local law = clauses[1] and ability_words.engine_clause(clauses[1], game:moment()) or {}
  law.last, law.intrinsic, law.codes = given.last, given.intrinsic, codes
  if given.counter then
    law.counter = counter_of(game, item)
  end
  local signs = name:gsub("%+", "plus "):gsub("%-", "minus ")
  local full = ("%s:%s"):format(pack.name, slugs.of(signs))
  if game.laws[full] then
    game.files:blame(item, nil, "law: there is a law '%s' already", name)
  end
  game.laws[full], game.law_items[full] = law, item
end

--- action { "mark", ... }: what players may do. It is a law that only watches.
local function add_action(game, pack, item)
  local name = item.given[1]
  if type(name) ~= "string" then
    local form = "action: expected its name first, as a text, got %s"
    game.files:blame(item, 1, form, table_reader.said(name))
  end
  local full = ("%s:%s"):format(pack.name, slugs.of(name))
  if game.laws[full] then
    game.files:blame(item, nil, "action: there is a law or an action '%s' already", name)
  end
  game.laws[full] = { codes = { watchers.law(game, item, full) } }
  game.law_items[full] = item
end

local function add_keyword(game, _, item)
  table_reader.check(game.files, item, KEYWORD)
  local name, ability = item.given[1], item.given[2]
  local scope = game:scope(item, "keyword")
  compile_scope.ability_name(game, scope, name, "keyword")
  if not watchers.is_watcher(ability) and not ability_words.is_ability(ability) then
    local form = 'keyword: expected the ability behind its name, as static { ... }, got %s'
    game.files:blame(item, 2, form, table_reader.said(ability))
  elseif game.law_items[name] then
    game.files:blame(item, 1, "keyword: '%s' has an ability already; take one of them out", name)
  end
  local symbol = game.schema:symbol(name)
  local compiled = watchers.is_watcher(ability) and watchers.compile(game, ability, symbol)
    or ability_words.compile(game:scope(ability, symbol), ability, symbol)
  compiled.text, compiled.label = name, name
  game.abilities[symbol], game.law_items[name] = compiled, item
  game.ability_order[#game.ability_order + 1] = symbol
end

-- Compilers of what is declared, by its word.
local COMPILE <const> = { action = add_action, keyword = add_keyword, law = add_law }

--- Read a pack's file of laws: what it declares, and what it amends.
local function read_file(game, pack, amendments)
  local path = pack.path .. "/" .. pack.laws
  local result = game.files:run(path, game:words_of(pack))
  if type(result) ~= "table" or result.word ~= "laws" then
    game.files:refuse_result(path, "laws { ... }", result)
  end
  table_reader.check(game.files, result, LAWS)
  local declared = {}
  for place, item in ipairs(result.given) do
    local word = type(item) == "table" and item.word
    if COMPILE[word] then
      declared[place] = game.declarations:add(item)
    elseif word == "amend" then
      amendments[#amendments + 1] = item
    elseif not chain_handlers.is_handler(item) then
      game.files:blame(result, place, ITEM, place, table_reader.said(item))
    end
  end
  return { pack = pack, items = result.given, declared = declared }
end

--- Compile what a file of laws declares: each law, keyword, action and handler becomes part of the
--- game.
local function compile_file(game, file)
  for place, item in ipairs(file.items) do
    local declared = file.declared[place]
    if declared then
      COMPILE[declared.kind](game, file.pack, declared.item, place)
    elseif item.word ~= "amend" then
      chain_handlers.compile(game, item, ("%s:on_%d"):format(file.pack.name, place), true)
    end
  end
end

--- Read the files of laws of all packs, apply what they amend, and compile what they declare.
---@param game strata.Game
---@param packs strata.Manifest[]
function M.add_all(game, packs)
  local files, amendments = {}, {}
  for _, pack in ipairs(packs) do
    files[#files + 1] = pack.laws and read_file(game, pack, amendments) or nil
  end
  declaration_amendments.apply(game, amendments, "laws")
  for _, file in ipairs(files) do
    compile_file(game, file)
  end
end

local function blame_counter(game, keyword, form, ...)
  local origin = game.rule_origins.by_key["counter " .. keyword]
  error(game.files:message(origin.path, origin.line, form:format(...)), 0)
end

--- The layer in which a counter gives its keyword. Refuses a keyword that the rules do not have.
local function layer_of_counter(game, keyword)
  local layer = game.schema:layer(game.schema.roles.abilities, "add")
  if not game.schema.keywords[keyword] then
    local form = "keyword_counters: the rules have no keyword '%s'; add it to keywords"
    blame_counter(game, keyword, form, keyword)
  elseif layer == nil then
    local form = "keyword_counters: the rules have no layer in which a counter gives its keyword; "
      .. "say default_layers = { %s = ... }"
    blame_counter(game, keyword, form, game.schema.roles.abilities)
  end
  return layer
end

--- Keyword counters: each gives its keyword to the object that it is on (122.1b).
function M.add_keyword_counters(game)
  for _, keyword in ipairs(game.schema.data.keyword_counters or {}) do
    local attribute = game.schema:counter(keyword, "keyword_counters")
    local layer = layer_of_counter(game, keyword)
    game.laws[("counters:%s"):format(slugs.of(keyword))] = {
      counter = attribute,
      [game.schema.roles.abilities] = strata.grant(game.schema:symbol(keyword)):at(layer),
    }
  end
end

--- Make abilities of the keywords of the rules that no pack has defined.
function M.add_keywords(game)
  for keyword in host.sorted_pairs(game.schema.keywords) do
    local symbol = game.schema:symbol(keyword)
    if not game.abilities[symbol] then
      game.abilities[symbol] = { name = symbol, kind = "keyword", text = keyword, label = keyword }
      game.ability_order[#game.ability_order + 1] = symbol
    end
  end
end

return M
