--- What happens instead (614-616): "can't", replacement and prevention, in the order of 616.

local expr = require("expr")
local watchers = require("watchers")

local NONE <const> = expr.NONE

local M = {}

-- Whether an event can happen ----------------------------------------------

local function scope_of(x, event)
  return { world = x.world, event = event, vars = {}, it = NONE }
end

--- Whether it enters: events of its type, or of those of its aliases that say so (614.12).
local function enters(x, event)
  local declared = x.world.spec.events[event.type]
  local says_so = false
  for name, other in pairs(x.world.spec.events) do
    if other.of == event.type and other.enters then
      says_so = true
      if watchers.is_of(x.world, event, name) then
        return true
      end
    end
  end
  return declared.enters == true and not says_so
end

--- The affected object as it would enter, with its own watchers; nil if it does not enter.
local function preview(x, event)
  local field = x:affected_field(event)
  if not enters(x, event) or not event.fields[field].alive then
    return nil
  end
  local world, find = x.world:copy()
  local tried = x:try_on(world, find, event)
  local new = tried.fields.became
  if new == NONE then
    return nil
  end
  local shown = { id = event.fields[field].id, last = world:values_of(new), own = {} }
  for _, one in ipairs(watchers.of_entity(world, new, true, shown.own)) do
    one.this, one.you = shown, x:original(one.you)
    one.identity = ("entering %d %s"):format(shown.id, one.identity:match(" (.*)"))
  end
  for name, v in pairs(shown.last) do
    shown.last[name] = type(v) == "table" and x:original(v) or v
  end
  return shown
end

--- The event as conditions see it: what enters as it would be.
local function seen(x, event)
  if event.seen == nil then
    local shown = preview(x, event)
    event.seen = event
    if shown then
      local fields = setmetatable({ [x:affected_field(event)] = shown }, { __index = event.fields })
      event.seen = setmetatable({ fields = fields, shown = shown }, { __index = event })
    end
  end
  return event.seen
end

--- Whether a watcher is about an event, with what enters as it would be.
local function is_about(x, one, event)
  local shown = seen(x, event)
  local is_so = watchers.is_about(x.world, one, shown)
  if shown ~= event and is_so ~= watchers.is_about(x.world, one, event) then
    x:count("614.12: as it would enter")
  end
  return is_so
end

--- Whether some effect, or its type, says that it cannot happen (614.17).
local function is_forbidden(x, event)
  local declared = x.world.spec.events[event.type]
  if not expr.holds(scope_of(x, event), declared.can) then
    return true, nil
  end
  for _, one in ipairs(x:watchers_of(seen(x, event))) do
    if one.code[1] == "cant" and is_about(x, one, event) then
      return true, one
    end
  end
  return false
end

--- Looks at an event that is new or has changed; false if it does not happen.
local function stands(x, event)
  event.seen = nil
  local declared = x.world.spec.events[event.type]
  if not expr.holds(scope_of(x, event), declared.matters) then
    event.gone = true
    return false
  end
  local forbidden, one = is_forbidden(x, event)
  if forbidden then
    x:count("614.17: it cannot happen")
    x:row("cannot", { event = event, watcher = one })
    event.gone = true
    return false
  end
  return true
end

-- What is applicable -------------------------------------------------------

local ROLES <const> = { replace = true, prevent = true }

local function class_of(x, one)
  for i, name in ipairs(x.world.spec.replacement_classes or {}) do
    if one.code.rank == name then
      return i
    end
  end
  return math.huge
end

local function candidates_of(x, event, list)
  for _, one in ipairs(x:watchers_of(seen(x, event))) do
    if ROLES[one.code[1]] and is_about(x, one, event) then
      if event.applied[one.identity] then
        x:count("614.5: it was applied before")
      else
        list[#list + 1] = { watcher = one, event = event, class = class_of(x, one) }
      end
    end
  end
end

local function is_first(a, b)
  return a.turn < b.turn or a.turn == b.turn and a.place < b.place
end

--- Those about one event, that of the first player in turn order who has to decide (616.1).
local function of_first_event(x, batch)
  local first
  for place, event in ipairs(batch) do
    local list = {}
    if not event.gone then
      candidates_of(x, event, list)
    end
    if #list > 0 then
      list.decider, list.place = x:decider(seen(x, event)), place
      list.turn = x:turn_place(list.decider)
      first = (first == nil or is_first(list, first)) and list or first
    end
  end
  return first
end

--- Those of the lowest class (616.1a-e).
local function of_lowest_class(x, list)
  local best, chosen = math.huge, { decider = list.decider }
  for _, one in ipairs(list) do
    best = math.min(best, one.class)
  end
  for _, one in ipairs(list) do
    if one.class == best then
      chosen[#chosen + 1] = one
    end
  end
  if #chosen < #list then
    x:count("616.1a-e: an earlier class")
  end
  return chosen
end

--- Whether some text of a definition speaks of its object, or what it makes names it as the cause.
local function speaks_of_object(value)
  if type(value) == "string" then
    return value:find("%f[%w]this%f[%W]") ~= nil
  elseif type(value) ~= "table" then
    return false
  elseif value[1] == "emit" or value[1] == "watch" then
    return true
  end
  for _, v in pairs(value) do
    if speaks_of_object(v) then
      return true
    end
  end
  return false
end

--- One of each that are equal: of one definition and player, none of which speaks of its object.
local function different(list)
  local chosen, known = { decider = list.decider }, {}
  for _, one in ipairs(list) do
    local code = one.watcher.code
    local equal = known[code] and known[code][one.watcher.you]
    if not equal or (code.per_clock or 0) > 0 or speaks_of_object(code) then
      chosen[#chosen + 1] = one
    end
    known[code] = known[code] or {}
    known[code][one.watcher.you] = true
  end
  return chosen
end

local function choose(x, all)
  local list = different(of_lowest_class(x, all))
  if #list == 1 then
    return list[1]
  end
  local options = {}
  for i, one in ipairs(list) do
    options[i] = { value = one.watcher.this, text = one.watcher.name }
  end
  local question = { purpose = "replace", who = list.decider, options = options }
  question.least, question.most = 1, 1
  x:count("616.1: a player chooses")
  return list[x:ask(question)[1]]
end

-- Applying -----------------------------------------------------------------

local function may(x, one)
  if not one.code.optional then
    return true
  end
  return x:ask_may(one.you)
end

local function prevent(x, event, amount)
  local field = x.world.spec.events[event.type].amount
  local there = event.fields[field]
  local less = math.min(math.max(amount or there, 0), there)
  event.fields[field] = there - less
  event.fields.prevented = event.fields.prevented + less
end
M.prevent = prevent

local function apply(x, candidate)
  local one, event = candidate.watcher, candidate.event
  local scope = watchers.scope(x.world, one, seen(x, event))
  x:spend()
  event.applied[one.identity] = true
  if not may(x, one) then
    return
  end
  watchers.use(x.world, one)
  if one.code[1] == "prevent" then
    x:count("615: less of it happens")
  end
  if event.outer and next(event.outer.applied) then
    x:count("616.1g: of a part, after the whole")
  end
  x:row(one.code[1] == "prevent" and "prevented" or "replaced", { event = event, watcher = one })
  x:replace(one, event, scope)
end

--- Decide a batch: which events happen of those that would. The list is changed.
---@param x table the action
---@param batch table[] events
---@param follows table[] gets what replacements do behind their events
---@return table[] events
function M.decide(x, batch, follows)
  x.follows = follows
  while true do
    for _, event in ipairs(batch) do
      if not event.gone and not event.settled then
        event.settled = stands(x, event)
      end
    end
    local list = of_first_event(x, batch)
    if list == nil then
      break
    end
    local one = choose(x, list)
    one.event.settled = false
    apply(x, one)
    batch = x:with_replaced(batch)
  end
  local left = {}
  for _, event in ipairs(batch) do
    if not event.gone then
      left[#left + 1] = event
    end
  end
  return left
end

return M
