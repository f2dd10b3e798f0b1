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
    one.this, one.you = shown, one.you == new and shown or x:original(one.you)
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
  local shown = one.code.as_is and event or seen(x, event)
  local is_so = watchers.is_about(x.world, one, shown)
  local is_seen = one.code.own or is_so ~= watchers.is_about(x.world, one, event)
  if shown ~= event and is_seen then
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
    if one.code[1] == "cant" and not one.code.prevention and is_about(x, one, event) then
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
    event.gone, event.refused = true, true
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
      elseif event.shares[one.identity] ~= 0 then
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

--- What names the object of its program: as the cause of an event, or as the source of a question.
local MAKES <const> = { emit = true, watch = true, choose = true }

--- Whether some text of a definition speaks of its object, or what it makes names it as the cause.
local function speaks_of_object(value)
  if type(value) == "string" then
    return value:find("%f[%w]this%f[%W]") ~= nil
  elseif type(value) ~= "table" then
    return false
  elseif MAKES[value[1]] then
    return true
  end
  for _, v in pairs(value) do
    if speaks_of_object(v) then
      return true
    end
  end
  return false
end

--- Whether two that were started have the same parameters, uses and amount left.
local function are_started_alike(a, b)
  for name in pairs(a.code.names or {}) do
    if a.vars[name] ~= b.vars[name] then
      return false
    end
  end
  return a.row == nil or a.row.uses == b.row.uses and a.row.left == b.row.left
end

--- Whether two are equal: of one definition and player, and of one object unless it does not speak
--- of that.
local function are_equal(a, b)
  if a.code ~= b.code or a.you ~= b.you or (a.code.per_clock or 0) > 0 then
    return false
  elseif not are_started_alike(a, b) then
    return false
  end
  local has_uses = a.row and a.row.uses
  return a.row and a.this == b.this or not has_uses and not speaks_of_object(a.code)
end

--- One of each that are equal.
local function different(list)
  local chosen = { decider = list.decider }
  for _, one in ipairs(list) do
    local is_new = true
    for _, other in ipairs(chosen) do
      is_new = is_new and not are_equal(other.watcher, one.watcher)
    end
    chosen[#chosen + 1] = is_new and one or nil
  end
  return chosen
end

--- Whether a watcher is among those of the lowest class for an event.
local function can_be_next(x, one, event)
  local list = {}
  candidates_of(x, event, list)
  for _, candidate in ipairs(of_lowest_class(x, list)) do
    if candidate.watcher.identity == one.identity then
      return true
    end
  end
  return false
end

--- The events of the player who decides about `this` that a watcher may be applied to, and it.
local function events_of(x, batch, one, decider, this)
  local list = {}
  for _, event in ipairs(batch) do
    local is_next = event == this or not event.gone and can_be_next(x, one, event)
    if is_next and x:decider(seen(x, event)) == decider then
      list[#list + 1] = event
    end
  end
  return list
end

--- With one that may be applied fewer times than there are events for it the player chooses the
--- event, too.
local function with_other_events(x, batch, list)
  local all = table.move(list, 1, #list, 1, { decider = list.decider })
  for _, candidate in ipairs(list) do
    local one = candidate.watcher
    local events = events_of(x, batch, one, list.decider, candidate.event)
    for _, event in ipairs(watchers.uses_left(x.world, one) < #events and events or {}) do
      if event ~= candidate.event then
        all[#all + 1] = { watcher = one, event = event }
      end
    end
  end
  return all, #all > #list
end

local function choose(x, all, batch)
  local list, is_of_several = with_other_events(x, batch, different(of_lowest_class(x, all)))
  if #list == 1 then
    return list[1]
  end
  local options = {}
  for i, one in ipairs(list) do
    local value = is_of_several and one.event.fields.cause or one.watcher.this
    options[i] = { value = value, text = one.watcher.name }
  end
  local question = { purpose = "replace", who = list.decider, options = options }
  question.least, question.most = 1, 1
  x:count("616.1: a player chooses")
  return list[x:ask(question)[1]]
end

-- Applying -----------------------------------------------------------------

--- Its player may decline an effect; of nobody's whoever decides about the event.
local function may(x, one, event)
  if not one.code.optional then
    return true
  end
  return x:ask_may(one.you == NONE and x:decider(seen(x, event)) or one.you)
end

--- Whether some effect says that nothing of it can be prevented (615.12).
local function is_unpreventable(x, event)
  for _, one in ipairs(x:watchers_of(seen(x, event))) do
    if one.code.prevention and is_about(x, one, event) then
      return true
    end
  end
  return false
end

--- How much of an event is a watcher's: at most so much, all that is left of it, and its share.
local function part_of(x, event, one, most)
  local there = math.max(event.fields[x.world.spec.events[event.type].amount], 0)
  local less = math.min(math.max(most or there, 0), there)
  if one.row and one.row.left then
    less = math.min(less, event.shares[one.identity] or one.row.left)
    watchers.spend(x.world, one.row, less)
  end
  return less
end

local function prevent(x, event, one, amount)
  local field = x.world.spec.events[event.type].amount
  if is_unpreventable(x, event) then
    x:count("615.12: it cannot be prevented")
    return
  end
  local less = part_of(x, event, one, amount)
  event.fields[field] = event.fields[field] - less
  event.fields.prevented = event.fields.prevented + less
end
M.prevent = prevent

--- How much of an event a replacement has to do with.
M.take = part_of

--- How much of an event can be a watcher's.
local function room(x, one, event)
  if one.code[1] == "prevent" and is_unpreventable(x, event) then
    return 0
  end
  return math.max(event.fields[x.world.spec.events[event.type].amount], 0)
end

--- What is more than an event has goes to the next ones that have room.
local function within_room(x, one, list, shares)
  local over = 0
  for i, event in ipairs(list) do
    local less = math.min(shares[i], room(x, one, event))
    shares[i], over = less, over + shares[i] - less
  end
  for i, event in ipairs(list) do
    local more = math.min(room(x, one, event) - shares[i], over)
    shares[i], over = shares[i] + more, over - more
  end
end

--- The protected player divides what is left of a watcher among the events of a batch (615.7).
local function divide(x, batch, candidate)
  local one, event, options = candidate.watcher, candidate.event, {}
  local left = one.row and one.row.left
  if left == nil or event.shares[one.identity] then
    return
  end
  local who, most, sum = x:decider(seen(x, event)), 0, 0
  local list = events_of(x, batch, one, who, event)
  for i, other in ipairs(list) do
    options[i] = { value = other.fields.cause }
    most, sum = math.max(most, room(x, one, other)), sum + room(x, one, other)
  end
  if #list < 2 or sum <= left then
    return
  end
  local question = { purpose = "allocate", who = who, options = options, least = 0, most = most }
  question.total = left
  local shares = x:ask(question)
  x:count("615.7: a player divides it")
  within_room(x, one, list, shares)
  for i, share in ipairs(shares) do
    list[i].shares[one.identity] = share
  end
end

local function apply(x, candidate, batch)
  local one, event = candidate.watcher, candidate.event
  local scope = watchers.scope(x.world, one, seen(x, event))
  x:spend()
  event.applied[one.identity] = true
  if not may(x, one, event) then
    return
  end
  divide(x, batch, candidate)
  if event.shares[one.identity] == 0 then
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
    batch = x:with_own_replaced(batch)
    for _, event in ipairs(batch) do
      if not event.gone and not event.settled then
        event.settled = stands(x, event)
      end
    end
    local list = of_first_event(x, batch)
    if list == nil then
      break
    end
    local one = choose(x, list, batch)
    one.event.settled = false
    apply(x, one, batch)
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
