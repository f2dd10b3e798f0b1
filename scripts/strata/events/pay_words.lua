--- Compiles what is paid from pools: the pools that a pack's events.lua declares, and the act
--- `pays` of a cost, to instructions of strata.rules.
---
--- A pool is a number of units of each of some kinds. It says where the numbers stand, counters or
--- attributes of a player, and which event spends them; all else is the engine's.
local cost_symbols = require("strata.base.cost_symbols")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

-- -- Pools -------------------------------------------------------------------

local POOL <const> = table_reader.form(1, { kinds = "table", spends = "name" })

---@class strata.Pool
---@field spends string the event that spends units of a kind
---@field letters table<string, string> symbols of the kinds, by the letters of costs
---@field counts table<string, string> by symbol: how many there are of a player, who is `it`

--- The attribute in which the units of a kind are: of counters of that name, or the attribute.
local function attribute_of(kinds, item, kind)
  local schema = kinds.schema
  local name = schema.counters[kind] or kind
  local attribute = schema.attributes[name]
  if not attribute or attribute.kind ~= "int" then
    local known = spelling.keys(schema.counters)
    for other, declared in host.sorted_pairs(schema.attributes) do
      known[#known + 1] = declared.kind == "int" and other or nil
    end
    local form = "pool: kinds: '%s' are neither counters nor a number of the rules%s"
    kinds.files:blame(item, "kinds", form, tostring(kind), spelling.hint(tostring(kind), known))
  end
  return name
end

local function read_kinds(kinds, item, pool)
  for letter, kind in host.sorted_pairs(item.given.kinds or {}) do
    if type(letter) ~= "string" or not letter:match("^%u$") or letter == "X" then
      local form = "pool: kinds: expected kinds by capital letters but X, as R = 'red', got %s"
      kinds.files:blame(item, "kinds", form, tostring(letter))
    end
    local attribute = attribute_of(kinds, item, kind)
    local symbol = kinds.schema:symbol(kind)
    if pool.counts[symbol] then
      kinds.files:blame(item, "kinds", "pool: kinds: '%s' has two letters", kind)
    end
    pool.letters[letter], pool.counts[symbol] = symbol, "it." .. attribute
  end
  if next(pool.letters) == nil then
    kinds.files:blame(item, nil, "pool: say kinds = { R = ... }: the kinds by their letters")
  end
end

--- pool { "mana", spends = "spend_mana", kinds = { R = "red mana", G = "green mana" } }
---@param kinds strata.Kinds
---@param item strata.Described
function M.pool(kinds, item)
  table_reader.check(kinds.files, item, POOL)
  local name, spends = item.given[1], item.given.spends
  if type(name) ~= "string" then
    kinds.files:blame(item, 1, "pool: expected its name first, as a text")
  elseif kinds.pools[name] then
    local form = "pool '%s' is declared already, in %s; give it another name, or amend that one"
    kinds.files:blame(item, 1, form, name, kinds.declarations:place_of("pool", slugs.of(name)))
  elseif not (spends and kinds.known[spends]) then
    local hint = spends and spelling.hint(spends, spelling.keys(kinds.known)) or ""
    local form = "pool: spends: say which event spends from it, %s is none%s"
    kinds.files:blame(item, "spends", form, vocabulary.said(spends), hint)
  end
  local pool = { spends = spends, letters = {}, counts = {} }
  read_kinds(kinds, item, pool)
  kinds.pools[name] = pool
end

--- The pool that a word names: the only one if it names none.
---@param kinds strata.Kinds
---@param item strata.Described
---@param field string
---@param name any
---@return strata.Pool
function M.pool_of(kinds, item, field, name)
  local known = spelling.keys(kinds.pools)
  if name == nil and #known == 1 then
    return kinds.pools[known[1]]
  elseif #known == 0 then
    local form = "%s: the rules have no pool to pay from; say pool { ... } in their events"
    kinds.files:blame(item, field, form, item.word)
  elseif type(name) ~= "string" or not kinds.pools[name] then
    local said = vocabulary.said(name)
    local form = "%s: %s: no pool '%s'%s"
    kinds.files:blame(item, field, form, item.word, field, said, spelling.hint(said, known))
  end
  return kinds.pools[name]
end

-- -- Needs -------------------------------------------------------------------

local PAYS <const> = table_reader.form(1, { from = "name", needs = "table", when = true, x = true })

--- The needs of an act, of which those of the same kinds are one.
local Needs = {}
Needs.__index = Needs

--- Add so many, as text, of one of some kinds; of any kind if there are none.
function Needs:add(symbols, count)
  table.sort(symbols)
  local key = table.concat(symbols, "/")
  local need = self.by_kinds[key]
  if need then
    need.with.count = ("%s + %s"):format(need.with.count, count)
    return
  end
  need = { "need", with = { count = count, of = #symbols > 0 and symbols or nil } }
  self.by_kinds[key], self.list[#self.list + 1] = need, need
end

--- The symbols of the kinds whose letters a text has, as "R/W".
local function symbols_of(program, item, field, pool, text)
  local symbols = {}
  for half in (text .. "/"):gmatch("([^/]*)/") do
    if not pool.letters[half] then
      local form = "pays: no kind '%s'; there are numbers, X, %s, and one of several, as {%s/%s}"
      local known = spelling.keys(pool.letters)
      local list = table.concat(known, ", ")
      program:blame(item, field, form, half, list, known[1], known[#known])
    end
    symbols[#symbols + 1] = pool.letters[half]
  end
  return symbols
end

local function split(program, item)
  local text = item.given[1]
  local is_text = type(text) == "string"
  local symbols, rest = cost_symbols.split(is_text and text or "")
  if not (is_text and symbols) then
    local form = 'pays: expected symbols, as "{1}{R/W}", got %s'
    program:blame(item, 1, form, rest and ("'%s'"):format(rest) or vocabulary.said(text))
  end
  return symbols
end

--- "{2}{X}{R/W}": numbers are of any kind.
local function add_text(program, item, pool, needs)
  for _, symbol in ipairs(split(program, item)) do
    if symbol:match("^%d+$") then
      needs:add({}, symbol)
    elseif symbol == "X" then
      if item.given.x == nil then
        program:blame(item, 1, "pays: say what X is, as x = named.x")
      end
      needs:add({}, ("(%s)"):format(program:text(item, "x", item.given.x, "int")))
    else
      needs:add(symbols_of(program, item, 1, pool, symbol), "1")
    end
  end
end

local NEED <const> = table_reader.form(math.huge, { amount = true })

--- needs = { { "R", "W", amount = this.red_or_white }, { amount = this.generic } }
local function add_listed(program, item, pool, needs)
  for place, need in ipairs(item.given.needs or {}) do
    if not table_reader.is_plain(need) or need.amount == nil then
      local form = 'pays: needs: in place %d expected { "R", amount = 2 }, got %s'
      program:blame(item, "needs", form, place, vocabulary.said(need))
    end
    local said = setmetatable({ word = "needs", given = need }, { __index = item })
    table_reader.check(program.kinds.files, said, NEED)
    local symbols = {}
    for _, letter in ipairs(need) do
      symbols[#symbols + 1] =
        symbols_of(program, item, "needs", pool, vocabulary.said(letter))[1]
    end
    needs:add(symbols, ("(%s)"):format(program:text(said, "amount", need.amount, "int")))
  end
end

--- pays { "{1}{R/W}", from = "mana" }: in a cost.
---@param program strata.Programs
---@param item strata.Described
---@param into table[]
function M.pays(program, item, into)
  program:check(item, PAYS)
  local pool = M.pool_of(program.kinds, item, "from", item.given.from)
  local needs = setmetatable({ by_kinds = {}, list = {} }, Needs)
  if item.given[1] ~= nil then
    add_text(program, item, pool, needs)
  end
  add_listed(program, item, pool, needs)
  if #needs.list == 0 then
    program:blame(item, nil, 'pays: say what is paid, as pays { "{1}{R}" }; {0} is nothing')
  end
  local deed = { "pay", pool.spends, when = program:condition(item, "when", item.given.when) }
  for symbol, count in host.sorted_pairs(pool.counts) do
    deed[#deed + 1] = { "have", with = { of = { symbol }, count = count } }
  end
  table.move(needs.list, 1, #needs.list, #deed + 1, deed)
  into[#into + 1] = deed
end

return M
