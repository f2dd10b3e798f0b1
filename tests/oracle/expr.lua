--- Expressions as trees: printed in the engine's grammar, evaluated here.
---
--- A node is { kind, ... }:
---   int n · neg a · add sub mul div min max a b · count p · sum v p ·
---   distinct set p                                           whole numbers
---   true false · not p · and or p q · eq ne lt le gt ge a b · has set symbol
---   (a name, or a node that gives one) · empty set
---   it this outer none · entity id                           references
---   top zone n (the n-th from the top of a zone that all share)
---   sym name · nothing                                       symbols
---   get ref attribute                                        of any type
---
--- Symbols are words: under a text change (612) another stands for them.

local number = require("number")

local M = {}

local WORDS = {
  ["add"] = "+",
  ["sub"] = "-",
  ["mul"] = "*",
  ["div"] = "//",
  ["eq"] = "=",
  ["ne"] = "!=",
  ["lt"] = "<",
  ["le"] = "<=",
  ["gt"] = ">",
  ["ge"] = ">=",
  ["and"] = "and",
  ["or"] = "or",
}

local print_node

local printers = {
  int = function(e)
    return e[2] < 0 and ("(" .. e[2] .. ")") or tostring(e[2])
  end,
  neg = function(e, h)
    return "(-" .. print_node(e[2], h) .. ")"
  end,
  ["not"] = function(e, h)
    return "(not " .. print_node(e[2], h) .. ")"
  end,
  min = function(e, h)
    return ("min(%s, %s)"):format(print_node(e[2], h), print_node(e[3], h))
  end,
  max = function(e, h)
    return ("max(%s, %s)"):format(print_node(e[2], h), print_node(e[3], h))
  end,
  count = function(e, h)
    return ("count(%s)"):format(print_node(e[2], h))
  end,
  sum = function(e, h)
    return ("sum(%s, %s)"):format(print_node(e[2], h), print_node(e[3], h))
  end,
  distinct = function(e, h)
    return ("distinct(%s, %s)"):format(print_node(e[2], h), print_node(e[3], h))
  end,
  has = function(e, h)
    local symbol = type(e[3]) == "table" and print_node(e[3], h) or "'" .. e[3] .. "'"
    return ("(%s has %s)"):format(print_node(e[2], h), symbol)
  end,
  empty = function(e, h)
    return ("(%s = none)"):format(print_node(e[2], h))
  end,
  nothing = function()
    return "none"
  end,
  sym = function(e)
    return "'" .. e[2] .. "'"
  end,
  entity = function(e, h)
    return h(e[2])
  end,
  top = function(e)
    return ("top('%s', none, %d)"):format(e[2], e[3])
  end,
  get = function(e, h)
    if e[2][1] == "it" and not e.long then
      return e[3]
    end
    return print_node(e[2], h) .. "." .. e[3]
  end,
}

function print_node(e, handle)
  local printer = printers[e[1]]
  if printer then
    return printer(e, handle)
  end
  local word = WORDS[e[1]]
  if word then
    return ("(%s %s %s)"):format(print_node(e[2], handle), word, print_node(e[3], handle))
  end
  return e[1] -- true, false, it, this, outer, none
end

--- The expression as text of the engine's grammar.
---@param e table
---@param handle fun(id: integer): string text of an entity: "#slot:generation"
---@return string
function M.print(e, handle)
  return print_node(e, handle)
end

-- Meaning ------------------------------------------------------------------
--
-- A node becomes a function of a scope: { it, this, outer, world, text }. Ids
-- are 0 for nobody; `world` has schema, order and values.

local meaning

--- The word that stands for a symbol after changes of text, each { from, to }.
---@param text table[]?
---@param symbol string
---@return string
function M.word(text, symbol)
  for _, change in ipairs(text or {}) do
    if symbol == change[1] then
      symbol = change[2]
    end
  end
  return symbol
end

local word = M.word

--- Calls `visit` with a scope for each entity that satisfies p.
local function each(p, scope, visit)
  local inner = { this = scope.this, outer = scope.it, world = scope.world, text = scope.text }
  for _, id in ipairs(scope.world.order) do
    inner.it = id
    if p(inner) then
      visit(inner)
    end
  end
end

local function bits(mask)
  local count = 0
  while mask ~= 0 do
    mask = mask & (mask - 1)
    count = count + 1
  end
  return count
end

local function has_ability(list, name)
  for _, ability in ipairs(list) do
    if ability.name == name then
      return true
    end
  end
  return false
end

--- An operator on the values of two nodes.
local function on_two(fold)
  return function(e)
    local a, b = meaning(e[2]), meaning(e[3])
    return function(s)
      return fold(a(s), b(s))
    end
  end
end

local function always(value)
  return function()
    return function()
      return value
    end
  end
end

local meanings = {
  int = function(e)
    return always(e[2])()
  end,
  sym = function(e)
    return function(s)
      return word(s.text, e[2])
    end
  end,
  neg = function(e)
    local a = meaning(e[2])
    return function(s)
      return number.neg(a(s))
    end
  end,
  add = on_two(number.add),
  sub = on_two(number.sub),
  mul = on_two(number.mul),
  div = on_two(function(a, b)
    return number.div(a, b) or 0
  end),
  min = on_two(math.min),
  max = on_two(math.max),
  count = function(e)
    local p = meaning(e[2])
    return function(s)
      local n = 0
      each(p, s, function()
        n = n + 1
      end)
      return n
    end
  end,
  sum = function(e)
    local v, p = meaning(e[2]), meaning(e[3])
    return function(s)
      local high, low = 0, 0 -- exact, so that the order does not matter
      each(p, s, function(inner)
        local x = v(inner)
        high, low = high + x // (1 << 32), low + (x & 0xFFFFFFFF)
      end)
      return number.join(high + low // (1 << 32), low & 0xFFFFFFFF)
    end
  end,
  distinct = function(e)
    local v, p = meaning(e[2]), meaning(e[3])
    return function(s)
      local mask = 0
      each(p, s, function(inner)
        mask = mask | v(inner)
      end)
      return bits(mask)
    end
  end,
  ["true"] = always(true),
  ["false"] = always(false),
  ["not"] = function(e)
    local a = meaning(e[2])
    return function(s)
      return not a(s)
    end
  end,
  ["and"] = function(e)
    local a, b = meaning(e[2]), meaning(e[3])
    return function(s)
      return a(s) and b(s)
    end
  end,
  ["or"] = function(e)
    local a, b = meaning(e[2]), meaning(e[3])
    return function(s)
      return a(s) or b(s)
    end
  end,
  eq = on_two(function(a, b)
    return a == b
  end),
  ne = on_two(function(a, b)
    return a ~= b
  end),
  lt = on_two(function(a, b)
    return a < b
  end),
  le = on_two(function(a, b)
    return a <= b
  end),
  gt = on_two(function(a, b)
    return a > b
  end),
  ge = on_two(function(a, b)
    return a >= b
  end),
  has = function(e)
    local set = meaning(e[2])
    local symbol = meaning(type(e[3]) == "table" and e[3] or { "sym", e[3] })
    return function(s)
      local held, asked = set(s), symbol(s)
      if type(held) == "table" then
        return has_ability(held, asked)
      end
      return held & (s.world.schema.bit[asked] or 0) ~= 0
    end
  end,
  empty = function(e)
    local set = meaning(e[2])
    return function(s)
      local held = set(s)
      return held == 0 or (type(held) == "table" and #held == 0)
    end
  end,
  nothing = always(""),
  it = function()
    return function(s)
      return s.it
    end
  end,
  this = function()
    return function(s)
      return s.world.values[s.this] and s.this or 0 -- a source that is gone is nobody
    end
  end,
  outer = function()
    return function(s)
      return s.outer
    end
  end,
  none = always(0),
  entity = function(e)
    return function(s)
      return s.world.values[e[2]] and e[2] or 0
    end
  end,
  top = function(e)
    return function(s)
      local zone = s.world.zones[e[2]]
      return zone[#zone + 1 - e[3]] or 0
    end
  end,
  get = function(e)
    local of, attr = meaning(e[2]), e[3]
    return function(s)
      local row = s.world.values[of(s)]
      if row then
        return row[attr]
      end
      return s.world.schema.by_name[attr].default
    end
  end,
}

--- What nodes mean, so that each is looked at once.
local known = setmetatable({}, { __mode = "k" })

function meaning(e)
  local found = known[e]
  if not found then
    found = meanings[e[1]](e)
    known[e] = found
  end
  return found
end

--- True if a word begins a node.
---@param kind any
---@return boolean
function M.is_node(kind)
  return meanings[kind] ~= nil
end

--- The value of an expression.
---@param e table
---@param scope table it, this, outer: entity ids, 0 for nobody; world: { schema, order, values };
--- text: changes of its words, or nil
---@return integer|boolean|string
function M.eval(e, scope)
  return meaning(e)(scope)
end

--- Add the names of the attributes that an expression reads to a table.
---@param e any
---@param found table<string, boolean>
function M.reads(e, found)
  if type(e) ~= "table" then
    return
  end
  if e[1] == "get" then
    found[e[3]] = true
  end
  for _, part in ipairs(e) do
    M.reads(part, found)
  end
end

return M
