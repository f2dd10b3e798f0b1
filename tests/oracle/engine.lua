--- The engine's side of a comparison: the operations of a game, on a world of
--- the Lua module. Values come out as the oracle writes them.

local expr = require("expr")

local World = {}
World.__index = World

local M = {}

--- The name of an entity, for expressions: "#3:1".
local function name_of(self, id)
  return self.names[id] or "none"
end

local function new(strata, schema, rules, world)
  local self = { strata = strata, schema = schema, rules = rules, world = world }
  self.names, self.ids, self.effects = {}, {}, {}
  return setmetatable(self, World)
end

--- An empty world.
function M.new(strata, schema, rules)
  return new(strata, schema, rules, rules:world())
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

local function names_in(self, attr, mask)
  local list = {}
  for _, symbol in ipairs(self.schema.by_name[attr].domain) do
    if mask & self.schema.bit[symbol] ~= 0 then
      list[#list + 1] = symbol
    end
  end
  return list
end

local into = {
  set = function(self, attr, v)
    return names_in(self, attr, v)
  end,
  ref = function(self, _, v)
    return v == 0 and self.strata.none or entity(self, v)
  end,
}

--- A value as the module takes it.
local function to_engine(self, attr, v)
  local convert = into[self.schema.by_name[attr].type]
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
}

--- A value as the oracle writes it.
local function from_engine(self, type, v)
  local convert = out_of[type]
  if convert then
    return convert(self, v)
  end
  return v
end

-- Operations ---------------------------------------------------------------

--- Spawn; returns the slot.
function World:spawn(id)
  local made = self.world:spawn()
  self.names[id] = made.id
  self.ids[made.id] = id
  return tonumber(made.id:match("^#(%d+):"))
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

local WORDS <const> = { ["and"] = "band", ["or"] = "bor", ["xor"] = "bxor" }
local ROUNDED <const> = { div = true, scale = true }

--- What the word for an operation takes.
local function operand(self, part)
  if part.expr then
    return compiled(self, part.expr)
  elseif part.value ~= nil and part.op ~= "clear" then
    return to_engine(self, part.attr, part.value)
  end
  return part.other
end

--- One part as an operation of the module.
local function operation(self, part)
  local word = self.strata[WORDS[part.op] or part.op]
  local rest = { operand(self, part) }
  if ROUNDED[part.op] then
    rest[2] = part.divisor
    rest[#rest + 1] = part.up and "up" or "down"
  end
  local made = word(table.unpack(rest)):at(part.layer)
  return part.capture and made:locked() or made
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
  for _, part in ipairs(effect.parts) do
    local list = spec[part.attr] or {}
    list[#list + 1] = operation(self, part)
    spec[part.attr] = list
  end
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

function World:read(id, attr)
  return from_engine(self, self.schema.by_name[attr].type, entity(self, id)[attr])
end

function World:read_base(id, attr)
  return from_engine(self, self.schema.by_name[attr].type, entity(self, id).base[attr])
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
  local value = entity(self, id):why(attr).value
  return from_engine(self, self.schema.by_name[attr].type, value)
end

return M
