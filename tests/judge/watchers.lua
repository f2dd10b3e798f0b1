--- Watchers: which there are, in which order, and which events they are about.

local expr = require("expr")
local thinning = require("thinning")
local world_of = require("world")

local NONE <const> = expr.NONE

local M = {}

-- Which there are ----------------------------------------------------------

local function watcher(code, name, this, you, identity)
  return { code = code, name = name, this = this, you = you, vars = {}, identity = identity }
end

--- The controller of an entity if that player is there, else its owner if there, else the entity
--- itself; NONE for what is gone. An entry preview is not gone.
local function player_of(world, entity)
  for _, name in ipairs({ "controller", "owner" }) do
    local player = world:value(entity, name)
    if player ~= NONE and player.alive then
      return player
    end
  end
  return (entity.alive or entity.own) and entity or NONE
end
M.player_of = player_of

--- The watchers of an entity's abilities that function where it is.
---@param world table
---@param entity table
---@param own boolean those that act only while it enters, or the others
---@param list table[] to which they are added
---@return table[]
function M.of_entity(world, entity, own, list)
  for place, ability in ipairs(world:abilities(entity)) do
    for _, name in ipairs(world.spec.abilities[ability].codes or {}) do
      local code = world.spec.codes[name]
      if (code.own or false) == own and world_of.functions_in(code.zones, entity.zone) then
        local identity = ("%d %d %s"):format(entity.id, place, name)
        list[#list + 1] = watcher(code, name, entity, player_of(world, entity), identity)
      end
    end
  end
  return list
end

local function of_laws(world)
  local list = {}
  for _, law in ipairs(thinning.keys_of(world.spec.laws)) do
    for _, name in ipairs(world.spec.laws[law].codes) do
      list[#list + 1] = watcher(world.spec.codes[name], name, NONE, NONE, "law " .. name)
    end
  end
  return list
end

local function of_started(row)
  local one = watcher(row.code, row.name, row.this, row.you, "started " .. row.number)
  one.vars, one.row = row.vars, row
  return one
end

--- All watchers: those of laws, then those of abilities and those that were started, in the order
--- of timestamps.
---@param world table
---@return table[]
function M.all(world)
  return world:remembered("watchers", function()
    local list, sources = of_laws(world), table.move(world:living(), 1, #world:living(), 1, {})
    table.move(world.started, 1, #world.started, #sources + 1, sources)
    table.sort(sources, function(a, b)
      return a.stamp < b.stamp
    end)
    for _, source in ipairs(sources) do
      if source.code then
        list[#list + 1] = of_started(source)
      else
        M.of_entity(world, source, false, list)
      end
    end
    return list
  end)
end

-- What they are about ------------------------------------------------------

--- What a variable is before it is bound, and if the choice that binds it is left out.
local UNBOUND <const> = { may = false, number = 0 }

local function note_unbound(list, found)
  for _, instruction in ipairs(list) do
    if type(instruction) == "table" then
      if instruction[1] == "choose" then
        found[instruction.as] = UNBOUND[instruction[2]]
      end
      note_unbound(instruction, found)
    end
  end
  return found
end

local unbound = setmetatable({}, { __mode = "k" })

local function unbound_of(code)
  unbound[code] = unbound[code] or note_unbound(code, {})
  return unbound[code]
end

--- The scope in which a watcher's expressions are evaluated. An entering object sees itself as it
--- would be (614.12).
---@param world table
---@param one table watcher
---@param event table
---@return table
function M.scope(world, one, event)
  local vars = setmetatable({ you = one.you }, {
    __index = function(_, name)
      local v = one.vars[name]
      if v == nil then
        return unbound_of(one.code)[name]
      end
      return v
    end,
  })
  local shown = event.shown
  local this = shown and one.this.id == shown.id and shown or one.this
  return { world = world, this = this, it = NONE, event = event, vars = vars }
end

--- Whether an event is of a type, or of an alias of it.
---@param world table
---@param event table
---@param name string
---@return boolean
function M.is_of(world, event, name)
  if event.type == name then
    return true
  end
  local declared = world.spec.events[name]
  local scope = { world = world, event = event, vars = {}, it = NONE }
  return declared.of == event.type and expr.holds(scope, declared.where)
end

--- Whether an entity can be tested: it is there, or is looked at as it would enter.
local function is_there(entity)
  return entity.alive or entity.own ~= nil
end

local TESTS_WHAT_IS_GONE <const> = { trigger = true, ["until"] = true }

local function tests_hold(scope, event, code)
  for field, predicate in pairs(code.tests or {}) do
    scope.it = event.fields[field]
    local is_tested = TESTS_WHAT_IS_GONE[code[1]] or is_there(scope.it)
    if scope.it == NONE or not is_tested or not expr.holds(scope, predicate) then
      return false
    end
  end
  scope.it = NONE
  return true
end

--- The program of a definition.
---@param code table
---@return table[]
function M.program(code)
  return table.move(code, code[1] == "state" and 2 or 3, #code, 1, {})
end

--- How often a watcher may still be applied or trigger.
---@param world table
---@param one table watcher
---@return number
function M.uses_left(world, one)
  local left = one.row and one.row.uses or math.huge
  local limit = one.code.per_clock or 0
  return limit == 0 and left or math.min(left, limit - (world.limits[one.identity] or 0))
end

--- Whether a watcher is about an event.
---@param world table
---@param one table watcher
---@param event table
---@return boolean
function M.is_about(world, one, event)
  if not M.is_of(world, event, one.code[2]) or M.uses_left(world, one) <= 0 then
    return false
  end
  local scope = M.scope(world, one, event)
  return tests_hold(scope, event, one.code) and expr.holds(scope, one.code.when)
end

-- Limits and durations -----------------------------------------------------

--- A watcher was applied or has triggered: it may be so often fewer times.
---@param world table
---@param one table watcher
function M.use(world, one)
  if (one.code.per_clock or 0) > 0 then
    world.limits[one.identity] = (world.limits[one.identity] or 0) + 1
  end
  local row = one.row
  if row and row.uses then
    row.uses = row.uses - 1
    world:changed()
    if row.uses == 0 then
      M.stop(world, row)
    end
  end
end

--- So much less is left of a started watcher; without any it ends.
function M.spend(world, row, amount)
  row.left = row.left - amount
  world:changed()
  if row.left == 0 then
    M.stop(world, row)
  end
end

--- A started watcher ends.
function M.stop(world, row)
  for i, other in ipairs(world.started) do
    if other == row then
      table.remove(world.started, i)
      world:changed()
      return
    end
  end
end

--- Start a watcher of a definition. A trigger, or what ends a duration, without a number of uses or
--- a duration triggers once (603.7b).
---@param world table
---@param name string
---@param options table this, you, vars, left, ticks, clock
function M.start(world, name, options)
  world.serial = world.serial + 1
  local code = world.spec.codes[name]
  local is_delayed = (code[1] == "trigger" or code[1] == "until") and not options.ticks
  local uses = (code.uses or 0) > 0 and code.uses or is_delayed and 1 or nil
  local row = { code = code, name = name, number = world.serial, uses = uses }
  row.stamp = world:next_stamp()
  for key, v in pairs(options) do
    row[key] = v
  end
  table.insert(world.started, row)
  world:changed()
end

--- A clock ticks: what lasts so long ends, and limits begin anew.
---@param world table
---@param clock string
function M.tick(world, clock)
  world:changed()
  world.limits = {} -- the only clock of limits is the one that ticks
  for i = #world.started, 1, -1 do
    local row = world.started[i]
    if row.ticks and row.clock == clock then
      row.ticks = row.ticks - 1
      if row.ticks == 0 then
        table.remove(world.started, i)
      end
    end
  end
end

return M
