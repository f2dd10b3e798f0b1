--- The engine's side of a comparison: the operations of a game, on a world of
--- the Lua module. Values come out as the oracle writes them.

local declare = require("declare")
local expr = require("expr")
local schema_of = require("schema")

local World = {}
World.__index = World

local M = {}

--- The name of an entity, for expressions: "#3:1".
local function name_of(self, id)
  return self.names[id] or "none"
end

local function entity(self, id)
  return self.world:entity(self.names[id])
end

--- Text of an expression, in the engine's grammar.
local function text(self, e)
  return expr.print(e, function(id)
    return name_of(self, id)
  end)
end

local function compiled(self, e)
  return e and self.strata.expr(text(self, e))
end

-- Values -------------------------------------------------------------------

local into = {
  set = function(self, attr, v)
    return schema_of.names(self.schema, attr, v)
  end,
  ref = function(self, _, v)
    return v == 0 and self.strata.none or entity(self, v)
  end,
}

--- A value as the module takes it.
local function to_engine(self, attr, v)
  local convert = attr and into[self.schema.by_name[attr].type]
  if convert then
    return convert(self, attr, v)
  end
  return v
end

local out_of = {
  set = function(self, v)
    local mask = 0
    for _, symbol in ipairs(v) do
      mask = mask | self.schema.bit[symbol]
    end
    return mask
  end,
  ref = function(self, v)
    return v and (self.ids[v.id] or v.id) or 0
  end,
  sym = function(_, v)
    return v or ""
  end,
  abilities = function(_, v)
    return table.concat(v, " ")
  end,
}

--- A value as the oracle writes it.
local function from_engine(self, type, v)
  local convert = out_of[type]
  if convert then
    return convert(self, v)
  end
  return v
end

local function new(strata, schema, rules, world)
  local self = { strata = strata, schema = schema, rules = rules, world = world }
  self.names, self.ids, self.effects = {}, {}, {}
  self.read_as = {
    expr = function(e)
      return compiled(self, e)
    end,
    value = function(attr, v)
      return to_engine(self, attr, v)
    end,
    entity = function(id)
      return entity(self, id)
    end,
  }
  for what, how in (os.getenv("STRATA_TUNE") or ""):gmatch("(%w+)=(%w+)") do
    world:tune(what, how) -- to hold one way to evaluate against the oracle
  end
  return setmetatable(self, World)
end

--- An empty world.
function M.new(strata, schema, rules)
  return new(strata, schema, rules, rules:world())
end

-- Operations ---------------------------------------------------------------

--- Note what an entity is called; returns its slot.
local function know(self, id, made)
  self.names[id] = made.id
  self.ids[made.id] = id
  return tonumber(made.id:match("^#(%d+):"))
end

--- Spawn, of a definition or without one; returns the slot.
function World:spawn(id, definition)
  return know(self, id, definition and self.world:spawn(definition) or self.world:spawn())
end

function World:spawn_copy(id, of)
  return know(self, id, self.world:spawn_copy(entity(self, of)))
end

--- Move; returns the slot of the new object, and what reads what the old one was.
function World:move(id, zone, new_id, position)
  local old = entity(self, id)
  local slot = know(self, new_id, old:move(zone, { position = position }))
  return slot, function(attr)
    return self:out(attr, old:last_known(attr))
  end
end

function World:move_same(id, zone)
  entity(self, id):move(zone, { same = true })
end

function World:transform(id, definition)
  entity(self, id):transform(definition)
end

function World:restamp(id)
  entity(self, id):restamp()
end

function World:forget()
  self.world:forget_gone()
end

function World:despawn(id)
  entity(self, id):remove()
end

function World:set_base(id, attr, value)
  local v = to_engine(self, attr, value)
  if v == "" and self.schema.by_name[attr].type == "sym" then
    v = nil
  end
  entity(self, id).base[attr] = v
end

local function on_whom(self, effect)
  if not effect.targets then
    return compiled(self, effect.subject)
  end
  local list = {}
  for i, id in ipairs(effect.targets) do
    list[i] = entity(self, id)
  end
  return list
end

--- Start an effect; `effect` is as the oracle takes it, before it does.
function World:add(effect)
  local spec = {
    on = on_whom(self, effect),
    lock = effect.lock,
    source = effect.source ~= 0 and entity(self, effect.source) or nil,
    when = compiled(self, effect.condition),
    as_long_as = compiled(self, effect.while_on),
    while_source = effect.while_source,
    clock = effect.clock,
    ticks = effect.clock and effect.left or nil,
    group = effect.group,
    priority = effect.priority,
  }
  declare.operations(self.strata, spec, effect.parts, self.read_as)
  self.effects[effect.id] = self.world:effect(spec)
end

function World:remove(id)
  self.effects[id]:remove()
end

function World:clear(id)
  entity(self, id):clear()
end

function World:refresh(id, ticks)
  self.effects[id]:refresh(ticks)
end

function World:tick(clock)
  return self.world:tick(clock)
end

function World:commit()
  self.world:commit()
end

function World:mark()
  return self.world:mark()
end

function World:rollback(mark)
  self.world:rollback(mark)
end

function World:hash()
  return self.world:hash()
end

function World:drop_caches()
  self.world:drop_caches()
end

function World:count()
  local stats = self.world:stats()
  return stats.entities, stats.effects
end

--- Another engine world with the same names; `effects`: the oracle's, oldest
--- first, to which the world's are matched by age.
local function twin(self, world, effects)
  local other = new(self.strata, self.schema, self.rules, world)
  for id, name in pairs(self.names) do
    other.names[id] = name
  end
  for name, id in pairs(self.ids) do
    other.ids[name] = id
  end
  for i, effect in ipairs(world:effects()) do
    other.effects[effects[i].id] = effect
  end
  return other
end

function World:fork(effects)
  return twin(self, self.world:fork(), effects)
end

function World:reload(effects)
  return twin(self, self.rules:load(self.world:save()), effects)
end

-- Reading ------------------------------------------------------------------

--- A value of an attribute, as the oracle writes it.
function World:out(attr, v)
  return from_engine(self, self.schema.by_name[attr].type, v)
end

function World:read(id, attr)
  return self:out(attr, entity(self, id)[attr])
end

function World:read_base(id, attr)
  return self:out(attr, entity(self, id).base[attr])
end

function World:read_after(id, attr, layer)
  return self:out(attr, entity(self, id):value_after(layer, attr))
end

function World:zone(name)
  local ids = {}
  for i, found in ipairs(self.world:zone(name)) do
    ids[i] = self.ids[found.id]
  end
  return table.concat(ids, " ")
end

--- The abilities of an entity as text: see oracle. A giver that is gone is nobody.
function World:list(id)
  local rows = {}
  for i, row in ipairs(entity(self, id):abilities()) do
    local giver = row.giver and row.giver:is_alive() and self.ids[row.giver.id] or 0
    rows[i] = ("%s %s by %d at %d"):format(row.name, row.origin, giver, row.timestamp)
  end
  return table.concat(rows, ", ")
end

function World:timestamp(id)
  return entity(self, id):timestamp()
end

--- The value of an expression of a type: int, flag or ref.
function World:eval(e, type, it, this)
  local value = self.world:eval(compiled(self, e), entity(self, it), entity(self, this))
  return from_engine(self, type, value)
end

--- Ids of those that satisfy a predicate, joined by blanks.
function World:select(e, this)
  local list = {}
  for i, found in ipairs(self.world:select(compiled(self, e), entity(self, this))) do
    list[i] = self.ids[found.id]
  end
  return table.concat(list, " ")
end

--- The value that an explanation ends with.
function World:why(id, attr)
  return self:out(attr, entity(self, id):why(attr).value)
end

return M
