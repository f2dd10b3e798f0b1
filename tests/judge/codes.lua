--- Random definitions of watchers.

local dice = require("dice")
local chance, pick = dice.chance, dice.pick

local M = {}

--- What this world is about besides: each theme brings in what is rare otherwise.
local themes = {}

-- Conditions ---------------------------------------------------------------

local WITH_AMOUNT <const> =
  { hit = true, gain = true, mark = true, storm = true, ward = true, volley = true }
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
local ENTERING <const> = { enter = true, move = true }
local OWN <const>, OWN_OF_THEME <const> = { enter = 10 }, { enter = 70, move = 70 }
local OF_ENTRY <const> = { "enter", "enter", "move" }
local CAN_REDIRECT <const> =
  { hit = true, gain = true, mark = true, storm = true, ward = true, volley = true, ping = true }
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

--- Whom an act is about; `about` is { event, is_law, refs, ints, flags }: the event type of its
--- watcher, whether a law has it, and the variables that are bound by then.
local function someone(about)
  local list = { "event.who", "event.who", "event.by" }
  if about.event == nil then
    list = { "$you", "this", "this.owner" }
  elseif not about.is_law then
    list = { "event.who", "event.who", "$you", "this", "$you", "this.owner" }
  end
  for _, name in ipairs(about.refs) do
    list[#list + 1] = name
    list[#list + 1] = name
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

local function amount(about)
  local as_much = WITH_AMOUNT[about.event] and "event.amount" or "1"
  local list = { "1", "2", "1", as_much }
  return pick(#about.ints > 0 and chance(50) and about.ints or list)
end

local function change_own(has_amount, kind, other)
  if has_amount and kind <= 50 then
    return { "change", "amount", value = pick({ "event.amount + 2", "event.amount - 1", "3" }) }
  elseif kind <= 75 then
    return { "instead", other }
  elseif kind <= 85 then
    return { "nothing" }
  end
  return { "then", other }
end

local OWN_AMOUNT <const> = { "event.amount >= 2", "event.who.life >= 3" }
local OWN_WHO <const> = { "event.who.life >= 3", "event.who.kind = 'red'" }

--- What an instruction does to the event that it makes (614.15).
local function replace_own(it)
  local kind, has_amount = math.random(100), WITH_AMOUNT[it[2]]
  local when = pick(has_amount and OWN_AMOUNT or OWN_WHO)
  local other = { "emit", pick({ "gain", "ping", "mark" }), with = { who = "event.who" } }
  other.with.amount = WITH_AMOUNT[other[2]] and "1" or nil
  it[3] = change_own(has_amount, kind, other)
  it[3].when = chance(70) and when or nil
end

local function emit_when(about, it)
  if #about.flags > 0 and chance(60) then
    it.when = pick(about.flags)
  elseif about.event and it[2] ~= "make" and chance(10) then
    it.when = "event.who.life >= 2"
  end
end

--- An instruction that lets an event happen.
local function emit(about)
  local kind = pick({ "hit", "hit", "gain", "mark", "ping", "move", "destroy", "make" })
  local it = { "emit", kind, with = {} }
  if chance(20) then
    it.who, it.with.who = pick(CROWDS), "it"
  else
    it.with.who = someone(about)
  end
  if WITH_AMOUNT[kind] then
    it.with.amount = amount(about)
  elseif kind == "move" then
    it.with.from, it.with.to = it.with.who .. ".zone", pick({ "'grave'", "'hand'", "'table'" })
  elseif kind == "make" then
    it = make(about.is_law)
  end
  if themes.self and chance(35) then
    replace_own(it)
  end
  emit_when(about, it)
  return it
end

--- Two instructions that would move the same object to two zones at once (400.6).
local function move_twice(about)
  local who, other = someone(about), { "emit", "destroy" }
  local first = { "emit", "move", with = { who = who, from = who .. ".zone", to = "'hand'" } }
  if chance(50) then
    first.who, first.with.who, first.with.from = pick(CROWDS), "it", "it.zone"
  end
  if chance(30) then
    local to = pick({ "'grave'", "'table'" })
    other = { "emit", "move", with = { from = first.with.from, to = to } }
  end
  other.who, other.with = first.who, other.with or {}
  other.with.who = first.with.who
  local order = chance(50) and { first, other } or { other, first }
  return { "together", order[1], order[2] }
end

--- An instruction that starts a watcher.
local function start(about)
  local name = pick(themes.names)
  local it = { "watch", name, with = { kept = someone(about) } }
  if themes.limited[name] and chance(80) then
    it.with.left = pick({ "1", "2", "3", "4" })
  end
  if chance(30) then
    it.with.ticks, it.clock = pick({ "1", "1", "2" }), "turn"
  end
  if about.is_law or about.event and chance(15) then
    it.with.you = pick({ "event.by", "event.who.owner" })
  end
  if not about.is_law and chance(15) then
    it.with.source = someone(about)
  end
  return it
end

local function condition(about)
  local of_event = pick({ "event.who.life >= 2", "count(zone = 'table') >= 3" })
  return about.event and of_event or "this.life >= 2"
end

local function act(about)
  local kind = math.random(100)
  if themes.started and chance(40) then
    return start(about)
  end
  if themes.zones and chance(30) then
    return move_twice(about)
  end
  if kind <= 70 then
    return emit(about)
  elseif kind <= 80 then
    return { "together", emit(about), emit(about) }
  elseif kind <= 88 then
    return { "when", when = condition(about), emit(about) }
  end
  local one = emit(about)
  one.who, one.with.who = nil, "it"
  if one[2] == "move" then
    one.with.from = "it.zone"
  end
  return { "each", who = pick(CROWDS), one }
end

local function about_event(event, is_law)
  return { event = event, is_law = is_law, refs = {}, ints = {}, flags = {} }
end

-- Questions ----------------------------------------------------------------

local function ask_number(about)
  local most = { "2", "this.power", "3", "count(zone = 'table' and kind = 'red')" }
  if WITH_AMOUNT[about.event] then
    most[#most + 1] = "event.amount"
  end
  about.ints = { "$n" }
  local least = chance(70) and pick({ "0", "1", "2" }) or nil
  return { "choose", "number", as = "n", with = { least = least, most = pick(most) } }
end

local function ask_whom(about)
  about.refs = { "$one", table.unpack(about.refs) }
  local least = chance(30) and "0" or nil
  return { "choose", who = pick(CROWDS), as = "one", with = { least = least } }
end

local function ask_may(about)
  about.flags = { "$yes", "not $yes" }
  return { "choose", "may", as = "yes", with = {} }
end

--- An instruction that asks a player; what it binds is known in what follows.
local function ask(about)
  local it = pick({ ask_number, ask_whom, ask_may })(about)
  if about.is_law or about.event and chance(30) then
    it.with.by = "event.by"
    it.when = "event.by != none"
  end
  return it
end

-- Roles --------------------------------------------------------------------

local function limits(code, percent)
  if chance(percent) then
    code.per_clock, code.clock = math.random(2), "turn"
  end
end

local AMOUNTS <const> = { "event.amount * 2", "event.amount + 1", "event.amount - 1", "1", "0" }

local function change(about)
  if #about.ints > 0 and chance(70) then
    return { "change", "amount", value = pick({ "event.amount + $n", "$n", "event.amount - $n" }) }
  end
  return { "change", "amount", value = pick(AMOUNTS) }
end

local function other_replacement(about)
  local event = about.event
  if event == "move" or event == "die" then
    return { { "change", "to", value = pick({ "'hand'", "'grave'" }) } }
  elseif WITH_AMOUNT[event] then
    return { change(about), { "then", emit(about) } }
  end
  local conditions_known = #about.flags > 0 and about.flags or { "event.who.life >= 2" }
  return { { "nothing", when = pick(conditions_known) } }
end

--- What a replacement does of what would enter: it may do something with it behind the event.
local function of_entry()
  local list = { "hit", "gain", "mark", "ping" }
  local it = { "emit", pick(list), with = { who = pick({ "event.who", "this" }) } }
  it.with.amount = WITH_AMOUNT[it[2]] and pick({ "1", "event.who.power", "this.power" }) or nil
  return { { "then", it } }
end

--- Another one is affected, which may make the event impossible.
local function redirect(about)
  local list = { { "change", "who", value = pick({ "this", "$you" }) } }
  list[2] = chance(50) and { "then", emit(about) } or nil
  return list
end

--- What a replacement does that is not of an entry.
local function other_than_entry(about)
  local kind, event = math.random(100), about.event
  if kind <= 45 and WITH_AMOUNT[event] then
    return { change(about) }
  elseif kind <= 60 then
    return { { "instead", emit(about) } }
  elseif kind <= 66 then
    return { { "nothing" } }
  elseif kind <= 78 then
    return { { "then", emit(about) } }
  elseif kind <= 84 and not about.is_law and CAN_REDIRECT[event] then
    return redirect(about)
  end
  return other_replacement(about)
end

--- What a replacement does.
local function replacement(about)
  if themes.own and ENTERING[about.event] and chance(60) then
    return of_entry()
  end
  return other_than_entry(about)
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

local function append(code, list)
  table.move(list, 1, #list, #code + 1, code)
end

local function replacement_flags(spec, about, code)
  local classes = spec.replacement_classes
  code.rank = classes and chance(60) and pick(classes) or nil
  if about.is_law then
    return
  end
  code.optional = chance(20) or nil
  local own = (themes.own and OWN_OF_THEME or OWN)[about.event]
  code.own = chance(own or 0) or nil
end

local ROLES = {
  replace = function(spec, is_law)
    local about = about_event(pick(themes.own and chance(30) and OF_ENTRY or REPLACED), is_law)
    local code = { "replace", about.event }
    conditions(code, about.event, is_law)
    if themes.asks and chance(40) then
      append(code, { ask(about) })
    end
    append(code, replacement(about))
    replacement_flags(spec, about, code)
    return code
  end,
  prevent = function(_, is_law)
    local about = about_event(pick(PREVENTABLE), is_law)
    local code = { "prevent", about.event }
    conditions(code, about.event, is_law)
    if chance(70) then
      code.amount = pick({ "1", "1", "2" })
    end
    if themes.unpreventable and chance(50) then
      append(code, { { "prevent" }, { "then", emit(about) } })
    end
    return code
  end,
  cant = function(_, is_law)
    local bars = themes.unpreventable and chance(60)
    local event = pick(bars and PREVENTABLE or FORBIDDEN)
    local code = { "cant", event, prevention = bars or nil }
    conditions(code, event, is_law)
    if themes.own and ENTERING[event] then
      code.as_is = chance(50) or nil
    end
    if not code.when and not code.tests then
      code.tests = { who = "it.kind = 'red'" }
    end
    return code
  end,
  ["until"] = function()
    local about = about_event(pick(TRIGGERING), false)
    local code = { "until", about.event }
    if chance(30) then
      conditions(code, about.event, false)
    end
    append(code, { chance(70) and emit(about) or act(about) })
    append(code, { chance(30) and emit(about) or nil })
    return code
  end,
  trigger = function(spec, is_law)
    local about = about_event(pick(TRIGGERING), is_law)
    local code = { "trigger", about.event }
    conditions(code, about.event, is_law)
    if not is_law and chance(20) then
      about.refs = { "$target" }
      append(code, { target() })
    end
    if themes.asks and chance(40) then
      append(code, { ask(about) })
    end
    for _ = 1, math.random(1, 2) do
      append(code, { act(about) })
    end
    trigger_flags(code, is_law)
    limits(code, spec.play.stack and 50 or 60)
    return code
  end,
}

--- A trigger on a state (603.8).
local STATES <const> = {
  "this.life <= 2",
  "count(zone = 'table') >= 4",
  "count(zone = 'grave') >= 2",
  "this.marks >= 1",
  "this.owner.life <= 10",
  "count(kind = 'player' and life < 12) > 0",
}

local function state_trigger()
  local about = about_event(nil, false)
  local code = { "state", when = pick(STATES) }
  if chance(20) then
    about.refs = { "$target" }
    append(code, { target() })
  end
  if themes.asks and chance(40) then
    append(code, { ask(about) })
  end
  local last = act(about)
  append(code, { last })
  code.only_if = chance(15) and "count(zone = 'table') >= 2" or nil
  code.immediate = chance(15) or nil
  code.optional = chance(10) or nil
  limits(code, 85)
  if last[1] == "watch" and not code.per_clock then -- it would start more and more
    code.per_clock, code.clock = 2, "turn"
  end
  return code
end

local UNPREVENTABLE <const> = { "prevent", "prevent", "cant" }
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
  if themes.states and not law and chance(30) then
    spec.codes[name] = state_trigger()
    return name
  end
  local of_theme = themes.unpreventable and chance(40) and UNPREVENTABLE
  spec.codes[name] = ROLES[pick(of_theme or ORDER)](spec, law ~= nil)
  return name
end

-- Watchers that are started ------------------------------------------------

local STARTED <const> = {
  "replace",
  "prevent",
  "prevent",
  "prevent",
  "trigger",
  "trigger",
  "cant",
  "until",
  "until",
  "until",
}

local function about_kept(code)
  local kind = math.random(100) + (code[1] == "until" and 40 or 0)
  code.names = { kept = "ref" }
  if kind <= 50 then
    code.tests, code.when = nil, "event.who = $kept"
  elseif kind <= 60 then
    code.tests = { who = "it = $kept or it.controller = $kept" }
  end
end

--- A replacement that has to do with so much of events as is left (614.9).
local function take(code)
  local about = about_event(pick({ "hit", "hit", "mark" }))
  code[2] = about.event
  about.refs, about.ints = { "$kept" }, { "$much" }
  local less = { "change", "amount", value = "event.amount - $much" }
  code[3] = { "take", as = "much", value = pick({ "event.amount", "2" }) }
  code[4], code[5] = chance(85) and less or { "then", emit(about) }, { "then", emit(about) }
end

--- Events that start watchers, and some that happen to one at the same time.
local function add_events(spec)
  local function about_who(key, list)
    return { fields = { who = "ref", amount = "int" }, affected = "who", [key] = list }
  end
  local function hit(much)
    return { "emit", "hit", with = { who = "event.who", amount = much } }
  end
  local ward = start({ event = "hit", is_law = false, refs = {}, ints = {}, flags = {} })
  local left = ward.with.left and chance(50) and "event.amount" or ward.with.left
  ward.with = { kept = "event.who", left = left, you = "event.who", source = "event.cause" }
  ward.clock = nil
  spec.events.ward = about_who("does", { ward })
  local third = { "emit", "hit", who = "kind = 'player'", with = { who = "it", amount = "2" } }
  spec.events.volley = about_who("results", { hit("event.amount"), hit(pick({ "1", "2" })) })
  if chance(50) then
    table.insert(spec.events.volley.results, math.random(3), third)
  end
end

local function started(spec, role)
  local code = ROLES[role](spec, false)
  code.own, code.per_clock, code.clock = nil, nil, nil
  if role == "prevent" and chance(60) then
    code.amount = nil
  elseif role == "replace" and chance(40) then
    take(code)
    code.rank = nil
  end
  about_kept(code)
  return code
end

--- Definitions of watchers that instructions start.
local function add_started(spec)
  for i = 1, math.random(2, 4) do
    local name, role = "s:" .. i, pick(STARTED)
    local code = started(spec, role)
    local takes = code[3] and code[3][1] == "take"
    local is_pool = takes or role == "prevent" and code.amount == nil
    if not is_pool and role ~= "until" and chance(role == "trigger" and 80 or 50) then
      code.uses = pick({ 1, 1, 2 })
    end
    themes.names[i], spec.codes[name] = name, code
    themes.limited[name] = is_pool
  end
end

-- What a world is about ----------------------------------------------------

local THEMES <const> = { "asks", "zones", "unpreventable", "own", "started", "self", "states" }

--- Begin a world: about each theme in one of four.
---@param spec table
function M.begin(spec)
  themes = { names = {}, limited = {} }
  for _, theme in ipairs(THEMES) do
    themes[theme] = chance(25)
  end
  if themes.started then
    themes.started = false -- what is started starts no more
    add_started(spec)
    add_events(spec)
    themes.started = true
  end
end

return M
