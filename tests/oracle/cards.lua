--- Random pools: the abilities, laws and definitions of a game of cards. They use few words, so
--- that they affect each other often.

local kinds = require("kinds")
local speech = require("speech")

local random = math.random
local chance, one_of = speech.chance, speech.one_of

local M = {}

M.KEYWORDS = { "flying", "strike" }
local NAMES <const> = { "flying", "strike", "dig", "glow" }

--- What expressions of a game of cards may speak of.
M.WORDS = {
  ints = { "power", "toughness", "mana", "plus", "hand" },
  fixed = { "plus", "charge" },
  flags = { "tapped" },
  sets = {
    types = { "creature", "artifact", "land", "elf", "goblin", "forest", "mountain" },
    colors = kinds.COLORS,
  },
  syms = { chosen = kinds.CHOICES, zone = { "battlefield", "graveyard" } },
  refs = { "controller", "attached", "owner" },
  names = NAMES,
  zones = { "battlefield", "graveyard", "hand" },
}

local TYPES <const> = M.WORDS.sets.types
local BODIES <const> = { "creature", "artifact", "land", "enchantment" }

local function mask(bits, names)
  local m = 0
  for _, name in ipairs(names) do
    m = m | bits[name]
  end
  return m
end

--- A list of one to three of some names, without doubles.
local function some_of(list, most)
  local found, seen = {}, {}
  for _ = 1, random(most) do
    local name = one_of(list)
    if not seen[name] then
      seen[name] = true
      found[#found + 1] = name
    end
  end
  return found
end

-- Whom a clause affects ----------------------------------------------------

local IT <const>, THIS <const> = { "it" }, { "this" }

local function get(attr, of)
  return { "get", of or IT, attr }
end

local function is(word)
  return { "has", get("types"), word }
end

local subjects = {
  function()
    return is(one_of(TYPES))
  end,
  function()
    return is(one_of(TYPES))
  end,
  function()
    return { "and", is(one_of(BODIES)), { "not", is(one_of(TYPES)) } }
  end,
  function()
    return { "or", is(one_of(TYPES)), is(one_of(TYPES)) }
  end,
  function()
    return { "eq", IT, get("attached", THIS) }
  end,
  function()
    return { "eq", get("controller"), get("controller", THIS) }
  end,
  function()
    return { "has", get("abilities"), one_of(NAMES) }
  end,
  function()
    return { "has", get("colors"), one_of(kinds.COLORS) }
  end,
  function()
    local attr = one_of({ "power", "mana" })
    return { one_of({ "ge", "le", "gt" }), get(attr), { "int", random(0, 4) } }
  end,
  function()
    return speech.say(M.WORDS, "flag", { rules = true, deep = 1 })
  end,
}

local function in_zone(zone, p)
  return { "and", { "eq", get("zone"), { "sym", zone } }, p }
end

local function subject()
  local p = one_of(subjects)()
  if chance(30) then
    p = { "and", p, { "ne", IT, THIS } }
  end
  if chance(15) then
    p = in_zone(one_of({ "battlefield", "graveyard" }), p)
  end
  return p
end

--- True if parts are for a subject, and not for entities that are named: those
--- who borrow are never those who are borrowed from, as what they have would
--- double each time.
---@param parts table[]
---@return boolean
function M.borrows(parts)
  for _, made in ipairs(parts) do
    if made.op == "borrow" then
      return true
    end
  end
  return false
end

local function gives_statics(parts)
  for _, made in ipairs(parts) do
    local names = made.attr == "abilities" and made.value or {}
    if (names[1] or ""):find("^static") then
      return true
    end
  end
  return false
end

--- A random subject for some parts. Static abilities are mostly for few: each of
--- them is a unit of its own.
---@param parts table[]
---@return table
function M.subject(parts)
  if gives_statics(parts) and chance(85) then
    return { "eq", IT, get("attached", chance(75) and THIS or IT) }
  end
  return M.borrows(parts) and in_zone("battlefield", subject()) or subject()
end

-- What a clause does -------------------------------------------------------
--
-- Each maker gives one or two parts: { attr, op, value | expr, ... } without a
-- layer, which comes from its place or, where layers are numbers, from chance.

local function part(attr, op, about)
  local made = { attr = attr, op = op }
  for key, value in pairs(about or {}) do
    made[key] = value
  end
  return made
end

local function types_of(c, list)
  return { value = mask(c.bits, some_of(list, 2)) }
end

local function add_types(c)
  return part("types", "add", types_of(c, TYPES))
end

local function remove_types(c)
  return part("types", "remove", types_of(c, TYPES))
end

local function number(c)
  if chance(70) then
    return { value = random(-3, 6) }
  end
  return { expr = speech.say(M.WORDS, "int", { rules = c.rules, deep = random(0, 1) }) }
end

local function stat()
  return one_of({ "power", "toughness" })
end

local function abilities_of(c)
  if chance(40) and #c.statics > 0 then
    return { value = { one_of(c.statics) } }
  end
  return { value = some_of(NAMES, 2) }
end

--- A copy of all, or of one value. A static ability that copied abilities might
--- copy itself, without end.
local function copy(c)
  local all = not c.rules and chance(70)
  local attr = one_of({ "power", "types", not c.rules and "abilities" or "colors" })
  return part(not all and attr or nil, "copy", c.whom())
end

local makers = {
  copy = {
    copy,
    copy,
    function(c)
      local made = copy(c)
      return made, made.attr ~= "power" and part("power", "set", { value = random(0, 9) }) or nil
    end,
    add_types,
    function(c)
      return part("abilities", "add", abilities_of(c))
    end,
  },
  control = {
    function()
      return part("controller", "set", { expr = get("controller", THIS) })
    end,
    function()
      return part("controller", "set", { expr = one_of({ THIS, { "none" }, get("owner") }) })
    end,
  },
  text = {
    function()
      local words = { one_of(TYPES), one_of(TYPES) }
      return part("types", "substitute", { value = words }),
        part("abilities", "substitute", { value = words })
    end,
    function()
      return part("abilities", "substitute", { value = { one_of(TYPES), one_of(TYPES) } })
    end,
    function()
      local list = chance(50) and kinds.COLORS or NAMES
      return part("abilities", "substitute", { value = { one_of(list), one_of(list) } })
    end,
  },
  type = {
    add_types,
    remove_types,
    function(c)
      return remove_types(c), add_types(c)
    end,
    function(c)
      return part("types", "set", types_of(c, TYPES))
    end,
    function(c)
      return part("abilities", "strip"), part("types", "set", types_of(c, TYPES))
    end,
    function(c)
      return part("abilities", "strip"), add_types(c)
    end,
    function()
      return part("types", one_of({ "add", "set" }), { expr = get("chosen", THIS) })
    end,
    function(c)
      return part("abilities", "add", abilities_of(c)), add_types(c)
    end,
    function(c)
      local expr = speech.say(M.WORDS, "set", { rules = c.rules, deep = 1 })
      return part("types", one_of({ "add", "set", "remove" }), { expr = expr })
    end,
    function()
      return part("types", "clear")
    end,
  },
  color = {
    function(c)
      local expr = speech.say(M.WORDS, "set", { rules = c.rules, deep = 1 })
      return part("colors", one_of({ "add", "set", "remove" }), { expr = expr })
    end,
    function(c)
      return part("colors", one_of({ "set", "add", "remove" }), {
        value = mask(c.bits, some_of(kinds.COLORS, 2)),
      })
    end,
    function()
      return part("colors", "clear")
    end,
    function(c)
      return part("chosen", "set", {
        expr = speech.say(M.WORDS, "sym", { rules = c.rules, deep = 1 }),
      })
    end,
  },
  ability = {
    function(c)
      return part("abilities", "add", abilities_of(c))
    end,
    function(c)
      return part("abilities", "add", abilities_of(c))
    end,
    function(c)
      return part("abilities", "remove", abilities_of(c))
    end,
    function()
      return part("abilities", "clear")
    end,
    function(c)
      return part("abilities", "forbid", abilities_of(c))
    end,
    function(c)
      return part("abilities", "set", abilities_of(c))
    end,
    function(c)
      return part("abilities", "borrow", {
        expr = in_zone("graveyard", speech.say(M.WORDS, "flag", { rules = c.rules, deep = 1 })),
        kind = one_of({ "activated", "mana" }),
      })
    end,
  },
  ["pt.set"] = {
    function(c)
      return part(stat(), "set", number(c))
    end,
    function()
      return part("power", "set", { expr = get("mana") }),
        part("toughness", "set", { expr = get("mana") })
    end,
    function(c)
      return part("power", "set", number(c)), part("toughness", "set", number(c))
    end,
  },
  ["pt.modify"] = {
    function(c)
      return part(stat(), "add", number(c))
    end,
    function()
      return part("power", "add", { value = random(-2, 3) }),
        part("toughness", "add", { value = random(-2, 3) })
    end,
    function(c)
      return part(stat(), one_of({ "sub", "mul", "min", "max" }), number(c))
    end,
    function() -- by a constant 0 is refused
      local by = chance(60) and { value = one_of({ -2, 2, 3 }) } or { expr = get("mana") }
      by.up = chance(50)
      return part(stat(), "div", by)
    end,
    function()
      return part("power", "scale", { value = random(-3, 3), divisor = random(3), up = chance(50) })
    end,
  },
  ["pt.switch"] = {
    function()
      return part("power", "switch", { other = "toughness" })
    end,
  },
  player = {
    function(c)
      return part("hand", one_of({ "add", "set" }), number(c))
    end,
  },
}

local PLACES <const> = {
  "copy",
  "control",
  "text",
  "type",
  "type",
  "type",
  "type",
  "color",
  "ability",
  "ability",
  "ability",
  "pt.set",
  "pt.set",
  "pt.modify",
  "pt.switch",
  "player",
}

--- Where layers are numbers: any, but copies and text early.
local function layer_of(schema, place)
  if not schema.numbered then
    return place
  elseif place == "copy" then
    return -3
  end
  return one_of({ 0, 0, 1, 1, 2 })
end

local function put(c, list, place)
  local layer = layer_of(c.schema, place)
  for _, made in ipairs({ one_of(makers[place])(c) }) do
    made.layer = layer
    list[#list + 1] = made
  end
end

--- In the order in which the binding takes them: copies of all, then by the
--- attribute's name, and those of one attribute as they stand.
local function sort_parts(list)
  local place = {}
  for i, made in ipairs(list) do
    place[made] = i
  end
  table.sort(list, function(a, b)
    if a.attr ~= b.attr then
      return (a.attr or "") < (b.attr or "")
    end
    return place[a] < place[b]
  end)
  return list
end

--- Only one copy of all.
local function without_doubles(list)
  local rest, found = {}, false
  for _, made in ipairs(list) do
    if made.attr or not found then
      rest[#rest + 1] = made
    end
    found = found or not made.attr
  end
  return rest
end

--- The parts of a random clause. `c`: schema, bits, statics (names that may be
--- granted), rules (no handles), whom() (the operand of a copy).
---@param c table
---@return table[]
function M.parts(c)
  local list = {}
  repeat
    put(c, list, one_of(PLACES))
  until #list > 0 and chance(55) or #list >= 4
  return sort_parts(without_doubles(list))
end

-- Abilities ----------------------------------------------------------------

local function static_copy()
  return { expr = one_of({ get("attached", THIS), THIS, get("controller", THIS) }) }
end

local ZONES <const> = { battlefield = true }

local function static(c)
  local clauses = {}
  repeat
    local clause = { parts = M.parts(c) }
    clause.subject = (chance(85) or M.borrows(clause.parts)) and M.subject(clause.parts) or nil
    clause.condition = chance(12)
        and speech.say(M.WORDS, "flag", { rules = true, deep = 1 })
      or nil
    clauses[#clauses + 1] = clause
  until chance(85)
  return { kind = "static", zones = chance(75) and ZONES or nil, clauses = clauses }
end

local function cda(c)
  local list = {}
  if chance(60) then
    put(c, list, one_of({ "type", "color" }))
  else
    local made = part(stat(), "set", {
      expr = speech.say(M.WORDS, "int", { rules = true, deep = random(0, 1) }),
    })
    made.layer = c.schema.numbered and one_of({ 0, 1 }) or "pt.cda"
    list[1] = made
  end
  return { kind = "cda", clauses = { { parts = sort_parts(list) } } }
end

--- One that turns a type into another.
local function turning(c, layer, from, to)
  local set = { attr = "types", op = "set", value = mask(c.bits, { to }), layer = layer }
  return { kind = "static", zones = ZONES, clauses = { { subject = is(from), parts = { set } } } }
end

--- One that takes all abilities of others.
local function muting(layer)
  local clear = { attr = "abilities", op = "clear", layer = layer }
  local others = { "and", is(one_of(BODIES)), { "ne", IT, THIS } }
  return { kind = "static", zones = ZONES, clauses = { { subject = others, parts = { clear } } } }
end

--- Two that wait for each other: each changes what the other asks for.
local function pair(c)
  if chance(25) then
    local layer = layer_of(c.schema, "ability")
    return muting(layer), muting(layer)
  end
  local layer, x, y = layer_of(c.schema, "type"), one_of(TYPES), one_of(TYPES)
  return turning(c, layer, x, y), turning(c, layer, y, x)
end

local function abilities_of_pool(c)
  local all = {
    flying = { kind = "keyword" },
    strike = { kind = "keyword" },
    dig = { kind = "activated" },
    glow = { kind = "mana" },
  }
  local statics = {}
  for i = 1, random(6, 10) do
    statics[i] = "static" .. i
  end
  local leaves = {}
  c.statics = {} -- what is granted grants no static ability, or a pass might not end
  for i, name in ipairs(statics) do
    all[name] = static(c)
    if i <= #statics // 2 then
      leaves[i] = name
    else
      c.statics = leaves
    end
  end
  if chance(80) then
    all[statics[1]], all[statics[2]] = pair(c)
  end
  for i = 1, 2 do
    all["cda" .. i] = cda(c)
  end
  return all, statics, leaves
end

-- Laws and definitions -----------------------------------------------------

local function law(name, subject_of, parts, about)
  local made = { name = name, subject = subject_of, parts = parts }
  for key, value in pairs(about or {}) do
    made[key] = value
  end
  return made
end

local function laws_of(c)
  local at_type, at_pt = layer_of(c.schema, "type"), layer_of(c.schema, "pt.modify")
  local function add(attr, layer, about)
    local made = part(attr, "add", about)
    made.layer = layer
    return made
  end
  local intrinsic = { last = true, intrinsic = true }
  local list = {
    law("forests", is("forest"), { add("abilities", at_type, { value = { "glow" } }) }, intrinsic),
    law("plus", nil, {
      add("power", at_pt, { expr = get("plus", THIS) }),
      add("toughness", at_pt, { expr = get("plus") }),
    }, { counter = "plus" }),
    law("wind", nil, {
      add("abilities", layer_of(c.schema, "ability"), { value = { "flying" } }),
    }, { counter = "charge" }),
  }
  if chance(25) then
    list[#list + 1] = law("old", is(one_of(TYPES)), { add("types", at_type, types_of(c, TYPES)) })
  end
  return list
end

local function definition(c, names)
  local values = { types = mask(c.bits, { one_of(BODIES) }), abilities = {} }
  values.types = values.types | mask(c.bits, some_of(TYPES, 2))
  if chance(60) then
    values.colors = mask(c.bits, some_of(kinds.COLORS, 2))
  end
  values.power, values.toughness, values.mana = random(0, 5), random(0, 5), random(0, 6)
  if chance(40) then
    values.chosen = one_of(kinds.CHOICES)
  end
  for i = 1, one_of({ 0, 1, 1, 1, 2 }) do
    values.abilities[i] = one_of(names)
  end
  return values
end

local function definitions_of(c, statics)
  local names = { "flying", "dig", "cda1", "cda2" }
  for _, name in ipairs(statics) do
    names[#names + 1], names[#names + 2] = name, name
  end
  local all = {}
  for i = 1, 8 do
    all["card" .. i] = definition(c, names)
  end
  table.insert(all.card1.abilities, statics[1])
  table.insert(all.card2.abilities, statics[2])
  all.blank = { types = mask(c.bits, { "creature" }), power = 2, toughness = 2 }
  return all
end

--- A random pool for a kind; the same for the same state of math.random.
---@param schema table of the kind, without a pool
---@return table abilities, laws, definitions
function M.pool(schema)
  local c = { schema = schema, bits = schema.bit, rules = true, whom = static_copy }
  local abilities, statics, leaves = abilities_of_pool(c)
  return {
    abilities = abilities,
    laws = laws_of(c),
    definitions = definitions_of(c, statics),
    statics = leaves,
  }
end

return M
