--- Compiles what is paid from pools: the pools that a pack's events.lua declares, and the act
--- `pays` of a cost, to instructions of strata.rules.
---
--- A pool is a number of units of each of some kinds. It says where the numbers stand, counters or
--- attributes of a player, and which event spends them; all else is the engine's. What a letter
--- stands for besides, as life, is a kind that is never meant where any will do, and that an event
--- of its own spends.
local cost_symbols = require("strata.base.cost_symbols")
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

-- -- Pools -------------------------------------------------------------------

local POOL <const> =
  table_reader.form(1, { gives = "table", kinds = "table", others = "table", spends = "name" })

---@class strata.PoolKind what a letter of costs stands for
---@field symbol string the kind
---@field amount integer how many units of it: 1 of a kind of the pool
---@field count string how many there are of a player, who is `it`
---@field spends? string the event that spends it, of what is paid besides

---@class strata.Pool
---@field spends string the event that spends units of a kind
---@field letters table<string, strata.PoolKind> by the letters of costs
---@field symbols table<string, string> by symbol: the letter
---@field gives? table what the word `mana` of a card does: `cost` and `act`

--- The attribute in which the units of a kind are: of counters of that name, or the attribute.
local function attribute_of(kinds, item, field, kind)
  local schema = kinds.schema
  local name = schema.counters[kind] or kind
  local attribute = schema.attributes[name]
  if not attribute or attribute.kind ~= "int" then
    local known = spelling.keys(schema.counters)
    for other, declared in host.sorted_pairs(schema.attributes) do
      known[#known + 1] = declared.kind == "int" and other or nil
    end
    local form = "pool: %s: '%s' are neither counters nor a number of the rules%s"
    local hint = spelling.hint(tostring(kind), known)
    kinds.files:blame(item, field, form, field, tostring(kind), hint)
  end
  return name
end

--- Note what a letter stands for.
local function add_letter(kinds, item, field, pool, letter, kind)
  local is_letter = type(letter) == "string" and letter:match("^%u$") and letter ~= "X"
  local attribute = is_letter and attribute_of(kinds, item, field, kind)
  local symbol = is_letter and kinds.schema:symbol(kind)
  if not is_letter then
    local form = "pool: %s: expected kinds by capital letters but X, as R = 'red', got %s"
    kinds.files:blame(item, field, form, field, tostring(letter))
  elseif pool.symbols[symbol] or pool.letters[letter] then
    local form = "pool: %s: the kind '%s' or the letter '%s' is used already; give each kind a"
      .. " letter of its own"
    kinds.files:blame(item, field, form, field, kind, letter)
  end
  local made = { symbol = symbol, amount = 1, count = "it." .. attribute }
  pool.letters[letter], pool.symbols[symbol] = made, letter
  return made
end

--- The event that spends something.
local function spending_of(kinds, item, field, name)
  if type(name) ~= "string" or not kinds.known[name] then
    local hint = type(name) == "string" and spelling.hint(name, spelling.keys(kinds.known)) or ""
    local form = "pool: %s: spends names the event that spends from it; %s is no event%s"
    kinds.files:blame(item, field, form, field, vocabulary.said(name), hint)
  end
  local known = kinds:kind(kinds.known[name].of or name)
  if not (known.affected and known.amount) then
    local form = "pool: %s: the event '%s' does not say who spends or how much; declare it with"
      .. " affected = ... and amount = ..."
    kinds.files:blame(item, field, form, field, name)
  end
  return name
end

local OTHER <const> = table_reader.form(1, { amount = "integer", spends = "name" })

--- others = { P = { "life", amount = 2, spends = "pay_life" } }
local function read_others(kinds, item, pool)
  for letter, other in host.sorted_pairs(item.given.others or {}) do
    if not table_reader.is_plain(other) then
      local form = 'pool: others: expected P = { "life", amount = 2, spends = "pay_life" }, got %s'
      kinds.files:blame(item, "others", form, vocabulary.said(other))
    end
    local said = setmetatable({ word = "others", given = other }, { __index = item })
    table_reader.check(kinds.files, said, OTHER)
    local amount = other.amount or 1
    if amount < 1 then
      kinds.files:blame(item, "others", "pool: others: amount: expected 1 or more, got %d", amount)
    end
    local made = add_letter(kinds, item, "others", pool, letter, other[1])
    made.amount, made.spends = amount, spending_of(kinds, item, "others", other.spends)
  end
end

local function read_kinds(kinds, item, pool)
  for letter, kind in host.sorted_pairs(item.given.kinds or {}) do
    add_letter(kinds, item, "kinds", pool, letter, kind)
  end
  if next(pool.letters) == nil then
    kinds.files:blame(item, nil, "pool: say kinds = { R = ... }: the kinds by their letters")
  end
end

local GIVES <const> = table_reader.form(0, { act = true, cost = true })

--- gives = { cost = tap { who = this }, act = gain { player = you, kind = named.kind, amount =
--- named.amount } }: what an ability `mana` of a card is.
local function read_gives(kinds, item, pool)
  local gives = item.given.gives
  if gives == nil then
    return
  end
  pool.gives = setmetatable({ word = "gives", given = gives }, { __index = item })
  table_reader.check(kinds.files, pool.gives, GIVES)
  if gives.act == nil then
    local form = "pool: gives: say what adds to it, as act = gain { player = you, kind ="
      .. " named.kind, amount = named.amount }"
    kinds.files:blame(item, "gives", form)
  end
end

--- pool { "purse", spends = "spend_coins", kinds = { G = "gold", S = "silver" } }
---@param kinds strata.Kinds
---@param item strata.Described
function M.pool(kinds, item)
  table_reader.check(kinds.files, item, POOL)
  local name = item.given[1]
  if type(name) ~= "string" then
    kinds.files:blame(item, 1, "pool: expected its name first, as a text")
  elseif kinds.pools[name] then
    local form = "pool '%s' is declared already, in %s; give it another name, or amend that one"
    kinds.files:blame(item, 1, form, name, kinds.declarations:place_of("pool", slugs.of(name)))
  end
  local spends = spending_of(kinds, item, "spends", item.given.spends)
  local pool = { spends = spends, letters = {}, symbols = {} }
  read_kinds(kinds, item, pool)
  read_others(kinds, item, pool)
  read_gives(kinds, item, pool)
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

--- The pool into which the word `mana` gives: the one that says what that is.
---@param kinds strata.Kinds
---@param item table what the word `mana` made
---@return strata.Pool
function M.pool_of_mana(kinds, item)
  local found
  for name, pool in host.sorted_pairs(kinds.pools) do
    if pool.gives and found then
      local form = "mana: two pools have 'gives', and one of them is '%s'; leave 'gives' to one"
        .. " pool"
      kinds.files:blame(item, nil, form, name)
    end
    found = pool.gives and pool or found
  end
  if not found then
    local form = "mana: no pool of these rules says what it is; say pool { ..., gives = { cost ="
      .. " ..., act = ... } } in their events, or write activated { pays = ..., ... }"
    kinds.files:blame(item, nil, form)
  end
  return found
end

--- Refuse a letter of a text that adds to a pool: only kinds of the pool itself are added.
local function no_kind_to_add(kinds, item, pool, letter)
  local letters, kind = {}, pool.letters[letter]
  for _, other in ipairs(spelling.keys(pool.letters)) do
    letters[#letters + 1] = not pool.letters[other].spends and other or nil
  end
  local known = table.concat(letters, ", ")
  if kind then
    local form = "mana: '%s' stands for %s, which costs can ask for and which cannot be added; use"
      .. " %s, or the text \"any\""
    kinds.files:blame(item, nil, form, letter, kinds.schema:printed(kind.symbol), known)
  elseif letter == "" then
    local form = "mana: its text is empty; say what it adds by letters, %s, or the text \"any\""
    kinds.files:blame(item, nil, form, known)
  end
  local form = "mana: no kind '%s' of the pool; there are %s, and the text \"any\""
  kinds.files:blame(item, nil, form, letter, known)
end

--- What a text of letters adds: how many of each kind, in the order of the text.
---@param kinds strata.Kinds
---@param item table what the word `mana` made
---@param pool strata.Pool
---@return table[] list of { kind = symbol, amount = integer }
function M.units_of_mana(kinds, item, pool)
  local list, by_letter = {}, {}
  local letters, rest = cost_symbols.split(item.letters)
  if not letters or #letters == 0 then
    letters = { rest or "" }
  end
  for _, letter in ipairs(letters) do
    local kind = pool.letters[letter]
    if not kind or kind.spends then
      no_kind_to_add(kinds, item, pool, letter)
    end
    local unit = by_letter[letter]
    if not unit then
      unit = { kind = kind.symbol, amount = 0 }
      by_letter[letter], list[#list + 1] = unit, unit
    end
    unit.amount = unit.amount + 1
  end
  return list
end

--- The symbols of all kinds of a pool, in order.
---@param pool strata.Pool
---@return string[]
function M.kinds_of(pool)
  local list = {}
  for symbol, letter in host.sorted_pairs(pool.symbols) do
    list[#list + 1] = not pool.letters[letter].spends and symbol or nil
  end
  return list
end

-- -- Needs -------------------------------------------------------------------

local PAYS <const> = table_reader.form(
  1,
  { as = true, by = true, from = "name", needs = "table", when = true, x = true }
)

--- The needs of an act, of which those of the same kinds are one.
---@class strata.Needs
---@field pool strata.Pool
---@field by_kinds table<string, table> instructions, by what they need
---@field list table[] the same in their order
---@field others table<string, strata.PoolKind> what is paid besides, by its symbol
local Needs = {}
Needs.__index = Needs

--- Add an instruction so often, as text, unless there is one of the same; then that is so much
--- more.
function Needs:add(key, need, count)
  local before = self.by_kinds[key]
  if before then
    before.with.count = ("%s + %s"):format(before.with.count, count)
    return
  end
  need.with.count = count
  self.by_kinds[key], self.list[#self.list + 1] = need, need
end

--- Refuse a symbol of a cost.
local function no_symbol(self, program, item, field, half)
  local known = spelling.keys(self.pool.letters)
  local form = "pays: no kind '%s'; there are numbers, X, %s, and one of several, as {%s/%s}"
  program:blame(item, field, form, half, table.concat(known, ", "), known[1], known[#known])
end

--- The ways to pay one symbol, "2/W": each an amount, and the symbols of the kinds that will do,
--- none for any kind. Halves that are one unit of a kind are one way.
function Needs:ways_of(program, item, field, text)
  local ways, single = {}, nil
  for half in (text .. "/"):gmatch("([^/]*)/") do
    local letter = self.pool.letters[half]
    if half:match("^%d+$") then
      ways[#ways + 1] = { amount = half, of = {} }
    elseif not letter then
      no_symbol(self, program, item, field, half)
    elseif letter.spends then
      self.others[letter.symbol] = letter
      ways[#ways + 1] = { amount = tostring(letter.amount), of = { letter.symbol } }
    else
      if lists.includes(single and single.of or {}, letter.symbol) then
        local form = "pays: '%s' stands twice in {%s}; write it once"
        program:blame(item, field, form, half, text)
      elseif not single then
        single = { amount = "1", of = {} }
        ways[#ways + 1] = single
      end
      single.of[#single.of + 1] = letter.symbol
    end
  end
  return ways
end

--- An instruction for one way: what it needs, if not all kinds will do.
local function need_of(way)
  table.sort(way.of)
  return { "need", with = { of = #way.of > 0 and way.of or nil } }
end

--- Add a symbol so often, as text.
function Needs:symbol(program, item, field, text, count)
  local ways = self:ways_of(program, item, field, text)
  local first = need_of(ways[1])
  if #ways == 1 then
    local times = ways[1].amount
    if count == "1" then
      count = times
    elseif times ~= "1" then
      count = ("%s * %s"):format(times, count)
    end
    return self:add(table.concat(ways[1].of, "/"), first, count)
  end
  local either = { "need", with = {} }
  for place, way in ipairs(ways) do
    either[place + 1] = need_of(way)
    either[place + 1].with.count = way.amount
  end
  return self:add("either " .. text, either, count)
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

--- "{2}{X}{R/W}{2/W}": numbers are of any kind.
local function add_text(program, item, needs)
  local has_x = false
  for _, symbol in ipairs(item.given[1] ~= nil and split(program, item) or {}) do
    if symbol ~= "X" then
      needs:symbol(program, item, 1, symbol, "1")
    elseif item.given.x == nil then
      program:blame(item, 1, "pays: say what X is, as x = named.x")
    else
      local x = program:text(item, "x", item.given.x, "int")
      needs:add("", { "need", with = {} }, ("(%s)"):format(x))
      has_x = true
    end
  end
  if item.given.x ~= nil and not has_x then
    local form = 'pays: x: no {X} is paid; write one, as pays { "{X}", x = named.x }, or take x out'
    program:blame(item, "x", form)
  end
end

local NEED <const> = table_reader.form(math.huge, { amount = true })

--- One need of a list, and its letters. Without a positive amount it would ask for nothing.
local function read_need(program, item, place, need)
  if not table_reader.is_plain(need) or need.amount == nil then
    local form = 'pays: needs: in place %d expected { "R", amount = 2 }, got %s'
    program:blame(item, "needs", form, place, vocabulary.said(need))
  end
  local said = setmetatable({ word = "needs", given = need }, { __index = item })
  table_reader.check(program.kinds.files, said, NEED)
  if type(need.amount) == "number" and need.amount < 1 then
    local form = "pays: needs: in place %d: amount: expected 1 or more, got %s"
    program:blame(item, "needs", form, place, need.amount)
  end
  local letters = {}
  for at, letter in ipairs(need) do
    letters[at] = type(letter) == "string" and letter or vocabulary.said(letter)
  end
  return said, letters
end

--- needs = { { "R", "W", amount = this.red_or_white }, { "2/W", amount = this.halves },
--- { amount = this.generic } }
local function add_listed(program, item, needs)
  for place, need in ipairs(item.given.needs or {}) do
    local said, letters = read_need(program, item, place, need)
    local count = ("(%s)"):format(program:text(said, "amount", need.amount, "int"))
    if #letters == 0 then
      needs:add("", { "need", with = {} }, count)
    else
      needs:symbol(program, item, "needs", table.concat(letters, "/"), count)
    end
  end
end

--- What there is of each kind that could be needed.
local function haves_of(needs)
  local haves = {}
  for symbol, letter in host.sorted_pairs(needs.pool.symbols) do
    local kind = needs.pool.letters[letter]
    if not kind.spends or needs.others[symbol] then
      local with = { of = { symbol }, count = kind.count }
      haves[#haves + 1] = { "have", kind.spends, with = with }
    end
  end
  return haves
end

--- The instruction of an act `pays`.
---@param program strata.Programs
---@param item strata.Described
---@return table deed
function M.deed(program, item)
  program:check(item, PAYS)
  local pool = M.pool_of(program.kinds, item, "from", item.given.from)
  local needs = setmetatable({ pool = pool, by_kinds = {}, list = {}, others = {} }, Needs)
  add_text(program, item, needs)
  add_listed(program, item, needs)
  if #needs.list == 0 then
    program:blame(item, nil, 'pays: say what is paid, as pays { "{1}{R}" }; {0} is nothing')
  end
  local deed = { "pay", pool.spends, when = program:condition(item, "when", item.given.when) }
  if item.given.by ~= nil then
    deed.with = { by = program:text(item, "by", item.given.by, "ref") }
  end
  deed.as = program:name_of(item, "as", "flag")
  local haves = haves_of(needs)
  table.move(haves, 1, #haves, #deed + 1, deed)
  table.move(needs.list, 1, #needs.list, #deed + 1, deed)
  return deed
end

--- pays { "{1}{G/S}", from = "purse" }: in a cost; or amid an effect, if it can be paid, and then
--- `as` is whether it was.
---@param program strata.Programs
---@param item strata.Described
---@param into table[]
function M.pays(program, item, into)
  into[#into + 1] = M.deed(program, item)
end

--- The instruction of a payment that the payer may leave: what else is to be paid with it, and how
--- it is called, the caller says.
---@param program strata.Programs
---@param item strata.Described
---@param name string
---@param by string|nil who pays, as text
---@return table deed
function M.optional(program, item, name, by)
  for _, field in ipairs({ "as", "by" }) do
    if item.given[field] ~= nil then
      local form = "pays: %s: the word around it says that; take it out here"
      program:blame(item, field, form, field)
    end
  end
  local deed = M.deed(program, item)
  deed.as, deed.with = name, { by = by, least = 0 }
  return deed
end

return M
