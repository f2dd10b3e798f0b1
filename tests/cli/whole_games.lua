--- Cases about games from their start to their end: what players do in scenarios, sessions and
--- explored games; cli.lua runs them.

local MANIFEST <const> = [[
return {
  name = "stall", version = "0.1.0", description = "A stall", license = "MIT", api = 1,
  rules = "rules.lua", events = "events.lua", laws = "laws.lua", cards = "cards",
}
]]

local RULES <const> = [[
return ruleset {
  layers = { "all" },
  attributes = {
    name = { "sym", copiable = true },
    price = { "int", copiable = true },
    coins = { "int", unlayered = true },
    seat = { "int", unlayered = true },
    owner = { "ref", unlayered = true, kept = true },
    controller = { "ref", unlayered = true },
  },
  roles = { name = "name", owner = "owner", controller = "controller" },
  zones = { stall = { shared = true }, bag = {} },
  home = "stall",
  nouns = { player = { where = "seat > 0" }, ware = { zone = "stall" } },
  seats = { "A", "B" },
}
]]

local EVENTS <const> = [[
return events {
  as_of = "0.4",
  event {
    "pay",
    fields = { player = "ref", amount = "int" },
    affected = "player",
    amount = "amount",
    can = event.player.coins:at_least(event.amount),
    does = { base { event.player, coins = sub(event.amount) } },
  },
  event {
    "earn",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, coins = add(1) } },
  },
  event {
    "take",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    does = { moves { event.who, to = "bag", player = event.player } },
  },
}
]]

local LAWS <const> = [[
return laws {
  action {
    "go to work",
    by = each.player,
    announce = { choose { "number", as = "hours", least = 1, most = 2 } },
    act = earn { player = you },
  },
  action {
    "buy",
    by = each.player,
    with = each.ware,
    cost = pay { player = you, amount = this.price },
    act = take { who = this, player = you },
  },
}
]]

local CARDS <const> =
  'return { card { name = "Bead", price = 1 }, card { name = "Ring", price = 5 } }\n'

local SETUP <const> = 'setup = { { "A", "stall", "Bead", "Ring" } },'

local function files(steps, expected)
  local form = 'return scenario {\n  name = "a stall",\n  %s\n  steps = { %s },\n'
    .. "  expect = { %s },\n}\n"
  return {
    ["stall/pack.lua"] = MANIFEST,
    ["stall/rules.lua"] = RULES,
    ["stall/events.lua"] = EVENTS,
    ["stall/laws.lua"] = LAWS,
    ["stall/cards/wares.lua"] = CARDS,
    ["stall/tests/one.lua"] = form:format(SETUP, steps, expected),
  }
end

--- A text must stand in what is printed.
local function has(says)
  return function(text)
    assert(text:find(says, 1, true), says .. "\nis not in\n" .. text)
  end
end

local WORK <const> = '{ act = "go_to_work", by = "B", announce = { hours = 1 } }'
local BUY <const> = '{ act = "buy", with = "Bead", by = "B" }'

return {
  {
    name = "what a player takes lies in that player's zone, whoever owned it",
    args = { "test", "stall" },
    files = files(WORK .. ", " .. BUY, '"zone(Bead) = B.bag", "B bag size = 1", "A bag size = 0"'),
    out = has("# 2 passed, 0 failed"),
  },
  {
    name = "explored games do what players may do",
    args = { "test", "stall", "--explore", "20" },
    files = files(WORK, '"B: coins=1"'),
    out = has("# 1 passed, 0 failed"),
  },
  {
    name = "why a scenario stops at a step that is refused",
    args = { "why", "stall/tests/one.lua", "B.coins" },
    files = files(BUY, '"B: coins=0"'),
    status = 1,
    err = has("a stall: step 1 (act): 'stall:buy' cannot be done: its cost cannot be paid: 'pay'"),
  },
  {
    name = "a number that is asked for and not answered",
    args = { "test", "stall" },
    files = files('{ act = "go_to_work", by = "B" }', '"B: coins=1"'),
    status = 1,
    out = has("no answer is left for number, asked of B: a number from 1 to 2"),
  },
  {
    name = "an action without a player",
    args = { "check", "stall" },
    files = files('{ act = "go_to_work" }', '"B: coins=1"'),
    status = 1,
    out = has("by"),
  },
  {
    name = "what players may do while one is asked",
    args = { "repl", "--pack", "stall" },
    files = files(WORK, '"B: coins=1"'),
    input = ":take 1\n:legal\n:answer 2\nA.coins\n",
    out = has("1\n"),
    err = has("a decision is open: answer it, as by :answer"),
    status = 1,
  },
}
