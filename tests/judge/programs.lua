--- Programs: what their instructions do among events, in replacements, and as an event happens.

local expr = require("expr")
local replace = require("replace")
local watchers = require("watchers")
local Action = require("action").methods

local NONE <const> = expr.NONE

local M = {}

-- Whom an instruction is about ---------------------------------------------

--- The entities that `who` says: one that is named, or all for which a predicate holds.
local function entities(scope, who)
  if not expr.is_predicate(who) then
    local one = expr.eval(scope, who)
    return one == NONE and {} or { one }
  end
  local list = {}
  for _, entity in ipairs(scope.world:living()) do
    if expr.holds(setmetatable({ it = entity, outer = scope.it }, { __index = scope }), who) then
      list[#list + 1] = entity
    end
  end
  return list
end

local function with_it(scope, entity)
  return setmetatable({ it = entity }, { __index = scope })
end

local function with_i(scope, i)
  local vars = setmetatable({ i = i }, { __index = scope.vars, __newindex = scope.vars })
  return setmetatable({ vars = vars }, { __index = scope })
end

local function inner_of(instruction)
  local list, first = {}, type(instruction[2]) == "string" and 3 or 2
  for i = first, #instruction do
    list[#list + 1] = instruction[i]
  end
  return list
end
M.inner_of = inner_of

-- Emitting -----------------------------------------------------------------

--- An entity that is looked at as it would enter is the one that would.
local function real(x, v)
  return type(v) == "table" and v.own and x:original(v) or v
end
M.real = real

local function proposed(x, scope, instruction, list)
  local fields = { by = scope.vars.you, effect = scope.effect }
  fields.cause = real(x, scope.this)
  for field, v in pairs(instruction.with or {}) do
    fields[field] = real(x, expr.eval(scope, v))
  end
  local event = x:event(instruction[2], fields, scope.row)
  event.within = scope.within
  event.own = { list = inner_of(instruction), scope = scope }
  list[#list + 1] = event
end

--- Add the events that an EMIT proposes to a list.
local function propose(x, scope, instruction, list)
  local times = instruction.times and expr.eval(scope, instruction.times) or 1
  for i = 1, times do
    local inside = with_i(scope, i)
    if instruction.who then
      for _, entity in ipairs(entities(inside, instruction.who)) do
        proposed(x, with_it(inside, entity), instruction, list)
      end
    else
      proposed(x, inside, instruction, list)
    end
  end
end

--- The events that a list of instructions makes at once, as in TOGETHER, INSTEAD and parts.
local function gather(x, scope, instructions, list)
  for _, instruction in ipairs(instructions) do
    if expr.holds(scope, instruction.when) then
      local op = instruction[1]
      if op == "emit" then
        propose(x, scope, instruction, list)
      elseif op == "when" then
        gather(x, scope, inner_of(instruction), list)
      elseif op == "each" then
        for _, entity in ipairs(entities(scope, instruction.who)) do
          gather(x, with_it(scope, entity), inner_of(instruction), list)
        end
      elseif op == "let" then
        scope.vars[instruction.as] = expr.eval(scope, instruction.value)
      else
        error(op)
      end
    end
  end
  return list
end
M.gather = gather

-- Choosing -----------------------------------------------------------------

local function chooser(scope, instruction)
  local by = instruction.with and instruction.with.by
  return by and expr.eval(scope, by) or scope.vars.you
end

local CHOICES <const> = {
  may = function(x, scope, instruction)
    return x:ask_may(chooser(scope, instruction))
  end,
  number = function(x, scope, instruction)
    local least = expr.eval(scope, instruction.with.least or 0)
    local most = expr.eval(scope, instruction.with.most or 0)
    if most <= least then
      return least
    end
    local who = chooser(scope, instruction)
    return x:ask({ purpose = "number", who = who, least = least, most = most })
  end,
}

--- An entity is chosen among those for whom the predicate holds; NONE where there is none.
local function choose_entity(x, scope, instruction)
  local list, options = entities(scope, instruction.who), {}
  for i, entity in ipairs(list) do
    options[i] = { value = entity }
  end
  local least = expr.eval(scope, instruction.with and instruction.with.least or 1)
  if #list == 0 then
    return NONE
  elseif #list == 1 and least == 1 then
    return list[1]
  end
  local question = { purpose = "choose", who = chooser(scope, instruction), options = options }
  question.purpose = instruction.target and "target" or "choose"
  question.least, question.most = least, 1
  return list[x:ask(question)[1]] or NONE
end

local function choose(x, scope, instruction)
  local ask_for = CHOICES[type(instruction[2]) == "string" and instruction[2]] or choose_entity
  scope.vars[instruction.as] = ask_for(x, scope, instruction)
end
M.choose = choose

local START_OPTIONS <const> = { ticks = "ticks", left = "left", source = "this", you = "you" }

local function start(x, scope, instruction)
  local options = { vars = {}, you = scope.vars.you, clock = instruction.clock }
  options.this = x and real(x, scope.this) or scope.this
  for name, v in pairs(instruction.with or {}) do
    local option, value = START_OPTIONS[name], expr.eval(scope, v)
    if option then
      options[option] = value
    else
      options.vars[name] = value
    end
  end
  options.left = options.left ~= 0 and options.left or nil -- 0: no limit
  watchers.start(scope.world, instruction[2], options)
end

-- Programs of triggers and actions -----------------------------------------

local ACT

--- Do a program; false if it was stopped.
---@param x table the action
---@param scope table
---@param instructions table[]
---@return boolean
function M.run(x, scope, instructions)
  for _, instruction in ipairs(instructions) do
    if expr.holds(scope, instruction.when) then
      local op = instruction[1]
      if op == "stop" or ACT[op](x, scope, instruction) == false then
        return false
      end
    end
  end
  return true
end

ACT = {
  emit = function(x, scope, instruction)
    local list = {}
    propose(x, scope, instruction, list)
    x:happen(list)
  end,
  together = function(x, scope, instruction)
    x:happen(gather(x, scope, inner_of(instruction), {}))
  end,
  when = function(x, scope, instruction)
    return M.run(x, scope, inner_of(instruction))
  end,
  each = function(x, scope, instruction)
    for _, entity in ipairs(entities(scope, instruction.who)) do
      if not M.run(x, with_it(scope, entity), inner_of(instruction)) then
        return false
      end
    end
  end,
  choose = function(x, scope, instruction)
    if not instruction.target then
      choose(x, scope, instruction)
    end
  end,
  let = function(_, scope, instruction)
    scope.vars[instruction.as] = expr.eval(scope, instruction.value)
  end,
  watch = start,
}

-- Programs of replacements -------------------------------------------------

local function instead(x, scope, instruction, event)
  local list = gather(x, scope, inner_of(instruction), {})
  for _, new in ipairs(list) do
    for identity in pairs(event.applied) do
      new.applied[identity] = true
    end
    for identity, share in pairs(event.shares) do
      new.shares[identity] = share
    end
    new.parent, new.outer, new.within = event.parent, event.outer, event.within
    new.fields.effect = true
  end
  event.gone, event.instead = true, list
end

--- Of so much of the event as is this watcher's less is left; it may be divided (615.7).
local function take(x, scope, instruction, event, one)
  local most = math.max(expr.eval(scope, instruction.value), 0)
  scope.vars[instruction.as] = replace.take(x, event, one, most)
end

local REPLACE

local function replace_by(x, scope, instructions, event, one)
  for _, instruction in ipairs(instructions) do
    if expr.holds(scope, instruction.when) then
      if REPLACE[instruction[1]](x, scope, instruction, event, one) == false then
        return false
      end
    end
  end
  return true
end

REPLACE = {
  change = function(x, scope, instruction, event)
    event.fields[instruction[2]] = real(x, expr.eval(scope, instruction.value))
  end,
  instead = instead,
  nothing = function(_, _, _, event)
    event.gone = true
  end,
  prevent = function(x, scope, instruction, event, one)
    local amount = instruction.value or one.code.amount
    replace.prevent(x, event, one, amount and expr.eval(scope, amount))
  end,
  take = take,
  ["then"] = function(x, scope, instruction, event, one)
    local follow = { event = event, list = inner_of(instruction), scope = scope }
    follow.by_maker = one.code == nil
    table.insert(x.follows, follow)
  end,
  when = function(x, scope, instruction, event, one)
    return replace_by(x, scope, inner_of(instruction), event, one)
  end,
  each = function(x, scope, instruction, event, one)
    for _, entity in ipairs(entities(scope, instruction.who)) do
      replace_by(x, with_it(scope, entity), inner_of(instruction), event, one)
    end
  end,
  choose = choose,
  let = ACT.let,
  watch = start,
  stop = function()
    return false
  end,
}

--- Apply a replacement or prevention to an event.
function Action:replace(one, event, scope)
  local code, list = one.code, {}
  for i = 3, #code do
    list[#list + 1] = code[i]
  end
  if code[1] == "prevent" and #list == 0 then
    replace.prevent(self, event, one, code.amount and expr.eval(scope, code.amount))
  end
  replace_by(self, scope, list, event, one)
end

--- The batch, and behind it what takes the place of its events.
function Action:with_replaced(batch)
  local new, behind = {}, {}
  for _, event in ipairs(batch) do
    new[#new + 1] = not event.instead and event or nil
    table.move(event.instead or {}, 1, #(event.instead or {}), #behind + 1, behind)
    event.instead = nil
  end
  return table.move(behind, 1, #behind, #new + 1, new)
end

--- Do to an event what its own maker says (614.15); false if that is nothing. What is no event at
--- all (614.7a) it cannot make one.
local function replace_own(x, event)
  local own, declared = event.own, x.world.spec.events[event.type]
  local about = { world = x.world, event = event, vars = {}, it = NONE }
  event.own = nil
  if event.gone or own == nil or #own.list == 0 then
    return false
  elseif not expr.holds(about, declared.matters) then
    return false
  end
  x:count("614.15: its maker changes it")
  local scope = setmetatable({ event = event }, { __index = own.scope })
  replace_by(x, scope, own.list, event, {})
  return true
end

--- The batch, when their makers have done to all events what they say.
function Action:with_own_replaced(batch)
  local is_done = false
  while not is_done do
    is_done = true
    for _, event in ipairs(batch) do
      is_done = not replace_own(self, event) and is_done
    end
    batch = is_done and batch or self:with_replaced(batch)
  end
  return batch
end

-- The program that performs an event ---------------------------------------

--- What came of an event is what it made first, and what that has become.
local function made(event, before, now)
  if event.made == nil or event.made == before then
    event.made, event.fields.became = now, now
  end
end

local DO = {
  set = function(scope, instruction)
    local v = expr.eval(scope, instruction.value)
    for _, entity in ipairs(entities(scope, instruction.who)) do
      if entity.alive then
        scope.world:set(entity, instruction[2], v)
      end
    end
  end,
  add = function(scope, instruction)
    for _, entity in ipairs(entities(scope, instruction.who)) do
      if entity.alive then
        local by = expr.eval(scope, instruction.value)
        scope.world:set(entity, instruction[2], (entity.base[instruction[2]] or 0) + by)
      end
    end
  end,
  move = function(scope, instruction)
    local world = scope.world
    for _, entity in ipairs(entities(scope, instruction.who)) do
      if entity.alive then
        local to = instruction.with and instruction.with.to
        local zone = to and expr.eval(scope, to) or instruction[2]
        local new = world:move(entity, zone, scope.last and scope.last[entity])
        if instruction.as then
          scope.vars[instruction.as] = new
        end
        made(scope.event, entity, new)
        if entity == scope.affected then
          scope.event.moved = new
        end
      end
    end
  end,
  spawn = function(scope, instruction)
    local new = scope.world:spawn(instruction[2])
    scope.vars[instruction.as] = new
    made(scope.event, nil, new)
  end,
  remove = function(scope, instruction)
    for _, entity in ipairs(entities(scope, instruction.who)) do
      if entity.alive then
        scope.world:remove(entity, scope.last and scope.last[entity])
      end
    end
  end,
  tick = function(scope, instruction)
    watchers.tick(scope.world, instruction[2])
  end,
  watch = function(scope, instruction)
    start(nil, scope, instruction)
  end,
}

--- Do what an event means.
---@param world table
---@param event table
---@param last table|nil last known information of entities, from before the batch
function M.perform(world, event, affected, last)
  local scope = { world = world, event = event, vars = {}, it = NONE, this = NONE }
  scope.affected, scope.last, scope.vars.you = affected, last, event.fields.by
  for _, instruction in ipairs(world.spec.events[event.type].does or {}) do
    if expr.holds(scope, instruction.when) then
      DO[instruction[1]](scope, instruction)
    end
  end
end

--- Perform an event in a copy of the world, to see what comes of it (614.12).
function Action:try_on(copy, find, event)
  local tried = { type = event.type, fields = {} }
  for field, v in pairs(event.fields) do
    tried.fields[field] = type(v) == "table" and v ~= NONE and find(v) or v
  end
  M.perform(copy, tried, tried.fields[self:affected_field(event)])
  return tried
end

return M
