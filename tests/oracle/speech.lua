--- Random expressions over what a vocabulary names: { ints, fixed (ints that no
--- effect changes), flags, sets { name -> domain }, syms { name -> symbols }, refs,
--- names (of abilities), zones that all share }. Any list may be missing.

local random = math.random

local M = {}

function M.chance(percent)
  return random(100) <= percent
end

function M.one_of(list)
  return list[random(#list)]
end

--- A number that the player takes modulo what there is.
function M.pick()
  return random(1000)
end

local chance, one_of = M.chance, M.one_of

local int, flag, ref

--- What an expression may speak of: `deep` levels more, `outer` inside of an
--- aggregate, `only` reading what no effect changes, `law` without a `this` and
--- without handles.
local function deeper(c, change)
  local inner = {}
  for key, value in pairs(c) do
    inner[key] = value
  end
  inner.deep = c.deep - 1
  for key, value in pairs(change or {}) do
    inner[key] = value
  end
  return inner
end

local function get(c, names)
  local node = { "get", ref(deeper(c)), one_of(names) }
  node.long = chance(20)
  return node
end

function ref(c)
  local words = c.outer and { "it", "it", "this", "outer" } or { "it", "it", "it", "this" }
  if not c.rules and chance(10) then
    return { "entity", M.pick() }
  elseif c.words.zones and not c.only and chance(20) then
    return { "top", one_of(c.words.zones), random(2) }
  elseif not c.only and chance(8) then -- of whom it refers to
    return { "get", { one_of(words) }, one_of(c.words.refs) }
  end
  return { one_of(words) }
end

--- A ref to compare or to set: also nobody, and what an attribute holds.
local function ref_value(c)
  if chance(20) then
    return { "none" }
  elseif chance(40) and not c.only then
    return { "get", ref(c), one_of(c.words.refs) }
  end
  return ref(c)
end

local function number_of(c)
  return get(c, c.only and c.words.fixed or c.words.ints)
end

local function key_of(map)
  local keys = {}
  for key in pairs(map) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return one_of(keys)
end

local int_makers = {
  function()
    return { "int", random(-9, 9) }
  end,
  number_of,
  number_of,
  function(c)
    return { one_of({ "add", "sub", "mul", "div", "min", "max" }), int(deeper(c)), int(deeper(c)) }
  end,
  function(c)
    return { "neg", int(deeper(c)) }
  end,
  function(c)
    return { "count", flag(deeper(c, { outer = true })) }
  end,
  function(c)
    local inner = deeper(c, { outer = true })
    return { "sum", int(inner), flag(inner) }
  end,
  function(c)
    local inner = deeper(c, { outer = true })
    return { "distinct", { "get", { "it" }, key_of(c.words.sets) }, flag(inner) }
  end,
}

function int(c)
  if c.deep <= 0 then
    return int_makers[random(2)](c)
  end
  local last = c.only and 5 or #int_makers
  return int_makers[random(last)](c)
end

local COMPARE <const> = { "eq", "ne", "lt", "le", "gt", "ge" }

local function compare_number(c)
  return { one_of(COMPARE), number_of(c), { "int", random(-3, 6) } }
end

local flag_makers = {
  compare_number,
  function(c)
    return c.only and { "true" } or get(c, c.words.flags)
  end,
  function(c)
    return { one_of(COMPARE), int(deeper(c)), int(deeper(c)) }
  end,
  function(c)
    return { one_of({ "and", "or" }), flag(deeper(c)), flag(deeper(c)) }
  end,
  function(c)
    return { "not", flag(deeper(c)) }
  end,
  function(c)
    local set = key_of(c.words.sets)
    if chance(15) then
      return { "has", get(c, { set }), get(c, { key_of(c.words.syms) }) }
    end
    return { "has", get(c, { set }), one_of(c.words.sets[set]) }
  end,
  function(c)
    local names = c.words.names and chance(50) and { "abilities" }
    return { "empty", get(c, names or { key_of(c.words.sets) }) }
  end,
  function(c)
    return { one_of({ "eq", "ne" }), ref_value(c), ref_value(c) }
  end,
  function(c)
    local sym = key_of(c.words.syms)
    local name = chance(15) and { "nothing" } or { "sym", one_of(c.words.syms[sym]) }
    return { one_of({ "eq", "ne" }), get(c, { sym }), name }
  end,
  function(c)
    return { one_of({ "eq", "ne" }), get(c, c.words.flags), flag(deeper(c)) }
  end,
  function()
    return { one_of({ "true", "true", "false" }) }
  end,
  function(c)
    local names = c.words.names
    return names and { "has", get(c, { "abilities" }), one_of(names) } or compare_number(c)
  end,
}

function flag(c)
  if c.deep <= 0 then
    return flag_makers[random(2)](c)
  end
  local last = c.only and 5 or #flag_makers
  return flag_makers[random(last)](c)
end

local makers = {
  int = int,
  flag = flag,
  ref = ref_value,
  set = function(c)
    return get(c, { key_of(c.words.sets) })
  end,
  sym = function(c)
    local sym = key_of(c.words.syms)
    return chance(50) and get(c, { sym }) or { "sym", one_of(c.words.syms[sym]) }
  end,
}

--- A random expression.
---@param words table vocabulary
---@param type string int, flag, ref, set or sym
---@param about? table only: reads what no effect changes; rules: without handles; deep: levels
---@return table
function M.say(words, type, about)
  local c = { words = words, deep = about and about.deep or random(0, 2) }
  c.only, c.rules = about and about.only, about and about.rules
  return makers[type](c)
end

return M
