--- Random small worlds: declarations, as `strata.rules` reads them, the cards that are there, and
--- what is done. The same seed gives the same world.

local codes = require("codes")
local dice = require("dice")
local chance, pick = dice.chance, dice.pick

local M = {}

-- Event types --------------------------------------------------------------

local function amount_event(does)
  return {
    fields = { who = "ref", amount = "int" },
    affected = "who",
    amount = "amount",
    matters = "event.amount > 0",
    does = { does },
  }
end

local function about_who(fields)
  local event = { fields = { who = "ref" }, affected = "who" }
  for key, v in pairs(fields) do
    event[key] = v
  end
  return event
end

local TO_GRAVE <const> = "event.from = 'table' and event.to = 'grave'"
local TO_TABLE <const> = "event.from != 'table' and event.to = 'table'"

local function event_types()
  local events = {
    hit = amount_event({ "add", "life", who = "event.who", value = "-event.amount" }),
    gain = amount_event({ "add", "life", who = "event.who", value = "event.amount" }),
    mark = amount_event({ "add", "marks", who = "event.who", value = "event.amount" }),
    ping = about_who({}),
    dawn = about_who({ does = { { "tick", "turn" } } }),
    move = {
      fields = { who = "ref", from = "sym", to = "sym" },
      affected = "who",
      can = "event.who.owner != none" .. pick({ "", " and event.who.zone = event.from" }),
      does = {
        { "move", who = "event.who", with = { to = "event.to" }, as = "new" },
        {
          "set",
          "controller",
          who = "$new",
          value = "event.who.owner",
          when = "event.to = 'table'",
        },
      },
    },
    die = { of = "move", where = TO_GRAVE, look_back = chance(80) },
    enter = { of = "move", where = TO_TABLE, enters = true },
    leave = { of = "move", where = "event.from = 'table'", look_back = true },
    destroy = about_who({
      results = {
        { "emit", "move", with = { who = "event.who", from = "'table'", to = "'grave'" } },
      },
    }),
    make = about_who({
      does = {
        { "spawn", "imp", as = "new" },
        { "set", "owner", who = "$new", value = "event.who" },
        { "move", "table", who = "$new", as = "there" },
        { "set", "controller", who = "$there", value = "event.who" },
      },
    }),
    storm = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      amount = "amount",
    },
  }
  local bolt = { "emit", "hit", with = { who = "event.who", amount = "event.amount" } }
  if chance(50) then
    bolt = { "emit", "hit", times = "event.amount", with = { who = "event.who", amount = "1" } }
  end
  events.storm[chance(50) and "results" or "one_by_one"] = { bolt }
  if chance(30) then
    events.hit.results = {
      { "emit", "mark", with = { who = "event.who", amount = "event.amount" } },
    }
  end
  return events
end

-- State-based actions ------------------------------------------------------

local function checks()
  local list = {
    dead = {
      who = "zone = 'table' and life <= 0",
      { "emit", pick({ "destroy", "move" }), with = { who = "it" } },
    },
  }
  if chance(40) then
    list.weak = {
      who = "zone = 'table' and power <= 0",
      { "emit", list.dead[1][2], with = { who = "it" } },
    }
  end
  if chance(30) then
    list.legend = {
      who = "zone = 'table' and kind = 'red'",
      keep_by = { "kind", "controller" },
      keep_newest = chance(40) or nil,
      { "emit", "destroy", with = { who = "it" } },
    }
  end
  if chance(30) then
    list.marked = { who = "marks >= 3", { "emit", "unmark", with = { who = "it" } } }
  end
  for _, check in pairs(list) do
    if check[1][2] == "move" then
      check[1].with = { who = "it", from = "'table'", to = "'grave'" }
    end
  end
  return list
end

-- Rules --------------------------------------------------------------------

local KINDS <const> = { "red", "blue" }

local function definitions(spec, names)
  for i = 1, math.random(2, 4) do
    local list = {}
    for j = 1, math.random(0, 2) do
      list[j] = pick(names)
    end
    if list[2] == list[1] then
      list[2] = nil
    end
    spec.definitions["card" .. i] = {
      kind = pick(KINDS),
      life = math.random(1, 4),
      power = math.random(1, 3),
      abilities = list,
    }
  end
  local imp = { kind = pick(KINDS), life = 1, power = 1 }
  imp.abilities = { chance(20) and pick(names) or nil }
  spec.definitions.imp = imp
  spec.definitions.seat = { kind = "player", life = 12, abilities = {} }
end

local function abilities(spec)
  local names = {}
  for i = 1, math.random(2, 5) do
    local ability = { zones = { "table" }, codes = {} }
    if chance(10) then
      ability.zones = { "grave" }
    end
    if chance(20) then
      local on = pick({ "kind = 'red'", "kind = 'blue'", "controller = this.controller" })
      ability[1] = { on = on, power = { add = pick({ 1, 1, -1 }) } }
    end
    for _ = 1, math.random(1, 2) do
      ability.codes[#ability.codes + 1] = codes.add(spec)
    end
    names[i] = "ability" .. i
    spec.abilities[names[i]] = ability
  end
  return names
end

local function laws(spec)
  for i = 1, math.random(0, 2) do
    spec.laws["law" .. i] = { codes = { codes.add(spec, "law") } }
  end
end

local function rules()
  local spec = {
    layers = { "only" },
    default_layers = { power = "only" },
    clocks = { "turn" },
    attributes = {
      name = { "text", kept = true },
      life = { "int", unlayered = true },
      power = "int",
      marks = { "int", unlayered = true },
      owner = { "ref", kept = true, unlayered = true },
      controller = { "ref", unlayered = true },
      active = { "flag", unlayered = true },
      next_player = { "ref", unlayered = true },
      kind = { "sym", "player", "red", "blue", unlayered = true },
      abilities = "abilities",
    },
    zones = { table = { shared = true }, grave = { shared = true }, hand = { shared = true } },
    events = event_types(),
    checks = checks(),
    codes = {},
    laws = {},
    abilities = {},
    definitions = {},
    play = { always_ask = true },
  }
  spec.events.unmark = about_who({ does = { { "set", "marks", who = "event.who", value = "0" } } })
  if chance(80) then
    spec.play.turn_player, spec.play.next_player = "active", "next_player"
  end
  if chance(60) then
    spec.zones.stack = { shared = true, ordered = true }
    spec.play.stack = "stack"
  end
  if chance(40) then
    spec.replacement_classes = { "first", "second" }
  end
  codes.begin(spec)
  local names = abilities(spec)
  laws(spec)
  definitions(spec, names)
  return spec
end

-- What is there and what is done -------------------------------------------

local function cards(spec, players)
  local list, kinds = {}, {}
  for name in pairs(spec.definitions) do
    if name:match("^card") then
      kinds[#kinds + 1] = name
    end
  end
  table.sort(kinds)
  local zones = { "table", "table", "table", "grave", "hand" }
  for i = 1, math.random(3, 6) do
    local card = { name = "c" .. i, definition = pick(kinds), owner = math.random(players) }
    card.zone = pick(zones)
    list[i] = card
  end
  return list
end

local SETTLING <const> = { "all", "all", "all", "all", "place", "checks", "none" }

local DONE <const> = {
  "hit",
  "hit",
  "hit",
  "gain",
  "mark",
  "ping",
  "move",
  "move",
  "destroy",
  "make",
  "storm",
  "dawn",
}

--- The fields of an event of each type, about a card or a player.
local function fields_of(kind, card, player)
  if codes.WITH_AMOUNT[kind] then
    return { who = chance(50) and card or player, amount = math.random(0, 3) }
  elseif kind == "move" then
    return { who = card, from = "here", to = pick({ "table", "grave", "hand" }) }
  elseif kind == "destroy" then
    return { who = card }
  end
  return { who = kind == "ping" and chance(50) and card or player }
end

local STARTING <const> = { "ward", "volley", "volley" }

local function step(spec, count, players)
  local card, player = "c" .. math.random(count), "p" .. math.random(players)
  local starts = spec.events.ward and chance(50)
  local act = { event = pick(starts and STARTING or DONE), settling = pick(SETTLING) }
  act.with = fields_of(act.event, card, player)
  act.by = chance(60) and "p" .. math.random(players) or nil
  act.source = chance(50) and "c" .. math.random(count) or nil
  return act
end

--- The world of a seed: { seed, spec, cards, steps, players, active }. Each fifth has three
--- players, and it is the turn of any of them.
---@param seed integer
---@return table
function M.world(seed)
  math.randomseed(seed, 61)
  local players = seed % 5 == 0 and 3 or 2
  local active = players == 2 and 1 or seed // 5 % 3 + 1
  local spec = rules()
  local list, steps = cards(spec, players), {}
  for i = 1, math.random(3, 8) do
    steps[i] = step(spec, #list, players)
  end
  local world = { seed = seed, spec = spec, cards = list, steps = steps }
  world.players, world.active = players, active
  return world
end

return M
