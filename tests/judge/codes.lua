--- Random definitions of watchers.

local dice = require("dice")
local chance, pick = dice.chance, dice.pick

local M = {}

-- Conditions ---------------------------------------------------------------

local WITH_AMOUNT <const> = { hit = true, gain = true, mark = true, storm = true }
local FORBIDDEN <const> =
  { "hit", "gain", "move", "die", "enter", "destroy", "make", "storm", "mark" }
local PREVENTABLE <const> = { "hit", "hit", "hit", "mark", "storm" }
local REPLACED <const> = {
  "hit",
  "hit",
  "gain",
  "mark",
  "ping",
  "move",
  "die",
  "enter",
  "enter",
  "destroy",
  "make",
  "storm",
}
local TRIGGERING <const> = {
  "hit",
  "hit",
  "gain",
  "mark",
  "ping",
  "move",
  "die",
  "die",
  "enter",
  "leave",
  "destroy",
  "make",
  "storm",
}
M.WITH_AMOUNT = WITH_AMOUNT

local OF_WHO <const> = {
  "it.kind = 'red'",
  "it.kind = 'player'",
  "it.power >= 2",
  "it.life <= 2",
  "it != this",
  "it.controller = this.controller",
  "it.controller != this.controller",
  "it.zone = 'table'",
}
local OF_LAW <const> = { "it.kind = 'red'", "it.kind = 'player'", "it.power >= 2", "it.life <= 2" }

local function conditions(code, event, is_law)
  if chance(45) then
    code.tests = { who = pick(is_law and OF_LAW or OF_WHO) }
  elseif not is_law and chance(15) then
    code.when = "event.who = this"
    return
  end
  local list = { "count(zone = 'table') >= 3" }
  if WITH_AMOUNT[event] then
    list = { "event.amount >= 2", "event.amount <= 2", "event.by != none", "event.amount = 3" }
  end
  if not is_law then
    list[#list + 1] = "this.life >= 2"
    list[#list + 1] = "event.by = this.controller"
  end
  if chance(35) then
    code.when = pick(list)
  end
end

-- Acts ---------------------------------------------------------------------

local function someone(is_law, is_law_target)
  local list = { "event.who", "event.who", "event.by" }
  if not is_law then
    list = { "event.who", "event.who", "$you", "this", "$you", "this.owner" }
  end
  if is_law_target then
    list[#list + 1] = "$target"
  end
  return pick(list)
end

local CROWDS <const> = { "zone = 'table'", "kind = 'player'", "zone = 'table' and kind = 'red'" }

local function make(is_law)
  if is_law then
    return { "emit", "make", with = { who = "event.by" }, when = "event.by != none" }
  end
  return { "emit", "make", with = { who = "$you" } }
end

--- An instruction that lets an event happen.
local function emit(is_law, has_target, event)
  local kind = pick({ "hit", "hit", "gain", "mark", "ping", "move", "destroy", "make" })
  local it = { "emit", kind, with = {} }
  if chance(20) then
    it.who, it.with.who = pick(CROWDS), "it"
  else
    it.with.who = someone(is_law, has_target)
  end
  if WITH_AMOUNT[kind] then
    local as_much = WITH_AMOUNT[event] and "event.amount" or "1"
    it.with.amount = pick({ "1", "2", "1", as_much })
  elseif kind == "move" then
    it.with.from, it.with.to = it.with.who .. ".zone", pick({ "'grave'", "'hand'", "'table'" })
  elseif kind == "make" then
    return make(is_law)
  end
  if chance(10) then
    it.when = "event.who.life >= 2"
  end
  return it
end

local function act(is_law, has_target, event)
  local kind = math.random(100)
  if kind <= 70 then
    return emit(is_law, has_target, event)
  elseif kind <= 80 then
    return { "together", emit(is_law, has_target, event), emit(is_law, has_target, event) }
  elseif kind <= 88 then
    local condition = pick({ "event.who.life >= 2", "count(zone = 'table') >= 3" })
    return { "when", when = condition, emit(is_law, has_target, event) }
  end
  local one = emit(is_law, has_target, event)
  one.who, one.with.who = nil, "it"
  if one[2] == "move" then
    one.with.from = "it.zone"
  end
  return { "each", who = pick(CROWDS), one }
end

-- Roles --------------------------------------------------------------------

local function limits(code, percent)
  if chance(percent) then
    code.per_clock, code.clock = math.random(2), "turn"
  end
end

local AMOUNTS <const> = { "event.amount * 2", "event.amount + 1", "event.amount - 1", "1", "0" }

local function change()
  return { "change", "amount", value = pick(AMOUNTS) }
end

local function other_replacement(code, event, is_law)
  if event == "move" or event == "die" then
    code[3] = { "change", "to", value = pick({ "'hand'", "'grave'" }) }
  elseif WITH_AMOUNT[event] then
    code[3] = change()
    code[4] = { "then", emit(is_law, false, event) }
  else
    code[3] = { "nothing", when = "event.who.life >= 2" }
  end
end

--- What a replacement does.
local function replacement(code, event, is_law)
  local kind = math.random(100)
  if kind <= 45 and WITH_AMOUNT[event] then
    code[3] = change()
  elseif kind <= 60 then
    code[3] = { "instead", emit(is_law, false, event) }
  elseif kind <= 66 then
    code[3] = { "nothing" }
  elseif kind <= 78 then
    code[3] = { "then", emit(is_law, false, event) }
  elseif kind <= 84 and not is_law and (WITH_AMOUNT[event] or event == "ping") then
    code[3] = { "change", "who", value = pick({ "this", "$you" }) }
  else
    other_replacement(code, event, is_law)
  end
end

local function target()
  local who = pick({ "zone = 'table'", "kind = 'player'", "zone = 'table' and life >= 2" })
  local least = chance(30) and "0" or "1"
  return { "choose", who = who, as = "target", target = true, with = { least = least } }
end

local function trigger_flags(code, is_law)
  code.only_if = chance(15) and "count(zone = 'table') >= 2" or nil
  code.batch = chance(15) or nil
  code.immediate = chance(15) or nil
  code.optional = not is_law and chance(10) or nil
end

local ROLES = {
  replace = function(spec, is_law)
    local event = pick(REPLACED)
    local code = { "replace", event }
    conditions(code, event, is_law)
    replacement(code, event, is_law)
    if spec.replacement_classes and chance(60) then
      code.rank = pick(spec.replacement_classes)
    end
    code.optional = not is_law and chance(20) or nil
    code.own = event == "enter" and not is_law and chance(10) or nil
    return code
  end,
  prevent = function(_, is_law)
    local event = pick(PREVENTABLE)
    local code = { "prevent", event }
    conditions(code, event, is_law)
    if chance(70) then
      code.amount = pick({ "1", "1", "2" })
    end
    return code
  end,
  cant = function(_, is_law)
    local event = pick(FORBIDDEN)
    local code = { "cant", event }
    conditions(code, event, is_law)
    if not code.when and not code.tests then
      code.tests = { who = "it.kind = 'red'" }
    end
    return code
  end,
  trigger = function(spec, is_law)
    local event = pick(TRIGGERING)
    local code = { "trigger", event }
    conditions(code, event, is_law)
    local has_target = not is_law and chance(20)
    code[3] = has_target and target() or nil
    for _ = 1, math.random(1, 2) do
      code[#code + 1] = act(is_law, has_target, event)
    end
    trigger_flags(code, is_law)
    limits(code, spec.play.stack and 50 or 60)
    return code
  end,
}

local ORDER <const> =
  { "replace", "replace", "replace", "prevent", "cant", "trigger", "trigger", "trigger" }

--- Declare a random watcher definition; returns its name.
---@param spec table
---@param law string|nil whether it is a law's
---@return string
function M.add(spec, law)
  local n = 0
  for _ in pairs(spec.codes) do
    n = n + 1
  end
  local name = ("w:%d"):format(n + 1)
  spec.codes[name] = ROLES[pick(ORDER)](spec, law ~= nil)
  return name
end

return M
