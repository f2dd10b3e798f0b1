--- Expressions in the grammar of `strata.h`: reads their text, and says what they are worth.
---
--- A reference is an entity or NONE, a symbol a string, of which "" is none.

local M = {}

--- The reference that names no entity.
M.NONE = setmetatable({}, {
  __tostring = function()
    return "none"
  end,
})
local NONE <const> = M.NONE

-- Reading ------------------------------------------------------------------

local COMPARE <const> = { ["="] = 3, ["!="] = 3, ["<"] = 3, ["<="] = 3, [">"] = 3, [">="] = 3 }
local BINDING <const> =
  { ["or"] = 1, ["and"] = 2, has = 3, ["+"] = 4, ["-"] = 4, ["*"] = 5, ["//"] = 5 }
for op, power in pairs(COMPARE) do
  BINDING[op] = power
end

local PATTERNS <const> = {
  { "number", "^%d+" },
  { "symbol", "^'[^']*'" },
  { "word", "^[%$%a_][%w_]*" },
  { "op", "^!=" },
  { "op", "^<=" },
  { "op", "^>=" },
  { "op", "^//" },
  { "op", "^[-+*=<>(),.]" },
}

local function next_token(text, at)
  for _, entry in ipairs(PATTERNS) do
    local found = text:match(entry[2], at)
    if found then
      return { entry[1], found }, at + #found
    end
  end
  error(("what is '%s' in '%s'?"):format(text:sub(at), text))
end

local function tokens_of(text)
  local list, at = {}, text:match("^%s*()")
  while at <= #text do
    local token, behind = next_token(text, at)
    list[#list + 1] = token
    at = text:match("^%s*()", behind)
  end
  return list
end

local read

local function accept(r, word)
  local token = r.list[r.at]
  if token and token[1] ~= "symbol" and token[2] == word then
    r.at = r.at + 1
    return true
  end
  return false
end

local function expect(r, word)
  assert(accept(r, word), word)
end

local CALLS <const> = { count = 1, sum = 2, min = 2, max = 2 }

local function read_call(r, name)
  local node = { name }
  for i = 1, CALLS[name] do
    if i > 1 then
      expect(r, ",")
    end
    node[i + 1] = read(r, 0)
  end
  expect(r, ")")
  return node
end

local ROOTS <const> = { it = true, this = true, outer = true, event = true, none = true }
local WORDS <const> = { ["true"] = true, ["false"] = false }

--- A name and what stands behind its dots.
local function read_path(r, name)
  local node
  if name:sub(1, 1) == "$" then
    node = { "variable", name:sub(2) }
  elseif ROOTS[name] then
    node = { name }
  else
    node = { "get", { "it" }, name }
  end
  while accept(r, ".") do
    node = { "get", node, r.list[r.at][2] }
    r.at = r.at + 1
  end
  return node
end

local function read_word(r, name)
  if name == "not" then
    return { "not", read(r, 3) }
  elseif WORDS[name] ~= nil then
    return { "constant", WORDS[name] }
  elseif CALLS[name] and accept(r, "(") then
    return read_call(r, name)
  end
  return read_path(r, name)
end

local function read_first(r)
  local token = r.list[r.at]
  r.at = r.at + 1
  if token[1] == "number" then
    return { "constant", math.tointeger(tonumber(token[2])) }
  elseif token[1] == "symbol" then
    return { "constant", token[2]:sub(2, -2) }
  elseif token[1] == "word" then
    return read_word(r, token[2])
  elseif token[2] == "-" then
    return { "-", { "constant", 0 }, read(r, 6) }
  end
  assert(token[2] == "(", token[2])
  local node = read(r, 0)
  expect(r, ")")
  return node
end

function read(r, least)
  local node = read_first(r)
  while true do
    local token = r.list[r.at]
    local power = token and token[1] ~= "symbol" and BINDING[token[2]]
    if not power or power <= least then
      return node
    end
    r.at = r.at + 1
    node = { token[2], node, read(r, power) }
  end
end

local known = {}

--- The tree of a text; numbers, flags and trees are given back as they are.
---@param text any
---@return table
function M.parse(text)
  if type(text) == "table" then
    return text
  elseif type(text) ~= "string" then
    return { "constant", text }
  end
  if not known[text] then
    local r = { list = tokens_of(text), at = 1 }
    known[text] = read(r, 0)
    assert(r.at == #r.list + 1, text)
  end
  return known[text]
end

-- Evaluating ---------------------------------------------------------------

local eval

local function is_none(v)
  return v == NONE or v == ""
end

--- Entities are equal by their numbers: an object is so to itself as it would enter.
local function equal(a, b)
  if type(a) == "table" and type(b) == "table" and a.id ~= nil then
    return a.id == b.id
  end
  return a == b or is_none(a) and is_none(b)
end

local function matches(scope, predicate, entity)
  local inner = setmetatable({ it = entity, outer = scope.it }, { __index = scope })
  return eval(inner, predicate)
end

--- What a name behind a dot is: a field of the event, or a value of an entity.
local function get(scope, node)
  if node[2][1] == "event" then
    return scope.event.fields[node[3]]
  end
  return scope.world:value(eval(scope, node[2]), node[3])
end

local function root(name)
  return function(scope)
    return scope[name] or NONE
  end
end

local function numbers(f)
  return function(scope, node)
    return f(eval(scope, node[2]), eval(scope, node[3]))
  end
end

local NODES <const> = {
  constant = function(_, node)
    return node[2]
  end,
  none = function()
    return NONE
  end,
  it = root("it"),
  this = root("this"),
  outer = root("outer"),
  variable = function(scope, node)
    local v = scope.vars[node[2]]
    return v == nil and NONE or v
  end,
  get = get,
  ["not"] = function(scope, node)
    return not eval(scope, node[2])
  end,
  ["and"] = function(scope, node)
    return eval(scope, node[2]) and eval(scope, node[3])
  end,
  ["or"] = function(scope, node)
    return eval(scope, node[2]) or eval(scope, node[3])
  end,
  ["="] = numbers(equal),
  ["!="] = numbers(function(a, b)
    return not equal(a, b)
  end),
  ["<"] = numbers(function(a, b)
    return a < b
  end),
  ["<="] = numbers(function(a, b)
    return a <= b
  end),
  [">"] = numbers(function(a, b)
    return a > b
  end),
  [">="] = numbers(function(a, b)
    return a >= b
  end),
  ["+"] = numbers(function(a, b)
    return a + b
  end),
  ["-"] = numbers(function(a, b)
    return a - b
  end),
  ["*"] = numbers(function(a, b)
    return a * b
  end),
  ["//"] = numbers(function(a, b)
    return b == 0 and 0 or a // b
  end),
  min = numbers(math.min),
  max = numbers(math.max),
  count = function(scope, node)
    local n = 0
    for _, entity in ipairs(scope.world:living()) do
      n = n + (matches(scope, node[2], entity) and 1 or 0)
    end
    return n
  end,
  sum = function(scope, node)
    local total = 0
    for _, entity in ipairs(scope.world:living()) do
      if matches(scope, node[3], entity) then
        total = total + matches(scope, node[2], entity)
      end
    end
    return total
  end,
}

function eval(scope, node)
  return NODES[node[1]](scope, node)
end

--- The value of a text. A scope is { world, it, this, event, vars }.
---@param scope table
---@param text any
---@return any
function M.eval(scope, text)
  return eval(scope, M.parse(text))
end

--- Whether a predicate holds; one that is not given does.
---@param scope table
---@param text any
---@return boolean
function M.holds(scope, text)
  return text == nil or eval(scope, M.parse(text)) == true
end

--- Whether a text speaks of the entity in question, so that it is a predicate on entities.
---@param text any
---@return boolean
function M.is_predicate(text)
  local node = M.parse(text)
  return node[1] ~= "variable" and node[1] ~= "get" and node[1] ~= "it" and node[1] ~= "this"
end

return M
