--- The oracle: a world that keeps no caches. To read one value it works out all
--- of them from the base values, part by part, in the order of a pass (613).
---
--- Values: int is an integer, flag a boolean, set a mask of bits (schema.bit),
--- ref an entity id (0: none), sym a name ("": none), text a string.

local expr = require("expr")
local number = require("number")

local World = {}
World.__index = World

local M = {}

--- An empty world of a schema (see schema.lua).
function M.new(schema)
  return setmetatable({ schema = schema, order = {}, base = {}, effects = {}, clock = 0 }, World)
end

--- A deep copy: the same game, going its own way.
function World:copy()
  local twin = M.new(self.schema)
  twin.clock = self.clock
  for i, id in ipairs(self.order) do
    twin.order[i] = id
    local row = {}
    for attr, value in pairs(self.base[id]) do
      row[attr] = value
    end
    twin.base[id] = row
  end
  for i, effect in ipairs(self.effects) do
    local same = {}
    for key, value in pairs(effect) do
      same[key] = value
    end
    twin.effects[i] = same
  end
  return twin
end

local function changed(self)
  self.now = nil
end

-- Entities -----------------------------------------------------------------

--- Add an entity. `slot` orders entities where their order can be seen.
function World:spawn(id, slot)
  local row = { slot = slot }
  for _, attr in ipairs(self.schema.attributes) do
    row[attr.name] = attr.default
  end
  self.base[id] = row
  local at = 1
  while self.order[at] and self.base[self.order[at]].slot < slot do
    at = at + 1
  end
  table.insert(self.order, at, id)
  changed(self)
end

function World:is_alive(id)
  return self.base[id] ~= nil
end

--- Change a base value.
function World:set_base(id, attr, value)
  self.base[id][attr] = value
  changed(self)
end

local function without(list, id)
  local rest = {}
  for _, other in ipairs(list) do
    if other ~= id then
      rest[#rest + 1] = other
    end
  end
  return rest
end

--- Keep the effects that `keep` says to keep.
local function filter(self, keep)
  local rest = {}
  for _, effect in ipairs(self.effects) do
    if keep(effect) then
      rest[#rest + 1] = effect
    end
  end
  local ended = #self.effects - #rest
  self.effects = rest
  changed(self)
  return ended
end

local function has(list, id)
  for _, other in ipairs(list) do
    if other == id then
      return true
    end
  end
  return false
end

--- Effects locked to an entity lose it; those with nobody left end.
function World:clear(id)
  filter(self, function(effect)
    if not effect.targets or not has(effect.targets, id) then
      return true
    end
    effect.targets = without(effect.targets, id)
    return #effect.targets > 0
  end)
end

function World:despawn(id)
  self:clear(id)
  filter(self, function(effect)
    return not (effect.while_source and effect.source == id)
  end)
  self.order = without(self.order, id)
  self.base[id] = nil
  changed(self)
end

-- Effects ------------------------------------------------------------------

--- Fix now what is fixed at creation: locked sets and captured operands.
local function capture(self, effect)
  local scope = { it = 0, this = effect.source, outer = 0, world = self:state() }
  if effect.lock then
    effect.targets = {}
    for _, id in ipairs(self.order) do
      scope.it = id
      if expr.eval(effect.subject, scope) then
        effect.targets[#effect.targets + 1] = id
      end
    end
    effect.subject = nil
  end
  scope.it = 0
  for _, part in ipairs(effect.parts) do
    if part.capture then
      part.value = expr.eval(part.expr, scope)
      part.expr = nil
    end
  end
end

--- The members of a refresh group that are on one entity.
local function members(self, group, id)
  local found = {}
  for _, effect in ipairs(self.effects) do
    if effect.group == group and effect.targets and has(effect.targets, id) then
      found[#found + 1] = effect
    end
  end
  return found
end

--- Of two durations, 0 being for ever.
local function longer(a, b)
  return (a == 0 or b == 0) and 0 or math.max(a, b)
end

--- A full refresh group refreshes what is there; true if nobody is left.
local function refresh_group(self, effect)
  local group = self.schema.groups[effect.group]
  if not group or group.policy ~= "refresh" or not effect.targets then
    return false
  end
  local open = {}
  for _, id in ipairs(effect.targets) do
    local there = members(self, effect.group, id)
    if #there < group.limit then
      open[#open + 1] = id
    else
      for _, member in ipairs(there) do
        if member.clock and member.clock == effect.clock then
          member.left = longer(member.left, effect.left)
        end
      end
    end
  end
  effect.targets = open
  return #open == 0
end

--- Start an effect: { id, targets | subject [lock], source, condition, parts,
--- clock, left, while_on, while_source, group, priority }. False if it does
--- not exist then: nobody satisfied what it was to lock, or a full group was
--- refreshed instead.
function World:add(effect)
  self.clock = self.clock + 1
  effect.timestamp = self.clock
  capture(self, effect)
  changed(self)
  local locked_to_nobody = effect.targets and #effect.targets == 0
  if locked_to_nobody or refresh_group(self, effect) then
    return false
  end
  self.effects[#self.effects + 1] = effect
  return true
end

function World:remove(id)
  filter(self, function(effect)
    return effect.id ~= id
  end)
end

--- A new duration; 0: the clock does not end it.
function World:refresh(id, ticks)
  for _, effect in ipairs(self.effects) do
    if effect.id == id then
      effect.left = ticks
    end
  end
end

--- A clock ticks; returns how many effects end.
function World:tick(clock)
  return filter(self, function(effect)
    if effect.clock ~= clock or effect.left == 0 then
      return true
    end
    effect.left = effect.left - 1
    return effect.left > 0
  end)
end

--- Effects end whose while_on is false, until none is.
function World:commit()
  local ended
  repeat
    local state = self:state()
    ended = filter(self, function(effect)
      local scope = { it = 0, this = effect.source, outer = 0, world = state }
      return not effect.while_on or expr.eval(effect.while_on, scope)
    end)
  until ended == 0
end

-- Values -------------------------------------------------------------------

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

--- What each operation makes of a value v with an operand x.
local operations = {
  set = function(attr, _, x)
    return attr.type == "int" and clamp(attr, x) or x
  end,
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

--- The parts of all effects in the order in which they apply.
local function ordered(self)
  local list = {}
  for _, effect in ipairs(self.effects) do
    for ordinal, part in ipairs(effect.parts) do
      local layer = self.schema.layer(part.layer)
      list[#list + 1] = {
        effect = effect,
        part = part,
        ordinal = ordinal,
        position = layer.position,
        priority = layer.by_priority and effect.priority or 0,
      }
    end
  end
  table.sort(list, function(a, b)
    if a.position ~= b.position then
      return a.position < b.position
    elseif a.priority ~= b.priority then
      return a.priority < b.priority
    elseif a.effect ~= b.effect then
      return a.effect.timestamp < b.effect.timestamp
    end
    return a.ordinal < b.ordinal
  end)
  return list
end

--- Whom an effect affects: fixed when its first part is reached (613.6).
local function start(pass, effect)
  local set = pass.started[effect]
  if set then
    return set
  end
  set = {}
  pass.started[effect] = set
  local scope = { it = 0, this = effect.source, outer = 0, world = pass }
  if effect.condition and not expr.eval(effect.condition, scope) then
    return set
  end
  for _, id in ipairs(pass.order) do
    scope.it = id
    if effect.targets and has(effect.targets, id) then
      set[#set + 1] = id
    elseif effect.subject and expr.eval(effect.subject, scope) then
      set[#set + 1] = id
    end
  end
  return set
end

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
local function counts(pass, steps, step)
  local group = pass.schema.groups[step.effect.group]
  if not group then
    return true
  end
  for _, other in ipairs(steps) do
    local rival = other ~= step
      and other.effect.group == step.effect.group
      and other.position == step.position
      and other.part.attr == step.part.attr
    if rival and beats[group.policy](step, other) then
      return false
    end
  end
  return true
end

--- Change a row by one step.
local function change(pass, row, step)
  local part = step.part
  if part.op == "switch" then
    row[part.attr], row[part.other] = row[part.other], row[part.attr]
  else
    local attr = pass.schema.by_name[part.attr]
    row[part.attr] = operations[part.op](attr, row[part.attr], step.x, part)
  end
end

--- The row after all steps reached so far: one that is outdone by a later one is taken back.
local function replay(pass, id)
  local row = {}
  for name, value in pairs(pass.base[id]) do
    row[name] = value
  end
  for _, step in ipairs(pass.steps[id]) do
    if counts(pass, pass.steps[id], step) then
      change(pass, row, step)
    end
  end
  return row
end

--- The new values of all affected entities; operands are read before any is written.
local function apply(pass, entry)
  local part, effect = entry.part, entry.effect
  local scope = { it = 0, this = effect.source, outer = 0, world = pass }
  local ids, operands = start(pass, effect), {}
  for i, id in ipairs(ids) do
    scope.it = id
    operands[i] = part.value
    if part.expr then
      operands[i] = expr.eval(part.expr, scope)
    end
  end
  for i, id in ipairs(ids) do
    local step = { effect = effect, part = part, position = entry.position, x = operands[i] }
    table.insert(pass.steps[id], step)
    if effect.group then
      pass.values[id] = replay(pass, id)
    else
      change(pass, pass.values[id], step)
    end
  end
end

--- Everything as it stands: { schema, order, base, values, started, steps }.
function World:state()
  if self.now then
    return self.now
  end
  local pass = { schema = self.schema, order = self.order, base = self.base }
  pass.values, pass.started, pass.steps = {}, {}, {}
  for _, id in ipairs(self.order) do
    local row = {}
    for name, value in pairs(self.base[id]) do
      row[name] = value
    end
    pass.values[id] = row
    pass.steps[id] = {}
  end
  for _, entry in ipairs(ordered(self)) do
    apply(pass, entry)
  end
  self.now = pass
  return pass
end

--- A current value.
function World:read(id, attr)
  return self:state().values[id][attr]
end

--- The value of an expression on current values.
function World:eval(e, it, this)
  return expr.eval(e, { it = it, this = this, outer = 0, world = self:state() })
end

return M
