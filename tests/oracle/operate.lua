--- The effect of operations on values, and which operation of a stacking group counts.

local abilities = require("abilities")
local expr = require("expr")
local number = require("number")
local state = require("state")

local M = {}

local function clamp(attr, v)
  return number.clamp(v, attr.min, attr.max)
end

local function bitwise(fold)
  return function(attr, v, x)
    if attr.type == "flag" then
      return fold(v and 1 or 0, x and 1 or 0) == 1
    end
    return clamp(attr, fold(v, x))
  end
end

local function set(attr, _, x)
  return attr.type == "int" and clamp(attr, x) or x
end

--- What each operation makes of a value v with an operand x.
local operations = {
  set = set,
  copy = set,
  add = function(attr, v, x)
    return attr.type == "set" and v | x or clamp(attr, number.add(v, x))
  end,
  sub = function(attr, v, x)
    return clamp(attr, number.sub(v, x))
  end,
  mul = function(attr, v, x)
    return clamp(attr, number.mul(v, x))
  end,
  div = function(attr, v, x, part)
    return clamp(attr, number.div(v, x, part.up) or v)
  end,
  min = function(attr, v, x)
    return clamp(attr, math.min(v, x))
  end,
  max = function(attr, v, x)
    return clamp(attr, math.max(v, x))
  end,
  ["and"] = bitwise(function(a, b)
    return a & b
  end),
  ["or"] = bitwise(function(a, b)
    return a | b
  end),
  ["xor"] = bitwise(function(a, b)
    return a ~ b
  end),
  scale = function(attr, v, x, part)
    return clamp(attr, number.scale(v, x, part.divisor, part.up))
  end,
  remove = function(_, v, x)
    return v & ~x
  end,
  clear = function()
    return 0
  end,
}

--- The set in which other words stand for symbols; what the attribute cannot
--- hold is left out.
---@param schema table
---@param attr table
---@param mask integer
---@param text table[]?
---@return integer
function M.words(schema, attr, mask, text)
  if not text then
    return mask
  end
  local changed = 0
  for _, symbol in ipairs(attr.domain) do
    if mask & schema.bit[symbol] ~= 0 then
      changed = changed | M.mask(schema, attr, expr.word(text, symbol))
    end
  end
  return changed
end

--- The set of one symbol, empty if the attribute cannot hold it.
---@param schema table
---@param attr table
---@param symbol string
---@return integer
function M.mask(schema, attr, symbol)
  for _, other in ipairs(attr.domain) do
    if other == symbol then
      return schema.bit[symbol]
    end
  end
  return 0
end

--- What of another set the attribute can hold.
---@param schema table
---@param attr table
---@param mask integer
---@return integer
function M.held(schema, attr, mask)
  local held = 0
  for _, symbol in ipairs(attr.domain) do
    held = held | (mask & schema.bit[symbol])
  end
  return held
end

--- The operand of a part on a set: of one symbol, or of all that another set has.
---@param schema table
---@param attr table
---@param x string|integer
---@return integer
function M.set_operand(schema, attr, x)
  if math.type(x) == "integer" then
    return M.held(schema, attr, x)
  end
  return M.mask(schema, attr, x)
end

local function substitute(schema, attr, v, change)
  if attr.type == "set" then
    return M.words(schema, attr, v, { change })
  end
  return expr.word({ change }, v)
end

--- The values that a part leaves of a row, given to `write`.
local function change(schema, row, part, x, write)
  local attr = schema.by_name[part.attr]
  if not attr then -- a copy of all
    for name, value in pairs(x) do
      if name ~= "abilities" then
        write(name, value)
      end
    end
  elseif part.op == "switch" then
    local v, other = row[part.attr], row[part.other]
    write(part.attr, other)
    write(part.other, v)
  elseif part.op == "substitute" then
    write(part.attr, substitute(schema, attr, row[part.attr], x))
  else
    write(part.attr, operations[part.op](attr, row[part.attr], x, part))
  end
end

-- Stacking groups ----------------------------------------------------------

--- True if b, of the same group, takes a's place; x is the operand of each.
local beats = {
  all = function()
    return false
  end,
  refresh = function()
    return false
  end,
  highest = function(a, b)
    return b.x > a.x or (b.x == a.x and b.effect.timestamp < a.effect.timestamp)
  end,
  lowest = function(a, b)
    return b.x < a.x or (b.x == a.x and b.effect.timestamp < a.effect.timestamp)
  end,
  latest = function(a, b)
    return b.effect.timestamp > a.effect.timestamp
  end,
  source = function(a, b)
    return a.effect.source == b.effect.source and b.effect.timestamp > a.effect.timestamp
  end,
}

--- False if another part of the group, among those reached so far on this entity, counts instead.
local function counts(schema, steps, step)
  local group = step.effect and schema.groups[step.effect.group]
  if not group then
    return true
  end
  for _, other in ipairs(steps) do
    local rival = other ~= step
      and other.effect
      and other.effect.group == step.effect.group
      and other.part.layer == step.part.layer
      and other.part.attr == step.part.attr
    if rival and beats[group.policy](step, other) then
      return false
    end
  end
  return true
end

--- The row after all steps reached so far: one that is outdone by a later one is taken back.
local function replay(at, id)
  local row = {}
  for name, value in pairs(at.base[id]) do
    row[name] = value
  end
  local function write(name, value)
    row[name] = value
  end
  for _, step in ipairs(at.steps[id]) do
    if counts(at.schema, at.steps[id], step) then
      change(at.schema, row, step.part, step.x, write)
    end
  end
  row.abilities = at.values[id].abilities
  for name, value in pairs(row) do
    state.write(at, id, name, value)
  end
end

--- Note a step; those of a group take back others.
local function stack(at, id, step)
  local before = at.steps[id] or {}
  local steps = table.move(before, 1, #before, 1, {})
  steps[#steps + 1] = step
  at.steps[id] = steps
end

--- Change an entity by a part with its operand. `by`: key, number, giver, stamp,
--- origin of the part, and the created effect, if it is one's.
---@param at table state
---@param id integer
---@param part table
---@param x any
---@param by table
function M.change(at, id, part, x, by)
  if part.attr == "abilities" then
    abilities.change(at, id, part.op, x, by)
    return
  end
  if at.has_groups then
    stack(at, id, { effect = by.effect, part = part, x = x })
  end
  if by.effect and by.effect.group then
    replay(at, id)
  else
    change(at.schema, at.values[id], part, x, function(name, value)
      state.write(at, id, name, value)
    end)
  end
  if not part.attr and x.abilities then
    abilities.change(at, id, "copy", x.abilities, by)
  end
end

return M
