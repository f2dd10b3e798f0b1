--- Clauses in force, and what each does in one layer: a unit.
---
--- What rules hold of a clause is its `data`: { subject, condition, parts }. One
--- in force also has: key, this (its object, source or holder), stamp, grantor,
--- object (the timestamp of its object), place, number, name, priority; targets
--- or the created effect, if it is one's; the instance, if it is an ability's;
--- cda, last.

local abilities = require("abilities")
local expr = require("expr")
local operate = require("operate")
local state = require("state")

local M = {}

--- The parts of a clause in a layer; nil if there are none.
---@param data table
---@param layer string|integer
---@return table[]?
function M.parts(data, layer)
  if not data.by_layer then
    data.by_layer = {}
    for _, part in ipairs(data.parts) do
      local parts = data.by_layer[part.layer] or {}
      parts[#parts + 1] = part
      data.by_layer[part.layer] = parts
    end
  end
  return data.by_layer[layer]
end

-- Clauses in force ---------------------------------------------------------

--- One or two clauses of a created effect: what is locked and what is open
--- (611.2c).
local function of_effect(list, effect)
  for number, data in ipairs(effect.clauses) do
    list[#list + 1] = {
      key = "effect " .. effect.id .. ":" .. number,
      data = data,
      this = effect.source,
      targets = data.locked and effect.targets,
      effect = effect,
      priority = effect.priority or 0,
      stamp = effect.timestamp,
      grantor = 0,
      object = 0,
      place = 0,
      number = number,
      name = "",
    }
  end
end

--- A law applies once, or once for each entity with its counters.
local function of_law(list, law, world)
  local function add(holder, stamp)
    list[#list + 1] = {
      key = "law " .. law.name .. ":" .. holder,
      data = law,
      this = holder,
      priority = 0,
      stamp = stamp,
      grantor = 0,
      object = 0,
      place = 0,
      number = 0,
      name = law.name,
      last = law.last,
      intrinsic = law.intrinsic,
    }
  end
  if not law.counter then
    add(0, 0)
    return
  end
  for _, id in ipairs(world.order) do
    if world.base[id][law.counter] > 0 then
      add(id, world.objects[id].counters[law.counter])
    end
  end
end

--- The clauses that no value can take away: of laws and created effects.
---@param world table
---@return table[]
function M.fixed(world)
  local list = {}
  for _, law in ipairs(world.schema.laws) do
    of_law(list, law, world)
  end
  for _, effect in ipairs(world.effects) do
    of_effect(list, effect)
  end
  return list
end

--- The clauses of an ability that an object has.
local function of_ability(at, id, instance)
  local ability = at.schema.abilities[instance.name]
  local list = {}
  for number, data in ipairs(ability.clauses or {}) do
    list[number] = {
      key = instance.key .. ":" .. number,
      data = data,
      this = id,
      instance = instance,
      cda = ability.kind == "cda",
      priority = 0,
      stamp = instance.stamp,
      grantor = instance.grantor,
      object = at.objects[id].stamp,
      place = instance.place,
      number = number,
      name = "",
    }
  end
  return list
end

--- An ability functions in the zones that it names; a CDA everywhere (113.6a).
local function functions(at, instance, id)
  local ability = at.schema.abilities[instance.name]
  return not ability.zones or ability.kind == "cda" or ability.zones[at.values[id].zone]
end

--- The clauses of the abilities that objects have now and that function.
local function each_ability(at, visit)
  for _, id in ipairs(at.order) do
    for _, instance in ipairs(at.values[id].abilities) do
      instance.clauses = instance.clauses or of_ability(at, id, instance)
      for _, clause in ipairs(instance.clauses) do
        if at.started[clause.key] or functions(at, instance, id) then
          visit(clause)
        end
      end
    end
  end
end

--- All units of a layer that could be applied now.
---@param at table state, with `fixed`, `begun`, `applied`
---@param layer string|integer
---@return table[] clauses
function M.candidates(at, layer)
  local list, seen = {}, {}
  local function add(clause)
    if M.parts(clause.data, layer) and not at.applied[clause.key] and not seen[clause.key] then
      seen[clause.key] = true
      list[#list + 1] = clause
    end
  end
  for _, clause in ipairs(at.fixed) do
    add(clause)
  end
  each_ability(at, function(clause)
    if at.rules.lost == false then
      at.seen[clause.key] = clause
    end
    add(clause)
  end)
  for _, clause in ipairs(at.begun) do -- though its ability may be gone (613.6)
    add(clause)
    local is_effect = clause.instance and at.effects[clause.instance.key]
    for _, other in ipairs(is_effect and clause.instance.clauses or {}) do
      add(other) -- a part of the same effect
    end
  end
  for _, clause in pairs(at.seen) do -- to see what losing changes
    add(clause)
  end
  return list
end

--- True if the object still has the ability, or its effect has started; other clauses always
--- exist.
---@param at table state
---@param clause table
---@return boolean
function M.exists(at, clause)
  if not clause.instance or at.rules.lost == false or at.effects[clause.instance.key] then
    return true
  end
  for _, instance in ipairs(at.values[clause.this].abilities) do
    if instance.key == clause.instance.key then
      return true
    end
  end
  return false
end

--- The changes of a clause's words, or nil.
---@param at table state
---@param clause table
---@return table[]?
function M.text(at, clause)
  return clause.instance and at.texts[clause.instance.key]
end

-- What parts say -----------------------------------------------------------

local function is_in(list, id)
  for _, other in ipairs(list) do
    if other == id then
      return true
    end
  end
  return false
end

local function affects(clause, id, scope)
  if clause.targets then
    return is_in(clause.targets, id)
  elseif clause.data.subject then
    scope.it = id
    return expr.eval(clause.data.subject, scope)
  end
  return id == clause.this
end

--- Whether the condition of a clause is true as it starts.
local function holds(at, clause)
  local condition = clause.data.condition
  local scope = condition and state.scope(at, clause.this, 0, M.text(at, clause))
  return not condition or expr.eval(condition, scope)
end

--- Whom a clause affects: fixed once it has started (613.6).
local function members(at, clause)
  local set = at.started[clause.key]
  if set then
    return set
  end
  set = {}
  if not holds(at, clause) then
    return set
  end
  local scope = state.scope(at, clause.this, 0, M.text(at, clause))
  for _, id in ipairs(at.order) do
    if affects(clause, id, scope) then
      set[#set + 1] = id
    end
  end
  return set
end

--- The value of an attribute to be copied: that of nobody is the default.
local function copied_value(at, attr, of)
  local row = at.values[of]
  local value = attr.default
  if row then
    value = row[attr.name]
  end
  return attr.name == "abilities" and abilities.names(value) or value
end

--- What is copied of an entity: one value, or all that are copiable (707.2).
local function copied(at, part, of)
  if part.attr then
    return copied_value(at, at.schema.by_name[part.attr], of)
  end
  local values = {}
  for _, attr in ipairs(at.schema.attributes) do
    if attr.copiable then
      values[attr.name] = copied_value(at, attr, of)
    end
  end
  return values
end

--- The names of the abilities of all that satisfy a predicate.
local function borrowed(part, scope)
  local names = {}
  local at = scope.world
  local inner = { this = scope.this, outer = scope.it, world = at, text = scope.text }
  for _, id in ipairs(at.order) do
    inner.it = id
    if expr.eval(part.expr, inner) then
      for _, name in ipairs(abilities.names(at.values[id].abilities)) do
        if not part.kind or at.schema.abilities[name].kind == part.kind then
          names[#names + 1] = name
        end
      end
    end
  end
  return names
end

local function words(text, names)
  local list = {}
  for i, name in ipairs(names) do
    list[i] = expr.word(text, name)
  end
  return list
end

--- A constant operand, with the words that a changed text puts in its place.
local function constant(at, part, text)
  local attr = at.schema.by_name[part.attr]
  if not text or not attr or part.value == nil then
    return part.value
  elseif part.op == "substitute" or attr.type == "abilities" then
    return words(text, part.value)
  elseif attr.type == "set" then
    return operate.words(at.schema, attr, part.value, text)
  elseif attr.type == "sym" then
    return expr.word(text, part.value)
  end
  return part.value
end

--- The operand of a part for the entity that is `it` in a scope.
local function operand(scope, part)
  local at = scope.world
  if part.op == "borrow" then
    return borrowed(part, scope)
  elseif not part.expr then
    return constant(at, part, scope.text)
  end
  local x = expr.eval(part.expr, scope)
  local attr = at.schema.by_name[part.attr]
  if part.op == "copy" then
    return copied(at, part, x)
  elseif attr.type == "set" then
    return operate.set_operand(at.schema, attr, x)
  end
  return x
end

--- Where abilities come from that a clause gives in the layer of a state.
local function origin_of(at, clause)
  if clause.intrinsic then
    return "intrinsic"
  elseif at.copiable == nil then -- up to that layer (707.2)
    return "printed"
  end
  return "granted"
end

-- Applying -----------------------------------------------------------------

--- What changes the abilities of others, and by what right.
local function author(at, clause)
  return {
    key = clause.key,
    giver = clause.this,
    stamp = clause.stamp,
    origin = origin_of(at, clause),
    effect = clause.effect,
  }
end

--- Apply a part to a set. Operands are read for all before any value is written.
local function apply(scope, part, set, by, trace)
  local at, xs = scope.world, {}
  for i, id in ipairs(set) do
    scope.it = id
    xs[i] = operand(scope, part)
    trace[#trace + 1] = xs[i] == nil and "nothing" or xs[i]
  end
  for i, id in ipairs(set) do
    operate.change(at, id, part, xs[i], by)
  end
end

--- Apply a clause's unit in the layer of a state, one part after the other.
---@param at table state
---@param clause table
---@return integer[] members
---@return table trace the operands, in order
function M.perform(at, clause)
  local set, trace = members(at, clause), {}
  if clause.instance and not at.started[clause.key] and holds(at, clause) then
    at.effects[clause.instance.key] = true
  end
  at.started[clause.key] = set
  local scope = state.scope(at, clause.this, 0, M.text(at, clause))
  local by = author(at, clause)
  for number, part in ipairs(M.parts(clause.data, at.layer)) do
    if part.op ~= "copy" or at.rules.copies ~= false then
      by.number = number
      apply(scope, part, set, by, trace)
    end
  end
  return set, trace
end

return M
