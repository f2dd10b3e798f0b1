--- How events happen: those of a batch are decided together, performed together, and watched.

local expr = require("expr")
local programs = require("programs")
local replace = require("replace")
local watchers = require("watchers")
local Action = require("action").methods

local NONE <const> = expr.NONE

local M = {}

-- Parts --------------------------------------------------------------------

local function parts_of(x, event, instructions)
  local scope = { world = x.world, event = event, vars = { you = event.fields.by }, it = NONE }
  scope.this, scope.row, scope.effect = event.fields.cause, event.row, event.fields.effect
  local parts = programs.gather(x, scope, instructions, {})
  for _, part in ipairs(parts) do
    for identity in pairs(event.applied) do
      part.applied[identity] = true -- 614.5: once for an event and what is contained in it
    end
  end
  return parts
end

--- Decide the results of events together, and theirs (120.4); each list of them is added.
local function decide_results(x, batch, follows, levels)
  local results = {}
  for _, event in ipairs(batch) do
    event.proposed = 0
    for _, part in ipairs(parts_of(x, event, x.world.spec.events[event.type].results or {})) do
      part.outer, event.proposed = event, event.proposed + 1
      results[#results + 1] = part
    end
  end
  if #results > 0 then
    local left = replace.decide(x, results, follows)
    levels[#levels + 1] = left
    x:nest(decide_results, x, left, follows, levels)
  end
end

-- Two zones at once --------------------------------------------------------

--- The zone to which an event would move its object; nil if it does not move it.
local function destination(x, event)
  local field = x:affected_field(event)
  local scope = { world = x.world, event = event, vars = {}, it = NONE }
  for _, instruction in ipairs(x.world.spec.events[event.type].does or {}) do
    if instruction[1] == "move" and instruction.who == "event." .. field then
      return expr.eval(scope, instruction.with.to)
    end
  end
  return nil
end

--- The zones to which some of the events would move each object: { entity, zones }.
local function destinations(x, list)
  local objects, order = {}, {}
  for _, event in ipairs(list) do
    local to, entity = destination(x, event), x:affected(event)
    if to and entity.alive then
      if not objects[entity] then
        objects[entity] = { entity = entity, zones = {} }
        order[#order + 1] = objects[entity]
      end
      local zones = objects[entity].zones
      if not zones[to] then
        zones[#zones + 1], zones[to] = to, true
      end
    end
  end
  return order
end

--- The objects that would go to several zones, in turn order of their players (101.4).
local function of_several_zones(x, list)
  local objects, places = {}, {}
  for i, object in ipairs(destinations(x, list)) do
    object.player = watchers.player_of(x.world, object.entity)
    objects[#objects + 1] = #object.zones > 1 and object or nil
    places[object] = { x:turn_place(object.player), i }
  end
  table.sort(objects, function(a, b)
    local at, bt = places[a], places[b]
    return at[1] < bt[1] or at[1] == bt[1] and at[2] < bt[2]
  end)
  return objects
end

--- Of the zones to which an object would go at once its player chooses one (400.6).
local function choose_zone(x, object)
  local options = {}
  for i, zone in ipairs(object.zones) do
    options[i] = { text = zone }
  end
  local question = { purpose = "choose", who = object.player, options = options }
  question.least, question.most = 1, 1
  x:count("400.6: one of two zones")
  return object.zones[x:ask(question)[1]]
end

--- The events without those that would move an object to another zone than the one chosen.
local function with_one_zone(x, list)
  local chosen, left = {}, {}
  for _, object in ipairs(of_several_zones(x, list)) do
    chosen[object.entity] = choose_zone(x, object)
  end
  for _, event in ipairs(list) do
    local zone = chosen[x:affected(event)]
    local to = zone and destination(x, event)
    left[#left + 1] = (to == nil or to == zone) and event or nil
  end
  return left
end

-- Performing ---------------------------------------------------------------

--- Events in turn order of the players whom they affect; those of one player as they were.
local function in_turn_order(x, batch)
  local places = {}
  for i, event in ipairs(batch) do
    places[event] = { x:turn_place(x:decider(event)), i }
  end
  table.sort(batch, function(a, b)
    local at, bt = places[a], places[b]
    return at[1] < bt[1] or at[1] == bt[1] and at[2] < bt[2]
  end)
  return batch
end

--- All events of a batch, then their results, then theirs.
local function in_order(x, batch, levels)
  local list = in_turn_order(x, batch)
  for _, results in ipairs(levels) do
    table.move(in_turn_order(x, results), 1, #results, #list + 1, list)
  end
  return list
end

--- The values of all entities before the batch (603.10, 704.8).
local function last_known(world)
  local last = {}
  for _, entity in ipairs(world:living()) do
    last[entity] = world:values_of(entity)
  end
  return last
end

--- The events around one that moved its object know what that has become (400.7), as far as all of
--- them are about it.
local function tell_around(x, event)
  local around = event.outer or event.within
  while event.moved and around and x:affected(around) == x:affected(event) do
    around.fields.became = event.moved
    around = around.outer or around.within
  end
end

--- Whether some of the events may make an entity leave.
local function moves_any(x, list)
  for _, event in ipairs(list) do
    for _, instruction in ipairs(x.world.spec.events[event.type].does or {}) do
      if instruction[1] == "move" or instruction[1] == "remove" then
        return true
      end
    end
  end
  return false
end

local function perform(x, list)
  local last = moves_any(x, list) and last_known(x.world) or nil
  for _, event in ipairs(list) do
    x:spend()
    if event.outer then
      event.parent = event.outer.row
    end
    event.row = x:row("happened", { event = event })
    programs.perform(x.world, event, x:affected(event), last)
    tell_around(x, event)
  end
end

-- Triggers -----------------------------------------------------------------

local function looks_back(x, one)
  local declared = x.world.spec.events[one.code[2]]
  return one.code.look_back or declared.look_back or false
end

--- The event as those see it that do not look back: of what has moved, the new object.
local function afterwards(x, event)
  local became = event.moved
  if became == nil and x:affected_field(event) and x:affected(event) == NONE then
    became = event.made
  end
  if became == nil then
    return event
  end
  local fields = setmetatable({ [x:affected_field(event)] = became }, { __index = event.fields })
  return setmetatable({ fields = fields }, { __index = event })
end

--- Whether a watcher of a role triggers on an event, as it sees it.
local function triggers_on(x, one, seen, back, role)
  return one.code[1] == role
    and looks_back(x, one) == back
    and watchers.is_about(x.world, one, seen)
    and expr.holds(watchers.scope(x.world, one, seen), one.code.only_if)
end

--- The watchers of a role that match now, of those that look back or of the others.
local function match(x, list, back, matched, role)
  local once = {}
  for _, event in ipairs(list) do
    local seen = back and event or afterwards(x, event)
    for _, one in ipairs(watchers.all(x.world)) do
      if not once[one.identity] and triggers_on(x, one, seen, back, role) then
        once[one.identity] = one.code.batch
        watchers.use(x.world, one)
        matched[#matched + 1] = { watcher = one, event = seen, of = event }
      end
    end
  end
end

--- Count those that trigger as they look back (603.10), and would not by what is there afterwards.
local function count_looks_back(x, matched)
  for _, found in ipairs(matched) do
    local one, after = found.watcher, afterwards(x, found.of)
    local triggers = (one.code.per_clock or 0) > 0 -- that it is used up says nothing
    for _, other in ipairs(watchers.all(x.world)) do
      local is_one = other.identity == one.identity
      triggers = triggers or is_one and triggers_on(x, other, after, true, "trigger")
    end
    if not triggers then
      x:count("603.10: it looks back")
    end
  end
end

--- What has triggered knows its event as it is now, whatever follows.
local function captured(found)
  local fields = {}
  for field in pairs(found.of and found.of.fields or {}) do
    fields[field] = found.event.fields[field]
  end
  return setmetatable({ fields = fields }, { __index = found.event })
end

--- Log what has triggered, event by event; what waits for the stack is pending.
local function trigger(x, matched)
  local at_once = {}
  for _, found in ipairs(matched) do
    local of = found.of
    local seen = of and x:affected(of) == NONE and afterwards(x, of) or of
    x:row("triggered", { event = seen, watcher = found.watcher })
    if found.watcher.code.immediate then
      at_once[#at_once + 1] = found
    else
      found.event = captured(found)
      table.insert(x.world.pending, found)
    end
  end
  return at_once
end

--- The scope of the program of what has triggered.
local function scope_of(x, found, within)
  local scope = watchers.scope(x.world, found.watcher, found.event)
  scope.row, scope.within = found.row, within
  for name, v in pairs(found.chosen or {}) do
    scope.vars[name] = v
  end
  return scope
end

--- Do the program of what has triggered.
local function act(x, found, within)
  local list = watchers.program(found.watcher.code)
  x:nest(programs.run, x, scope_of(x, found, within), list)
  x.world.latched[found.watcher.identity] = nil
end
M.act = act

--- Targets are chosen as an ability is put on the stack, or is done at once; false if one that must
--- be chosen cannot be (603.3d).
---@param x table
---@param found table what has triggered
---@return boolean
function M.choose_targets(x, found)
  local scope = watchers.scope(x.world, found.watcher, found.event)
  for _, instruction in ipairs(watchers.program(found.watcher.code)) do
    if instruction.target then
      programs.choose(x, scope, instruction)
      local target = scope.vars[instruction.as]
      if target == NONE and not (instruction.with and instruction.with.least == "0") then
        return false
      end
      found.chosen = found.chosen or {}
      found.chosen[instruction.as] = target
    end
  end
  return true
end

local function at_once(x, found)
  local scope = watchers.scope(x.world, found.watcher, found.event)
  if not expr.holds(scope, found.watcher.code.only_if) then
    x:count("603.4: the condition no longer holds")
  elseif not found.watcher.code.optional or x:ask_may(found.watcher.you) then
    M.choose_targets(x, found)
    act(x, found, found.of)
  end
end

--- What a trigger on a state has for an event.
local NO_EVENT <const> = { fields = {} }

--- Whether a watcher triggers on the state that there is, and has not yet what waits to be done.
local function triggers_on_state(x, one)
  local scope = watchers.scope(x.world, one, NO_EVENT)
  return one.code[1] == "state"
    and not x.world.latched[one.identity]
    and watchers.uses_left(x.world, one) > 0
    and expr.holds(scope, one.code.when)
    and expr.holds(scope, one.code.only_if)
end

--- Triggers on states that hold now: each once, until it has been done (603.8).
local function match_states(x)
  local matched = {}
  for _, one in ipairs(watchers.all(x.world)) do
    if triggers_on_state(x, one) then
      x:count("603.8: a state triggers")
      x:spend()
      x.world.latched[one.identity] = not one.code.immediate
      watchers.use(x.world, one)
      matched[#matched + 1] = { watcher = one, event = NO_EVENT }
    end
  end
  return matched
end

local function trigger_all(x, matched)
  for _, found in ipairs(trigger(x, matched)) do
    at_once(x, found)
  end
end

--- Triggers on states as settling begins: on those that hold without an event, or hold still when
--- what they triggered is done.
function Action:trigger_states()
  trigger_all(self, match_states(self))
end

-- Ends of durations --------------------------------------------------------

local function only_emits(code)
  for _, instruction in ipairs(watchers.program(code)) do
    if instruction[1] ~= "emit" then
      return false
    end
  end
  return true
end

--- Durations end right behind the events that end them. What only lets events happen then does so
--- together (610.3d), before the others.
local function end_durations(x, ends)
  local list, is_any = {}, false
  for _, found in ipairs(ends) do
    x:count("610.3: a duration ends")
    if only_emits(found.watcher.code) then
      local scope = scope_of(x, found, found.of)
      programs.gather(x, scope, watchers.program(found.watcher.code), list)
      is_any = true
    end
  end
  if is_any then
    x:nest(x.happen, x, list)
  end
  for _, found in ipairs(ends) do
    if not only_emits(found.watcher.code) then
      act(x, found, found.of)
    end
  end
end

-- Batches ------------------------------------------------------------------

--- What replacements do behind their events (615.5), in the order in which they were applied; also
--- behind those of which nothing is left, or which cannot happen any more as they were changed
--- (614.6). What a maker does behind its own event is not done if that cannot happen.
local function follow_up(x, follows)
  for _, follow in ipairs(follows) do
    local event, scope = follow.event, follow.scope
    scope.row, scope.event = event.row, afterwards(x, event)
    scope.within = event
    local is_own = programs.real(x, scope.this) == x:affected(event) and not follow.by_maker
    if event.moved and is_own and event.seen.shown then
      scope.this = event.moved -- what has entered is a new object (400.7)
    elseif is_own and event.moved == nil then
      scope.this = programs.real(x, scope.this) -- it has not entered
    end
    if not event.refused or not follow.by_maker then
      x:nest(programs.run, x, scope, follow.list)
    end
  end
end

--- Let parts happen, each whole before the next (121.2), and behind them the event itself; events
--- that consist of parts, of which there were none, do not happen.
local function one_by_one(x, batch)
  local left = {}
  for _, event in ipairs(batch) do
    local declared = x.world.spec.events[event.type]
    for _, part in ipairs(parts_of(x, event, declared.one_by_one or {})) do
      event.proposed = event.proposed + 1
      part.within = event
      x:happen({ part })
    end
    if event.proposed > 0 or declared.does or not (declared.one_by_one or declared.results) then
      left[#left + 1] = event
    end
  end
  return left
end

--- Events happen together: decided, performed, watched.
---@param batch table[]
---@return table[] those that happened
function Action:happen(batch)
  if #batch == 0 then
    self:trigger_states()
    return {}
  end
  local follows, levels = {}, {}
  local left = replace.decide(self, batch, follows)
  decide_results(self, left, follows, levels)
  left = one_by_one(self, left)
  local list, matched = with_one_zone(self, in_order(self, left, levels)), {}
  local ends = {}
  match(self, list, true, ends, "until")
  match(self, list, true, matched, "trigger")
  perform(self, list)
  count_looks_back(self, matched)
  match(self, list, false, ends, "until")
  end_durations(self, ends)
  match(self, list, false, matched, "trigger")
  local states = match_states(self)
  trigger_all(self, table.move(states, 1, #states, #matched + 1, matched))
  follow_up(self, follows)
  return list
end

return M
