--- The world of the judge: entities, zones and values in plain tables, made by the declarations
--- that `strata.rules` reads.

local expr = require("expr")

local NONE <const> = expr.NONE

local World = {}
World.__index = World

local M = {}

local DEFAULTS <const> = { int = 0, flag = false, ref = NONE, sym = "", text = "" }

local function type_of(declared)
  return type(declared) == "string" and declared or declared.type or declared[1]
end

--- An empty world.
---@param spec table declarations, as `strata.rules` reads them
---@return table
function M.new(spec)
  local world = { spec = spec, found = {}, entities = {}, zones = {}, started = {}, rows = {} }
  world.pending, world.stack, world.latched = {}, {}, {}
  world.free, world.limits, world.stamp, world.serial = {}, {}, 0, 0
  world.defaults = { zone = "" }
  for name, declared in pairs(spec.attributes) do
    world.defaults[name] = DEFAULTS[type_of(declared)]
  end
  for name in pairs(spec.zones) do
    world.zones[name] = {}
  end
  return setmetatable(world, World)
end

--- The world has changed: what is remembered of it must be found again.
function World:changed()
  self.found = {}
end

--- What a function finds, until the world changes.
function World:remembered(key, find)
  if self.found[key] == nil then
    self.found[key] = find()
  end
  return self.found[key]
end

-- Entities -----------------------------------------------------------------

--- The next timestamp.
function World:next_stamp()
  self.stamp = self.stamp + 1
  return self.stamp
end

--- A new entity in no zone, with the values of its definition.
---@param definition string|nil
---@param values table|nil base values besides
---@return table
function World:spawn(definition, values)
  local entity = { id = self:take_slot(), definition = definition, zone = "", base = {} }
  self:changed()
  entity.alive, entity.stamp = true, self:next_stamp()
  for name, v in pairs(definition and self.spec.definitions[definition] or {}) do
    entity.base[name] = v
  end
  for name, v in pairs(values or {}) do
    entity.base[name] = v
  end
  self.entities[entity.id] = entity
  return entity
end

--- The number of the next row: one that was given back, the last of these first, or a new one.
function World:take_slot()
  return table.remove(self.free) or #self.entities + 1
end

--- An ability on the stack is an entity, too, until it has resolved.
---@return integer its number
function World:take_stack_slot()
  local slot = self:take_slot()
  self.entities[slot] = { id = slot, alive = false, stack = true }
  return slot
end

--- The row of an ability on the stack is given back.
function World:give_back(slot)
  table.insert(self.free, slot)
end

--- All entities that are there, in the order in which they were made.
---@return table[]
function World:living()
  return self:remembered("living", function()
    local list = {}
    for _, entity in ipairs(self.entities) do
      if entity.alive then
        list[#list + 1] = entity
      end
    end
    return list
  end)
end

--- A base value becomes another one; nil: the default.
---@param entity table
---@param attribute string
---@param v any
function World:set(entity, attribute, v)
  entity.base[attribute] = v
  self:changed()
end

local function take_out(list, entity)
  for i, other in ipairs(list) do
    if other == entity then
      table.remove(list, i)
      return
    end
  end
end

--- All values of an entity as they are now.
function World:values_of(entity)
  local values = { zone = entity.zone }
  for name in pairs(self.defaults) do
    values[name] = self:value(entity, name)
  end
  return values
end

--- An entity ceases to exist; its values stay known (608.2h).
---@param entity table
---@param last table|nil its last known information, taken before
function World:remove(entity, last)
  entity.last = last or self:values_of(entity)
  entity.alive = false
  self:changed()
  if entity.zone ~= "" then
    take_out(self.zones[entity.zone], entity)
  end
end

--- What a card keeps as it moves (400.7).
local function kept(world, entity)
  local values = {}
  for name, declared in pairs(world.spec.attributes) do
    if type(declared) == "table" and declared.kept then
      values[name] = entity.base[name]
    end
  end
  return values
end

--- An entity moves, and is a new object in its new zone (400.7).
---@param entity table
---@param zone string
---@param last table|nil its last known information, taken before
---@return table the new object
function World:move(entity, zone, last)
  local new = self:spawn(entity.definition, kept(self, entity))
  self:remove(entity, last)
  entity.successor, new.zone = new, zone
  self:changed()
  table.insert(self.zones[zone], new)
  return new
end

--- What has become of an entity by now.
---@param entity table
---@return table
function World:latest(entity)
  while entity.successor do
    entity = entity.successor
  end
  return entity
end

-- Abilities ----------------------------------------------------------------

local function contains(list, word)
  for _, item in ipairs(list or {}) do
    if item == word then
      return true
    end
  end
  return false
end

--- Whether abilities with these zones function where an entity is.
---@param zones string[]|nil
---@param zone string
---@return boolean
function M.functions_in(zones, zone)
  return zones == nil or contains(zones, zone)
end

--- The abilities of an entity, by name, that function where it is.
---@param entity table
---@return string[]
function World:abilities(entity)
  local list = {}
  for _, name in ipairs(entity.base.abilities or {}) do
    if M.functions_in(self.spec.abilities[name].zones, entity.zone) then
      list[#list + 1] = name
    end
  end
  return list
end

-- Values -------------------------------------------------------------------

--- What static abilities add to an attribute: { source, on, add }.
local function statics(world, attribute)
  return world:remembered("static " .. attribute, function()
    local list = {}
    for _, source in ipairs(world:living()) do
      for _, name in ipairs(world:abilities(source)) do
        for _, clause in ipairs(world.spec.abilities[name]) do
          local by = clause[attribute]
          list[#list + 1] = by and { source = source, on = clause.on, add = by.add }
        end
      end
    end
    return list
  end)
end

--- What all static abilities add to it: effects only add here, so their order does not matter.
local function modified(world, entity, attribute, v)
  for _, static in ipairs(statics(world, attribute)) do
    local scope = { world = world, it = entity, this = static.source, vars = {} }
    local is_own = static.on == nil and entity == static.source
    if is_own or static.on and expr.holds(scope, static.on) then
      v = v + static.add
    end
  end
  return v
end

--- The current value of an attribute; of an entity that is gone the last one (608.2h).
---@param entity table
---@param attribute string
---@return any
function World:value(entity, attribute)
  local default = self.defaults[attribute]
  if entity == NONE then
    return default
  elseif entity.last then
    return entity.last[attribute]
  elseif attribute == "zone" then
    return entity.zone
  end
  local v = entity.base[attribute]
  if v == nil then
    v = default
  end
  if self.spec.default_layers[attribute] then
    return modified(self, entity, attribute, v)
  end
  return v
end

-- Copies -------------------------------------------------------------------

local function copy(value, done)
  if type(value) ~= "table" or value == NONE then
    return value
  elseif done[value] then
    return done[value]
  end
  local new = {}
  done[value] = new
  for key, v in pairs(value) do
    new[copy(key, done)] = copy(v, done)
  end
  return setmetatable(new, getmetatable(value))
end

--- A copy of the world with all entities, in which something can be tried.
---@return table the copy
---@return fun(entity: table): table finds an entity of this world in the copy
function World:copy()
  local done = { [self.spec] = self.spec, [self.rows] = {}, [self.started] = {} }
  done[self.pending], done[self.stack], done[self.found] = {}, {}, {}
  local new = copy(self, done)
  return new, function(entity)
    return done[entity] or entity
  end
end

return M
