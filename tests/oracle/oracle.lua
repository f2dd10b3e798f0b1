--- The oracle: a world that keeps no caches. To read one value it works out all
--- of them from the base values, unit by unit, in the order of a pass (613).
---
--- Values: int is an integer, flag a boolean, set a mask of bits (schema.bit),
--- ref an entity id (0: none), sym a name ("": none), text a string; abilities
--- are a list of names as base value, and of instances as current one.
---
--- What it takes the rules to be, where they leave a choice:
---  - The parts that one clause has in one layer are a unit, and apply one after
---    the other. A created effect with locked and open parts is two clauses, the
---    locked one first.
---  - A unit can be applied in a layer if its clause has started in an earlier
---    one, if another clause of the same ability has and its condition held, or
---    if it exists: a law, a created effect, or an ability that its
---    object has at this point, in a zone where it functions. What a layer's own
---    grants bring counts at once. A false condition is an empty set.
---  - Turn by turn: CDAs, by timestamp; all else but laws that come last, by
---    priority where the layer goes by it, then timestamp; those laws, by name.
---    A law is as old as its counters, else older than anything.
---  - Of equal timestamps, those of the abilities' grantors decide (own: 0), then
---    of the objects, then the place in the list, then the clause's number.
---  - A depends on B, of the same turn, if B applied alone would end A's existence
---    or start it, change its text, whom it affects, or an operand for any of
---    them; of a clause that has started, only text and operands. Who depends on
---    nobody but those who depend on him, by whatever way, is ready; of these the
---    first is applied, and all is looked at anew.
---  - An ability is one by its object, its name, and what part of what clause gave
---    it: one that is lost and given again by another is another.
---  - Who is forbidden an ability loses it, and does not get it for the rest of
---    the pass; who loses all may get new ones; who is stripped keeps what effects
---    granted.
---  - Who reads an attribute of nobody gets its default. Who copies nobody, too.
---  - A copy, a borrowed or a granted ability comes with its own words, without
---    changes of text. What layers up to that of copiable values give is printed.
---  - Integers saturate at their range, at each step.

local expr = require("expr")
local operate = require("operate")
local pass = require("pass")

local World = {}
World.__index = World

local M = {}

--- An empty world of a schema (see schema.lua).
function M.new(schema)
  local self = { schema = schema, order = {}, base = {}, objects = {}, effects = {}, clock = 0 }
  self.zones = {} -- name -> ids from the bottom to the top
  for _, zone in ipairs(schema.zones or {}) do
    self.zones[zone] = {}
  end
  return setmetatable(self, World)
end

local function shallow(t)
  local twin = {}
  for key, value in pairs(t) do
    twin[key] = value
  end
  return twin
end

--- A deep copy: the same game, going its own way.
function World:copy()
  local twin = M.new(self.schema)
  twin.clock = self.clock
  for i, id in ipairs(self.order) do
    twin.order[i] = id
    twin.base[id] = shallow(self.base[id])
    local object = shallow(self.objects[id])
    object.counters = shallow(object.counters)
    twin.objects[id] = object
  end
  for i, effect in ipairs(self.effects) do
    twin.effects[i] = shallow(effect)
  end
  for zone, list in pairs(self.zones) do
    twin.zones[zone] = shallow(list)
  end
  return twin
end

local function changed(self)
  self.now = nil
end

--- The next timestamp.
local function stamp(self)
  self.clock = self.clock + 1
  return self.clock
end

-- Entities -----------------------------------------------------------------

--- The base values of a definition; defaults for what it does not say.
local function defined(self, definition)
  local row = {}
  for _, attr in ipairs(self.schema.attributes) do
    row[attr.name] = attr.default
  end
  for name, value in pairs(definition and self.schema.definitions[definition] or {}) do
    row[name] = value
  end
  return row
end

--- Put an object into the world. `slot` orders entities where their order can be seen.
local function enter(self, id, slot, row, definition)
  self.base[id] = row
  self.objects[id] = { slot = slot, stamp = stamp(self), counters = {}, definition = definition }
  local at = 1
  while self.order[at] and self.objects[self.order[at]].slot < slot do
    at = at + 1
  end
  table.insert(self.order, at, id)
  changed(self)
end

--- Add an entity, of a definition or without one.
function World:spawn(id, slot, definition)
  enter(self, id, slot, defined(self, definition), definition)
end

--- The copiable values of an entity (707.2), as base values.
function World:copiable(id)
  local row, found = self:state().copiable[id], { abilities = nil }
  for _, attr in ipairs(self.schema.attributes) do
    if attr.name == "abilities" then
      found.abilities = {}
      for i, ability in ipairs(row.abilities) do
        found.abilities[i] = ability.name
      end
    elseif attr.copiable then
      found[attr.name] = row[attr.name]
    end
  end
  return found
end

--- Add a token that is a copy of an entity.
function World:spawn_copy(id, slot, of)
  local row = defined(self)
  for name, value in pairs(self:copiable(of)) do
    row[name] = value
  end
  enter(self, id, slot, row)
end

function World:is_alive(id)
  return self.base[id] ~= nil
end

function World:restamp(id)
  self.objects[id].stamp = stamp(self)
  changed(self)
end

--- Change a base value. What an object is attached to stamps it anew (613.7e);
--- counters have a timestamp of their own, renewed when one is added (613.7c).
function World:set_base(id, attr, value)
  local row, about = self.base[id], self.schema.by_name[attr]
  if about.stamps and row[attr] ~= value then
    self:restamp(id)
  end
  if about.counter and value > row[attr] then
    self.objects[id].counters[attr] = stamp(self)
  end
  row[attr] = value
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
  if ended > 0 then
    self.effects = rest
    changed(self)
  end
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
    return #effect.targets > 0 or effect.is_open
  end)
  changed(self)
end

--- Leave the zone that an entity is in, for another: on top of it, or at the
--- bottom.
local function change_zone(self, id, zone, is_first)
  local from, to = self.zones[self.base[id].zone], self.zones[zone]
  if from then
    self.zones[self.base[id].zone] = without(from, id)
    to = self.zones[zone]
  end
  if to then
    table.insert(to, is_first and 1 or #to + 1, id)
  end
  self.base[id].zone = zone
end

function World:despawn(id)
  self:clear(id)
  change_zone(self, id, "")
  filter(self, function(effect)
    return not (effect.while_source and effect.source == id)
  end)
  self.order = without(self.order, id)
  self.base[id], self.objects[id] = nil, nil
  changed(self)
end

--- Move to a zone as the same object.
function World:move_same(id, zone)
  change_zone(self, id, zone)
  self:restamp(id)
end

--- Move to a zone as a new object (400.7), with what its definition says, or if
--- it has none, those of its base values that are copiable; and with what is kept.
function World:move(id, zone, new_id, slot, is_first)
  local old, definition = self.base[id], self.objects[id].definition
  local row = defined(self, definition)
  for _, attr in ipairs(self.schema.attributes) do
    if attr.kept or (attr.copiable and not definition) then
      row[attr.name] = old[attr.name]
    end
  end
  row.zone = ""
  self:despawn(id)
  enter(self, new_id, slot, row, definition)
  change_zone(self, new_id, zone, is_first)
end

--- Turn to another face: new base values, but for what belongs to the object
--- and not to the face.
function World:transform(id, definition)
  local old, row = self.base[id], defined(self, definition)
  for _, attr in ipairs(self.schema.attributes) do
    if attr.kept or attr.counter or attr.stamps or attr.name == "zone" then
      row[attr.name] = old[attr.name]
    end
  end
  self.base[id] = row
  self:restamp(id)
end

-- Effects ------------------------------------------------------------------

--- The operand of a part, worked out when the effect begins (611.2d, 707.2b).
local function captured(self, part, scope)
  if part.op == "copy" then
    local values = self:copiable(part.of)
    if part.attr then
      return values[part.attr]
    end
    return values
  end
  local x = expr.eval(part.expr, scope)
  local attr = self.schema.by_name[part.attr]
  if attr.type == "set" then
    return operate.set_operand(self.schema, attr, x)
  end
  return x
end

--- Fix now what is fixed at creation: locked sets and captured operands.
local function capture(self, effect)
  local scope = { it = 0, this = effect.source, outer = 0 }
  if effect.lock then
    scope.world = self:state()
    effect.targets = {}
    for _, id in ipairs(self.order) do
      scope.it = id
      if expr.eval(effect.subject, scope) then
        effect.targets[#effect.targets + 1] = id
      end
    end
  end
  scope.it = 0
  for _, part in ipairs(effect.parts) do
    if part.capture or part.op == "copy" then
      scope.world = self:state()
      part.value = captured(self, part, scope)
      part.expr = nil
    end
  end
end

--- One clause, or two: with a locked set, parts on what is no characteristic
--- look anew at whom they affect (611.2c).
local function divide(self, effect)
  local locked, open = {}, {}
  for _, part in ipairs(effect.parts) do
    local attr = self.schema.by_name[part.attr]
    local is_open = effect.subject and (not effect.lock or (attr and attr.open))
    table.insert(is_open and open or locked, part)
  end
  effect.clauses = {}
  local condition = effect.condition
  if #locked > 0 then
    effect.clauses[1] = { locked = true, condition = condition, parts = locked }
  end
  if #open > 0 then
    effect.is_open = true
    local clause = { subject = effect.subject, condition = condition, parts = open }
    effect.clauses[#effect.clauses + 1] = clause
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

--- True for an effect that is to last while something is so that is not (611.2b).
local function is_over(self, effect)
  if not effect.while_on then
    return false
  end
  local scope = { it = 0, this = effect.source, outer = 0, world = self:state() }
  return not expr.eval(effect.while_on, scope)
end

--- Start an effect: { id, targets | subject [lock], source, condition, parts,
--- clock, left, while_on, while_source, group, priority }. False if it does
--- not exist then: it is over already, nobody satisfied what it was to lock, or a
--- full group was refreshed instead.
function World:add(effect)
  if is_over(self, effect) then
    return false
  end
  effect.timestamp = self.clock + 1
  capture(self, effect)
  divide(self, effect)
  local locked_to_nobody = effect.targets and #effect.targets == 0 and not effect.is_open
  if locked_to_nobody or refresh_group(self, effect) then
    changed(self)
    return false
  end
  stamp(self)
  changed(self)
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
  repeat
    local ended = filter(self, function(effect)
      return not is_over(self, effect)
    end)
  until ended == 0
end

-- Values -------------------------------------------------------------------

--- Everything as it stands: see state.lua.
function World:state()
  self.now = self.now or pass.run(self)
  return self.now
end

--- A value as it is compared: a list of abilities is the text of their names.
local function shown(attr, value)
  if attr ~= "abilities" then
    return value
  end
  local names = {}
  for i, ability in ipairs(value) do
    names[i] = ability.name or ability
  end
  return table.concat(names, " ")
end

--- A current value.
function World:read(id, attr)
  return shown(attr, self:state().values[id][attr])
end

function World:read_base(id, attr)
  return shown(attr, self.base[id][attr])
end

--- What the values of an entity are now, to be asked later.
function World:remember(id)
  local row = self:state().values[id]
  return function(attr)
    return shown(attr, row[attr])
  end
end

--- A value as it stands after a layer.
function World:read_after(id, attr, layer)
  return shown(attr, pass.run(self, { after = layer }).values[id][attr])
end

--- The entities of a zone as text, from the bottom to the top.
function World:zone(name)
  return table.concat(self.zones[name], " ")
end

--- The abilities of an entity as text: name, origin, giver, timestamp.
function World:list(id)
  local rows = {}
  for i, row in ipairs(self:state().values[id].abilities) do
    local giver = self.base[row.giver] and row.giver or 0
    rows[i] = ("%s %s by %d at %d"):format(row.name, row.origin, giver, row.stamp)
  end
  return table.concat(rows, ", ")
end

function World:timestamp(id)
  return self.objects[id].stamp
end

--- The value of an expression on current values.
function World:eval(e, it, this)
  return expr.eval(e, { it = it, this = this, outer = 0, world = self:state() })
end

return M
