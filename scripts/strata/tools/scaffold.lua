--- The files that `strata new` creates: a pack, a game, or a card with its scenario.
---
--- A new card looks like most cards of its game: it uses the word that most of them use, and the
--- fields that more than half of those have, each with its most frequent value. This works for any
--- ruleset, and the expectations of its scenario follow from the rules.
local slugs = require("strata.base.slug")
local host = require("strata.host")
local linker = require("strata.link.linker")
local pack_manifest = require("strata.packs.pack_manifest")
local pack_search = require("strata.packs.pack_search")

local M = {}

--- A file to be written; one whose path ends in a slash is a folder.
---@class strata.NewFile
---@field path string
---@field text string

local function fail(form, ...)
  error(form:format(...), 0)
end

-- -- A pack ------------------------------------------------------------------

local PACK <const> = [[
return {
  name = "%s",
  version = "0.1.0",
  description = "What it adds to the game, in a sentence",
  license = "MIT",
  api = %d,
  requires = { %s },
  cards = "cards",
}
]]

--- The name of a new pack, which is the last part of its folder.
local function name_of(folder)
  local name = folder:match("([^/]*)$")
  local problem = pack_manifest.name_problem(name)
  if problem then
    fail("'%s': %s", name, problem)
  end
  return name
end

--- What a new pack needs, as its manifest says it. Each must be where a game would look for it.
local function requirements(asked, folder)
  local list = {}
  for i, path in ipairs(asked) do
    local needed = host.manifest(path)
    if not pack_search.locate(folder, needed.name) then
      fail("'%s' in %s is neither beside %s nor installed: a game would not find it; make the pack "
        .. "beside it", needed.name, path, folder)
    end
    list[i] = ("%s = \">=%s\""):format(needed.name, needed.version)
  end
  return table.concat(list, ", ")
end

--- The files of a new pack for the game of other packs.
---@param asked strata.Asked whose rules and cards it uses
---@param folder string where it is made; its last part is the pack's name
---@return strata.NewFile[]
function M.pack(asked, folder)
  local text = PACK:format(name_of(folder), pack_manifest.API, requirements(asked, folder))
  return {
    { path = folder .. "/pack.lua", text = text },
    { path = folder .. "/cards/", text = "" },
    { path = folder .. "/tests/", text = "" },
  }
end

-- -- A game ------------------------------------------------------------------

-- A whole game to begin with: two players take matches from a heap in turn, and who takes the last
-- one has lost. cards/games.md explains it.
local GAME <const> = {
  {
    "pack.lua",
    [[
return {
  name = "%s",
  version = "0.1.0",
  description = "What the game is about, in a sentence",
  license = "MIT",
  api = %d,
  rules = "rules.lua",
  events = "events.lua",
  laws = "laws.lua",
  cards = "cards",
}
]],
  },
  {
    "rules.lua",
    [[
--- What things and players have, and where things lie.
return ruleset {
  as_of = "0.4",
  layers = { "all" },
  attributes = {
    name = { "sym", copiable = true },
    left = { "int", unlayered = true }, -- how many matches a heap has
    seat = { "int", unlayered = true }, -- the number of a player, from 1
    acting = { "flag", unlayered = true }, -- who may act now: whose turn it is
    next_player = { "ref", unlayered = true },
    has_lost = { "flag", unlayered = true },
    owner = { "ref", unlayered = true, kept = true },
    controller = { "ref", unlayered = true },
  },
  roles = { name = "name", owner = "owner", controller = "controller" },
  zones = { table = { shared = true } },
  home = "table",
  nouns = { player = { where = "seat > 0" }, heap = { zone = "table" } },
  seats = { "A", "B" },
  -- Lines of `expect` in words, and words of steps.
  lines = { ["WHO loses the game"] = { is = "has_lost" } },
  steps = {
    --- Says how many matches heaps have.
    fill = { writes = { left = "count" }, needs = { "count" } },
  },
}
]],
  },
  {
    "events.lua",
    [[
--- What can happen, and the course of the game.
return events {
  as_of = "0.4",
  --- The game begins: `player` is first, and the heap is laid on the table.
  event {
    "start_game",
    fields = { player = "ref" },
    affected = "player",
    does = { spawns { of = "heap", as = "heap" }, moves { named.heap, to = "table", same = true } },
  },
  --- A player takes matches, and has acted.
  event {
    "take",
    fields = { who = "ref", player = "ref", amount = "int" },
    affected = "who",
    can = event.who.left:at_least(event.amount),
    does = {
      base { event.who, left = sub(event.amount) },
      passes { event.player },
    },
  },
  --- The game is over: `player` has lost.
  event {
    "end_game",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, has_lost = true } },
  },
  play {
    starts = "start_game",
    ends = "end_game",
    turn_player = each.player & it.acting,
    next_player = "next_player",
    acting = "acting",
  },
  course { period { "turn", of = "next", acts = each.player & it:is(you) } },
}
]],
  },
  {
    "laws.lua",
    [[
--- What players may do, and what follows from it.
return laws {
  action {
    "take",
    by = each.player & it.acting,
    with = each.heap,
    announce = { choose { "number", as = "many", least = 1, most = 3 } },
    cost = take { who = this, player = you, amount = named.many },
    act = {},
  },
  law {
    "the last match",
    whenever {
      take {},
      when = event.who.left:is(0),
      immediate = true,
      act = end_game { player = event.player },
    },
  },
}
]],
  },
  { "cards/heap.lua", 'return card { name = "heap", left = 7 }\n' },
  {
    "tests/game.lua",
    [[
--- Games from their start to their end; what players may not do is refused.
return {
  scenario {
    name = "who takes the last match loses",
    steps = {
      { start = "A" },
      { refused = { act = "take", with = "heap", by = "B", announce = { many = 1 } } },
      { act = "take", with = "heap", by = "A", announce = { many = 3 } },
      { act = "take", with = "heap", by = "B", announce = { many = 3 } },
      { refused = { act = "take", with = "heap", by = "A", announce = { many = 2 } } },
      { check = "one is left" },
      { act = "take", with = "heap", by = "A", announce = { many = 1 } },
      { refused = { act = "take", with = "heap", by = "B", announce = { many = 1 } } },
    },
    expect = { "one is left: left(heap) = 1", "A loses the game", "B: has_lost=false" },
  },
  scenario {
    name = "a heap of one match",
    steps = {
      { start = "B" },
      { fill = "heap", count = 1 },
      { act = "take", with = "heap", by = "B", announce = { many = 1 } },
    },
    expect = { "B loses the game", "A: has_lost=false" },
  },
}
]],
  },
}

--- The files of a new game with rules of its own.
---@param _ strata.Asked is not needed
---@param folder string where it is made; its last part is the pack's name
---@return strata.NewFile[]
function M.game(_, folder)
  local name, list = name_of(folder), {}
  for i, file in ipairs(GAME) do
    local text = i == 1 and file[2]:format(name, pack_manifest.API) or file[2]
    list[i] = { path = ("%s/%s"):format(folder, file[1]), text = text }
  end
  return list
end

-- -- What most cards say -----------------------------------------------------

local function count_key(counts, key)
  counts[key] = (counts[key] or 0) + 1
end

--- The key that was counted most often, of equals the first; nil if nothing was.
local function most_of(counts)
  local best, most = nil, 0
  for key, times in host.sorted_pairs(counts) do
    if times > most then
      best, most = key, times
    end
  end
  return best, most
end

--- The words of a set that a card says.
local function words_of(draft, set)
  local value = draft.given[set]
  return type(value) == "table" and not value.word and value or {}
end

--- The word that most cards have, and the set in which they have it.
local function commonest(game)
  local set, word, most = nil, nil, 0
  for _, name in ipairs(game.schema.order) do
    local counts = {}
    for _, draft in ipairs(game.schema.attributes[name].kind == "set" and game.drafts.list or {}) do
      for _, own in ipairs(words_of(draft, name)) do
        count_key(counts, own)
      end
    end
    local best, times = most_of(counts)
    if times > most then
      set, word, most = name, best, times
    end
  end
  return set, word
end

--- What most cards are: a set and a word of it; the first of all kinds if there are no cards.
local function kind_of(game)
  local set, word = commonest(game)
  local kinds = game.schema.attributes[game.schema.roles.kinds or ""]
  if not set and kinds and next(kinds.words) then
    return kinds.name, game.schema:family(kinds.name)[1]
  end
  return set, word
end

--- Whether a draft has a word.
local function has_word(draft, set, word)
  for _, own in ipairs(set and words_of(draft, set) or {}) do
    if own == word then
      return true
    end
  end
  return set == nil
end

local SKIPPED <const> = { name = true, text = true, id = true }
local PLAIN <const> = { string = true, number = true, boolean = true }

--- Fields that more than half of such cards say, and what most of these say.
local function fields_of(game, set, word)
  local said, total = {}, 0
  for _, draft in ipairs(game.drafts.list) do
    if has_word(draft, set, word) then
      total = total + 1
      for field, value in host.sorted_pairs(draft.given) do
        if PLAIN[type(value)] and not SKIPPED[field] then
          said[field] = said[field] or { times = 0, values = {} }
          said[field].times = said[field].times + 1
          count_key(said[field].values, tostring(value))
          said[field][tostring(value)] = value
        end
      end
    end
  end
  local fields = {}
  for field, of in host.sorted_pairs(said) do
    fields[field] = of.times * 2 > total and of[most_of(of.values)] or nil
  end
  return fields
end

-- -- What the card does ------------------------------------------------------

--- Whether effects may add one to a number, whose value is `value`.
local function can_grow(schema, name, value)
  local declared = schema.data.attributes[name]
  local is_open = type(declared) ~= "table"
    or not (declared.unlayered or declared.counter or (declared.max and value >= declared.max))
  return is_open and schema:layer(name, "add") ~= nil
end

local function default_of(schema, name)
  local declared = schema.data.attributes[name]
  return type(declared) == "table" and declared.default or 0
end

--- How near a number is to what cards are about: 1 if the card says it, 2 if it can be copied.
local function rank_of(schema, name, fields)
  local declared = schema.data.attributes[name]
  local is_copiable = type(declared) == "table" and declared.copiable
  return fields[name] and 1 or is_copiable and 2 or 3
end

--- The number that the card's ability changes, and what it is before; nil if these rules have none
--- that an effect could add to.
local function number_of(game, fields)
  local schema, best, least = game.schema, nil, 4
  for _, name in ipairs(schema.order) do
    local is_number = schema.attributes[name].kind == "int"
    local value = fields[name] or (is_number and default_of(schema, name))
    local rank = is_number and can_grow(schema, name, value) and rank_of(schema, name, fields)
    if rank and rank < least then
      best, least = name, rank
    end
  end
  return best, best and (fields[best] or default_of(schema, best))
end

--- "hill_captain" is called Hill Captain.
local function title_of(id)
  return (id:gsub("_", " "):gsub("%f[%w]%l", string.upper))
end

local function card_text(name, set, word, fields, number)
  local lines = { "--- What it does, in a sentence.", "return card {" }
  local function add(form, ...)
    lines[#lines + 1] = form:format(...)
  end
  add("  name = %q,", name)
  if fields.cost then
    add("  cost = %q,", fields.cost)
  end
  if set then
    add("  %s = { %q },", set, word)
  end
  for field, value in host.sorted_pairs(fields) do
    if field ~= "cost" then
      add(type(value) == "string" and "  %s = %q," or "  %s = %s,", field, tostring(value))
    end
  end
  if number then
    add("  static { each.%s:of(you):except(this), %s = add(1) },", word, number)
  end
  add("}\n")
  return table.concat(lines, "\n")
end

local SCENARIO <const> = [[
return scenario {
  name = "%s: %s",
  setup = { { "A", "%s", "one: %s", "two: %s" } },
  expect = { "%s" },
}
]]

local function scenario_text(game, name, number, value)
  local what, line = "it is called so", ("name(one) = %s"):format(name)
  if number then
    what, line = "two of them, and each helps the other", ("%s(one) = %d"):format(number, value + 1)
  end
  return SCENARIO:format(name, what, game.schema.home, name, name, line)
end

--- Raise if a game has a card of this name or id: it would not load with the new one.
local function check_free(game, id, name)
  local known = game.cards[name] or game.definitions[id]
  if known then
    local form = "there is a card '%s' already, %s in %s; choose another name"
    fail(form, known.name, known.id, known.item.path)
  end
end

--- The files of a new card: itself, and a scenario that says what is true of it.
---@param asked strata.Asked its pack's folder first
---@param id string without the pack's name
---@return strata.NewFile[]
function M.card(asked, id)
  local folder, manifest = asked[1], host.manifest(asked[1])
  if not pack_manifest.is_name(id) then
    local plain = slugs.of(id):gsub("^%d", "card_%0")
    fail("'%s': a card's id is of a-z, 0-9 and _; '%s' would do: strata new card %s:%s", id, plain,
      manifest.name, plain)
  elseif not manifest.cards then
    fail("%s: it says nothing of cards; add cards = \"cards\"", manifest.file)
  end
  local game = linker.load(asked)
  if not game.schema.home then
    fail("%s: its rules have no home, so nobody can be put anywhere", manifest.name)
  end
  local name, set, word = title_of(id), kind_of(game)
  check_free(game, ("%s:%s"):format(manifest.name, id), name)
  local fields = fields_of(game, set, word)
  local number, value = number_of(game, fields)
  number = word and number
  return {
    {
      path = ("%s/%s/%s.lua"):format(folder, manifest.cards, id),
      text = card_text(name, set, word, fields, number),
    },
    {
      path = ("%s/tests/%s.lua"):format(folder, id),
      text = scenario_text(game, name, number, value),
    },
  }
end

return M
