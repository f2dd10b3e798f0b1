--- How an action settles: state-based actions (704), what has triggered (603.3b), the stack (608).

local action = require("action")
local expr = require("expr")
local happen = require("happen")
local programs = require("programs")
local thinning = require("thinning")
local watchers = require("watchers")
local Action = action.methods

local NONE <const> = expr.NONE

local M = {}

-- State-based actions ------------------------------------------------------

--- Of entities that are equal in some attributes one is kept (704.5j).
local function groups_of(world, check, list)
  local groups, order = {}, {}
  for _, entity in ipairs(list) do
    local key = {}
    for i, name in ipairs(check.keep_by) do
      local v = world:value(entity, name)
      key[i] = type(v) == "table" and v.id and "#" .. v.id or tostring(v)
    end
    local text = table.concat(key, " ")
    if not groups[text] then
      groups[text] = {}
      order[#order + 1] = groups[text]
    end
    table.insert(groups[text], entity)
  end
  return order
end

local function kept_of(x, check, group)
  if check.keep_newest then
    local newest = group[1]
    for _, entity in ipairs(group) do
      newest = entity.stamp > newest.stamp and entity or newest
    end
    return newest
  end
  x:count("704.5j: one is kept")
  local options = {}
  for i, entity in ipairs(group) do
    options[i] = { value = entity }
  end
  local who = watchers.player_of(x.world, group[1])
  local answer = x:ask({ purpose = "keep", who = who, options = options, least = 1, most = 1 })
  return group[answer[1]]
end

local function without_kept(x, check, list)
  local kept, groups, places, left = {}, groups_of(x.world, check, list), {}, {}
  for i, group in ipairs(groups) do
    places[group] = { x:turn_place(watchers.player_of(x.world, group[1])), i }
  end
  table.sort(groups, function(a, b)
    local at, bt = places[a], places[b]
    return at[1] < bt[1] or at[1] == bt[1] and at[2] < bt[2]
  end)
  for _, group in ipairs(groups) do
    kept[#group == 1 and group[1] or kept_of(x, check, group)] = true
  end
  for _, entity in ipairs(list) do
    left[#left + 1] = not kept[entity] and entity or nil
  end
  return left
end

local function concerned(x, check)
  local list = {}
  for _, entity in ipairs(x.world:living()) do
    if expr.holds({ world = x.world, it = entity, vars = {} }, check.who) then
      list[#list + 1] = entity
    end
  end
  return check.keep_by and without_kept(x, check, list) or list
end

--- The events of a round; the same event by two state-based actions is one (704.7).
local function round_of(x)
  local events, known = {}, {}
  for _, name in ipairs(thinning.keys_of(x.world.spec.checks)) do
    local check = x.world.spec.checks[name]
    for _, entity in ipairs(concerned(x, check)) do
      local scope = { world = x.world, it = entity, vars = { you = NONE }, this = NONE }
      for _, event in ipairs(programs.gather(x, scope, check, {})) do
        local key = ("%s %s"):format(event.type, x:affected(event).id or "none")
        if known[key] then
          x:count("704.7: the same by two")
        else
          events[#events + 1] = event
        end
        known[key] = true
      end
    end
  end
  return events
end

local function reset(x)
  for _, check in pairs(x.world.spec.checks or {}) do
    for _, name in ipairs(check.resets or {}) do
      for _, entity in ipairs(x.world:living()) do
        x.world:set(entity, name, nil)
      end
    end
  end
end

local function check(x)
  for round = 1, 100 do
    local events = round_of(x)
    reset(x)
    if #events == 0 or #x:happen(events) == 0 then
      return
    elseif round == 100 then
      error(action.TOO_MUCH, 0)
    end
    if round > 1 then
      x:count("704.3: checked again")
    end
  end
end

-- What has triggered -------------------------------------------------------

--- Whether two are the same ability that has triggered on equal events.
local function are_equal(a, b)
  if a.watcher.identity ~= b.watcher.identity then
    return false
  end
  for field, v in pairs(a.event.fields) do
    if b.event.fields[field] ~= v then
      return false
    end
  end
  return true
end

--- Whether all have triggered one directly behind the other and are equal: they are in no order.
local function are_all_equal(list)
  for i = 2, #list do
    if list[i].place ~= list[i - 1].place + 1 or not are_equal(list[i - 1], list[i]) then
      return false
    end
  end
  return true
end

local function order(x, player, list)
  if are_all_equal(list) then
    return list
  end
  local options, ordered = {}, {}
  for i, found in ipairs(list) do
    options[i] = { value = found.watcher.this, text = found.watcher.name }
  end
  local question = { purpose = "order triggers", who = player, options = options }
  question.least, question.most = #list, #list
  x:count("603.3b: a player orders triggers")
  for i, place in ipairs(x:ask(question)) do
    ordered[i] = list[place]
  end
  return ordered
end

--- Pending triggers by player, in turn order (603.3b).
local function by_player(x)
  local groups, players = {}, {}
  for i, found in ipairs(x.world.pending) do
    found.place = i
    local you = found.watcher.you
    if not groups[you] then
      groups[you] = {}
      players[#players + 1] = you
    end
    table.insert(groups[you], found)
  end
  for i, player in ipairs(players) do
    players[player] = i
  end
  table.sort(players, function(a, b)
    local at, bt = x:turn_place(a), x:turn_place(b)
    if at == bt then
      return players[a] < players[b]
    end
    return at < bt
  end)
  if #players > 1 then
    x:count("603.3b: triggers of several players")
  end
  x.world.pending = {}
  return players, groups
end

--- It is not done, as a target that must be chosen cannot be (603.3d).
local function refuse(x, found)
  local one = found.watcher
  x:row("nothing", { who = one.you, source = one.this, code = one.name })
  x.world.latched[one.identity] = nil
end

local function place(x)
  local players, groups = by_player(x)
  for _, player in ipairs(players) do
    for _, found in ipairs(order(x, player, groups[player])) do
      if happen.choose_targets(x, found) then
        x:row("placed", { who = player, source = found.watcher.this, code = found.watcher.name })
        found.slot = x.world:take_stack_slot()
        table.insert(x.world.stack, found)
      else
        refuse(x, found)
      end
    end
  end
end

--- Whether at least one target is legal still (608.2b); those that are not are none any more.
local function targets_stand(x, found)
  local legal, any = false, false
  local scope = watchers.scope(x.world, found.watcher, found.event)
  for _, instruction in ipairs(watchers.program(found.watcher.code)) do
    local target = instruction.target and found.chosen[instruction.as]
    if target and target ~= NONE then
      any = true
      local inside = setmetatable({ it = target }, { __index = scope })
      if target.alive and expr.holds(inside, instruction.who) then
        legal = true
      else
        found.chosen[instruction.as] = NONE
        x:count("608.2b: a target is illegal")
      end
    end
  end
  return legal or not any
end

--- Whether it is to be done: its condition still holds (603.4), and a target is legal.
local function still_holds(x, found, scope)
  if not expr.holds(scope, found.watcher.code.only_if) then
    x:count("603.4: the condition no longer holds")
    return false
  end
  return targets_stand(x, found)
end

local function resolve(x, found)
  local one = found.watcher
  local scope = watchers.scope(x.world, one, found.event)
  local about = { who = one.you, source = one.this, code = one.name }
  if not still_holds(x, found, scope) or one.code.optional and not x:ask_may(one.you) then
    x:row("nothing", about)
    x.world.latched[one.identity] = nil
    return
  end
  found.row = x:row("resolved", about)
  happen.act(x, found)
end

--- Without a stack what has triggered is done at once, in the same order.
local function act_all(x)
  local players, groups = by_player(x)
  local list = {}
  for _, player in ipairs(players) do
    for _, found in ipairs(order(x, player, groups[player])) do
      list[#list + 1] = found
    end
  end
  for _, found in ipairs(list) do
    if happen.choose_targets(x, found) then
      resolve(x, found)
    else
      refuse(x, found)
    end
  end
end

--- Settle until nothing is left, as far as the mode says.
---@param mode string "all", "none", "checks", "place"
function Action:settle(mode)
  local world, has_stack = self.world, (self.world.spec.play or {}).stack
  while mode ~= "none" do
    self:trigger_states()
    check(self)
    if #world.pending > 0 and mode ~= "checks" then
      (has_stack and place or act_all)(self)
    elseif mode == "all" and #world.stack > 0 then
      local found = table.remove(world.stack)
      resolve(self, found)
      world:give_back(found.slot)
    else
      return
    end
  end
end

return M
