--- Expressions as trees: printed in the engine's grammar, evaluated here.
---
--- A node is { kind, ... }:
---   int n · neg a · add sub mul div min max a b · count p · sum v p ·
---   distinct set p                                           whole numbers
---   true false · not p · and or p q · eq ne lt le gt ge a b · has set symbol
---   it this outer none · entity id                           references
---   sym name                                                 symbols
---   get ref attribute                                        of any type

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
    return ("(%s has '%s')"):format(print_node(e[2], h), e[3])
  end,
  sym = function(e)
    return "'" .. e[2] .. "'"
  end,
  entity = function(e, h)
    return h(e[2])
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

local eval

--- Calls `visit` with a scope for each entity that satisfies p.
local function each(p, scope, visit)
  local inner = { this = scope.this, outer = scope.it, world = scope.world }
  for _, id in ipairs(scope.world.order) do
    inner.it = id
    if eval(p, inner) then
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

local evaluators = {
  int = function(e)
    return e[2]
  end,
  sym = function(e)
    return e[2]
  end,
  neg = function(e, s)
    return number.neg(eval(e[2], s))
  end,
  add = function(e, s)
    return number.add(eval(e[2], s), eval(e[3], s))
  end,
  sub = function(e, s)
    return number.sub(eval(e[2], s), eval(e[3], s))
  end,
  mul = function(e, s)
    return number.mul(eval(e[2], s), eval(e[3], s))
  end,
  div = function(e, s)
    return number.div(eval(e[2], s), eval(e[3], s)) or 0
  end,
  min = function(e, s)
    return math.min(eval(e[2], s), eval(e[3], s))
  end,
  max = function(e, s)
    return math.max(eval(e[2], s), eval(e[3], s))
  end,
  count = function(e, s)
    local n = 0
    each(e[2], s, function()
      n = n + 1
    end)
    return n
  end,
  sum = function(e, s)
    local n = 0
    each(e[3], s, function(inner)
      n = number.add(n, eval(e[2], inner))
    end)
    return n
  end,
  distinct = function(e, s)
    local mask = 0
    each(e[3], s, function(inner)
      mask = mask | eval(e[2], inner)
    end)
    return bits(mask)
  end,
  ["true"] = function()
    return true
  end,
  ["false"] = function()
    return false
  end,
  ["not"] = function(e, s)
    return not eval(e[2], s)
  end,
  ["and"] = function(e, s)
    return eval(e[2], s) and eval(e[3], s)
  end,
  ["or"] = function(e, s)
    return eval(e[2], s) or eval(e[3], s)
  end,
  eq = function(e, s)
    return eval(e[2], s) == eval(e[3], s)
  end,
  ne = function(e, s)
    return eval(e[2], s) ~= eval(e[3], s)
  end,
  lt = function(e, s)
    return eval(e[2], s) < eval(e[3], s)
  end,
  le = function(e, s)
    return eval(e[2], s) <= eval(e[3], s)
  end,
  gt = function(e, s)
    return eval(e[2], s) > eval(e[3], s)
  end,
  ge = function(e, s)
    return eval(e[2], s) >= eval(e[3], s)
  end,
  has = function(e, s)
    return eval(e[2], s) & s.world.schema.bit[e[3]] ~= 0
  end,
  it = function(_, s)
    return s.it
  end,
  this = function(_, s)
    return s.world.values[s.this] and s.this or 0 -- a source that is gone is nobody
  end,
  outer = function(_, s)
    return s.outer
  end,
  none = function()
    return 0
  end,
  entity = function(e, s)
    return s.world.values[e[2]] and e[2] or 0
  end,
  get = function(e, s)
    local row = s.world.values[eval(e[2], s)]
    if row then
      return row[e[3]]
    end
    return s.world.schema.by_name[e[3]].default
  end,
}

function eval(e, scope)
  return evaluators[e[1]](e, scope)
end

--- The value of an expression.
---@param e table
---@param scope table it, this, outer: entity ids, 0 for nobody; world: { schema, order, values }
---@return integer|boolean|string
function M.eval(e, scope)
  return eval(e, scope)
end

return M
