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

-- A game with turns of two phases, in one of which a player earns what a trigger says.
local COURSE_RULES <const> = [[
return ruleset {
  layers = { "all" },
  attributes = {
    name = { "sym", copiable = true },
    coins = { "int", unlayered = true },
    seat = { "int", unlayered = true },
    active = { "flag", unlayered = true },
    acting = { "flag", unlayered = true },
    next_player = { "ref", unlayered = true },
    owner = { "ref", unlayered = true, kept = true },
    controller = { "ref", unlayered = true },
    abilities = "abilities",
  },
  default_layers = { abilities = { add = "all" } },
  roles = { name = "name", owner = "owner", controller = "controller", abilities = "abilities" },
  zones = { field = { shared = true } },
  home = "field",
  nouns = { player = { where = "seat > 0" } },
  symbols = { "income", "work" },
  seats = { "A", "B" },
}
]]

local COURSE_EVENTS <const> = [[
return events {
  as_of = "0.4",
  event { "begin_game", fields = { player = "ref" }, affected = "player", does = {} },
  event {
    "step_begins",
    fields = { step = "sym", player = "ref" },
    affected = "player",
    does = {
      base { each.player, active = false },
      base { event.player, active = true },
    },
  },
  event {
    "earn",
    fields = { player = "ref", amount = "int" },
    affected = "player",
    amount = "amount",
    does = { base { event.player, coins = add(event.amount) } },
  },
  event {
    "pass",
    fields = { player = "ref" },
    affected = "player",
    can = event.player.acting,
    does = { passes { event.player } },
  },
  event {
    "take_turn",
    fields = { player = "ref" },
    affected = "player",
    does = { adds_period { "turn", player = event.player } },
  },
  play {
    starts = "begin_game",
    turn_player = each.player & it.active,
    next_player = "next_player",
    acting = "acting",
    immediate = true,
  },
  course {
    period {
      "turn",
      of = "next",
      period { "income", begins = step_begins { step = "income", player = you } },
      period {
        "work",
        begins = step_begins { step = "work", player = you },
        acts = each.player & it:is(you),
      },
    },
  },
}
]]

local COURSE_CARD <const> = [[
return card {
  name = "Mine",
  at { "income", of = you, act = earn { player = you, amount = 2 } },
}
]]

local COURSE_LAWS <const> = [[
return laws {
  action { "pass", by = each.player & it.acting, act = pass { player = you } },
  action { "again", by = each.player & it.acting, act = take_turn { player = you } },
}
]]

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

--- The files of a game in which a bead asks before somebody takes it, and is not answered.
local function with_asking_bead()
  local list = files('{ emit = take { who = "Bead", player = "B" }, answers = {} }', '"B: coins=1"')
  list["stall/rules.lua"] = RULES:gsub('controller = "controller" ', '%0, abilities = "abilities" ')
    :gsub("coins =", 'abilities = "abilities", coins =')
  list["stall/events.lua"] = EVENTS:gsub('"take",', '%0 phases = { "check", "do" },')
  list["stall/cards/wares.lua"] = [[
return { card { name = "Ring", price = 5 }, card {
  name = "Bead", price = 1,
  on.take.check(function(ctx)
    return not ctx:choose { by = ctx.event.player, prompt = "leave it?" }
  end),
} }
]]
  return list
end

--- The files of rules that declare words of steps.
local function with_words(words, steps, expected)
  local list = files(steps, expected)
  list["stall/rules.lua"] = RULES:gsub('seats = ', function(seats)
    return ("steps = { %s },\n  "):format(words) .. seats
  end)
  return list
end

local function course_files(steps, expected, card)
  local list = files(steps, expected)
  list["stall/rules.lua"], list["stall/events.lua"] = COURSE_RULES, COURSE_EVENTS
  list["stall/laws.lua"], list["stall/cards/wares.lua"] = COURSE_LAWS, card or COURSE_CARD
  list["stall/tests/one.lua"] = list["stall/tests/one.lua"]:gsub(
    'setup = {.-} },\n',
    'setup = { { "A", "field", "Mine" } },\n',
    1
  )
  return list
end

--- The same course in rounds, each with a turn for each player.
local function round_files(steps, expected)
  local list = course_files(steps, expected)
  list["stall/events.lua"] = COURSE_EVENTS
    :gsub('"turn",%s+of = "next"', '"round",\n      period { "turn", each = each.player')
    :gsub("    },\n  },\n}\n$", "    } },\n  },\n}\n")
  return list
end

-- A creature that sees three die at once, itself among them, in a scenario and in a session.
local MOURNER <const> = {
  ["mourn/pack.lua"] = [[
return {
  name = "mourn", version = "0.1.0", description = "A mourner", license = "MIT", api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
}
]],
  ["mourn/cards/mourner.lua"] = [[
return card {
  name = "Mourner",
  types = { "creature" },
  power = 1,
  toughness = 1,
  whenever { die {}, act = gain_life { player = you, amount = 1 } },
}
]],
  ["mourn/tests/three.lua"] = [[
return {
  scenario {
    name = "three at once",
    setup = { { "A", "battlefield", "m: Mourner", "b: Grizzly Bears", "e: Grizzly Bears" } },
    steps = { { destroy = { "b", "m", "e" }, settle = "all" } },
    expect = { "A life = 23" },
  },
  scenario {
    name = "one after the other",
    setup = { { "A", "battlefield", "m: Mourner", "b: Grizzly Bears", "e: Grizzly Bears" } },
    steps = { { destroy = "b" }, { destroy = "m" }, { destroy = "e", settle = "all" } },
    expect = { "A life = 22" },
  },
}
]],
}

-- The same in a session: all of the board at once, and then one by one.
local MOURNED <const> = [[
m = game:put("Mourner")
b = game:put("Grizzly Bears")
e = game:put("Grizzly Bears")
game:step { destroy = { b, m, e }, settle = "all" }
A.life
m = game:put("Mourner")
b = game:put("Grizzly Bears")
game:step { destroy = each.creature, settle = "all" }
A.life
m = game:put("Mourner")
b = game:put("Grizzly Bears")
game:step { destroy = m, settle = "all" }
game:step { destroy = b, settle = "all" }
A.life
]]

-- What a session cannot make at one time is refused, and nothing has happened.
local MIXED <const> = [[
game:step { emit = { gain_life { player = A, amount = 1 }, lose_life { player = B, amount = 2 } } }
A.life
]]

--- A text must stand in what is printed.
local function has(says)
  return function(text)
    assert(text:find(says, 1, true), says .. "\nis not in\n" .. text)
  end
end

--- A step in which work is refused that is said, or asked for, like this.
local function refused_work(said)
  return ('{ refused = { act = "go_to_work", by = "B", %s } }'):format(said)
end

local WORK <const> = '{ act = "go_to_work", by = "B", announce = { hours = 1 } }'
local BUY <const> = '{ act = "buy", with = "Bead", by = "B" }'

return {
  {
    name = "three that die at once, in a scenario",
    args = { "test", "mourn" },
    files = MOURNER,
    out = has("# 3 passed, 0 failed"),
  },
  {
    name = "three that die at once, in a session",
    args = { "repl", "--pack", "mourn" },
    files = MOURNER,
    input = MOURNED,
    out = "23\n25\n26\n",
  },
  {
    name = "several events that a session cannot make at once",
    args = { "repl", "--pack", "mourn" },
    files = MOURNER,
    input = MIXED,
    out = "20\n",
    err = has("a session makes only events of one type at once, and these are gain_life and lose"),
    status = 1,
  },
  {
    name = "a question that a scenario leaves open",
    args = { "test", "stall" },
    files = files('{ act = "go_to_work", by = "B", asks = true }', '"B: coins=1"'),
    status = 1,
    out = has("the last step leaves a question open; say steps { answer = ... }"),
  },
  {
    name = "a question that a step `answer` answers",
    args = { "test", "stall" },
    files = files('{ act = "go_to_work", by = "B", asks = true }, { answer = 2 }', '"B: coins=1"'),
    out = has("# 2 passed, 0 failed"),
  },
  {
    name = "an answer to nothing",
    args = { "test", "stall" },
    files = files('{ answer = 2 }', '"B: coins=2"'),
    status = 1,
    out = has("answer: nothing is asked any more; a step that asks says asks = true, and each"),
  },
  {
    name = "a step that says that it asks, and asks nothing",
    args = { "test", "stall" },
    files = files('{ emit = earn { player = "B" }, asks = true }', '"B: coins=2"'),
    status = 1,
    out = has("asks = true, and nothing is asked; take it out"),
  },
  {
    name = "words of steps that the rules declare",
    args = { "test", "stall" },
    files = with_words('earn = { event = "earn", of = "player" }, '
      .. 'rob = { of = "player", writes = { coins = "left" }, needs = { "left" }, '
      .. 'when = "coins > 2" }',
      '{ earn = "B", repeated = 3 }, { check = "rich" }, { rob = "B", left = 1 },'
        .. ' { refused = { rob = "B", left = 0 } }',
      '"rich: B: coins=3", "B: coins=1"'),
    out = has("# 2 passed, 0 failed"),
  },
  {
    name = "a word of steps with an event that there is not",
    args = { "check", "stall" },
    files = with_words('earn = { event = "earns", of = "player" }', '{ earn = "B" }',
      '"B: coins=1"'),
    status = 1,
    out = has("steps: earn: event: no event 'earns'; did you mean 'earn'?"),
  },
  {
    name = "a word of steps that says a field which its event does not have",
    args = { "check", "stall" },
    files = with_words('earn = { event = "earn", of = "player", takes = { "count" } }',
      '{ earn = "B" }', '"B: coins=1"'),
    status = 1,
    out = has("no field 'count' of that event; there is player"),
  },
  {
    name = "a word of steps that steps of every game have",
    args = { "check", "stall" },
    files = with_words('base = { event = "earn", of = "player" }',
      '{ base = { B = { coins = 1 } } }', '"B: coins=1"'),
    status = 1,
    out = has("steps: base: steps of every game have 'base'; give it another name"),
  },
  {
    name = "a word of steps that needs what no step can say",
    args = { "check", "stall" },
    files = with_words('earn = { event = "earn", of = "player", needs = { "count" } }',
      '{ earn = "B" }', '"B: coins=1"'),
    status = 1,
    out = has("steps: earn: needs: in place 1: no step can say 'count'"),
  },
  {
    name = "rules that declare words of steps have no others of the library's former ones",
    args = { "check", "stall" },
    files = with_words('earn = { event = "earn", of = "player" }', '{ destroy = "Bead" }',
      '"B: coins=0"'),
    status = 1,
    out = has("no verb in this step"),
  },
  {
    name = "what help says of a word of steps",
    args = { "--pack", "stall", "help", "rob" },
    files = with_words('--- A player has fewer coins.\n'
      .. 'rob = { of = "player", writes = { coins = "left" }, needs = { "left" } }',
      '{ rob = "B", left = 0 }', '"B: coins=0"'),
    out = has('In steps: { rob = "A", left = ... }'),
  },
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
    name = "a question of a handler that is not answered, by who asks and what",
    args = { "test", "--no-smoke", "stall" },
    files = with_asking_bead(),
    status = 1,
    out = has("no answer is left for may, asked of B: yes, no (for Bead: leave it?)"),
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
  {
    name = "why an action is not on the list",
    args = { "repl", "--pack", "stall" },
    files = files(WORK, '"B: coins=1"'),
    input = ":why_not A: go_to_work\n:why_not A: by\n",
    out = has("A: "),
    err = has("no player can do 'by'"),
    status = 1,
  },
  {
    name = "an answer that the rules do not allow is refused",
    args = { "test", "stall" },
    files = files(refused_work('answers = { 9 }'), '"B: coins=0"'),
    out = has("# 2 passed, 0 failed"),
  },
  {
    name = "an answer that is allowed is not refused",
    args = { "test", "stall" },
    files = files(refused_work('answers = { 1 }'), '"B: coins=0"'),
    out = has("it was not refused; the step was done"),
    status = 1,
  },
  {
    name = "an answer that names nothing is an error, also where it should be refused",
    args = { "test", "stall" },
    files = files(refused_work('answers = { "nien" }'), '"B: coins=0"'),
    out = has("'nien' is no whole number"),
    status = 1,
  },
  {
    name = "a misspelled name is an error where something should be refused",
    args = { "test", "stall" },
    files = files(refused_work('announce = { huors = 1 }'), '"B: coins=0"'),
    out = has("announces no 'huors'"),
    status = 1,
  },
  {
    name = "why an action without an object is not on the list, for each player",
    args = { "repl", "--pack", "stall" },
    files = files(WORK, '"B: coins=1"'),
    input = ":why_not go_to_work\n:why_not A\n",
    out = "A: it can be done\nB: it can be done\n",
    err = has("say whose and what, as in :why_not bear.bell"),
    status = 1,
  },
  {
    name = "triggers at a period, and turns that follow each other",
    args = { "test", "stall" },
    files = course_files(
      '{ start = "A" }, { check = "first" }, { act = "pass", by = "A" }, { check = "second" },'
        .. ' { act = "again", by = "B" }, { act = "pass", by = "B" }, { act = "pass", by = "B" },'
        .. ' { refused = { act = "pass", by = "B" } }',
      '"first: A: coins=2", "second: A: coins=2", "A: coins=4", "B: coins=0"'
    ),
    out = has("# 2 passed, 0 failed"),
  },
  {
    name = "steps that go on to a period, and to the next turn",
    args = { "test", "stall" },
    files = course_files(
      '{ start = "A" }, { go = "income", of = "A" }, { check = "income" },'
        .. ' { refused = { act = "pass", by = "A" } }, { end_turn = true },'
        .. ' { act = "pass", by = "B" }, { refused = { start = "B" } }',
      '"income: A: coins=4", "A: coins=6", "B: coins=0"'
    ),
    out = has("# 2 passed, 0 failed"),
  },
  {
    name = "the next turn of a round is another player's",
    args = { "test", "stall" },
    files = round_files(
      '{ start = "A" }, { refused = { act = "pass", by = "B" } }, { end_turn = true },'
        .. ' { check = "second" }, { act = "pass", by = "B" }, { act = "pass", by = "B" },'
        .. ' { end_turn = true }',
      '"second: A: coins=2", "A: coins=6", "B: coins=0"'
    ),
    out = has("# 2 passed, 0 failed"),
  },
  {
    name = "a trigger at a period that there is not",
    args = { "check", "stall" },
    files = course_files(
      '{ start = "A" }',
      '"A: coins=2"',
      'return card { name = "Mine", at { "incom", act = earn { player = you, amount = 1 } } }'
    ),
    status = 1,
    out = has("at: no period 'incom'; did you mean 'income'?"),
  },
  {
    name = "a trigger at a period that begins as another one does",
    args = { "check", "stall" },
    files = (function()
      local list = course_files('{ start = "A" }', '"A: coins=2"')
      list["stall/events.lua"] = COURSE_EVENTS:gsub('step = "work"', 'step = "income"')
      return list
    end)(),
    status = 1,
    out = has("at: the periods 'income' and 'work' begin by the same event"),
  },
  {
    name = "a period that does not come, and one of no name",
    args = { "test", "stall" },
    files = course_files('{ start = "A" }, { go = "sleep" }', '"A: coins=2"'),
    status = 1,
    out = has("go: no period 'sleep'"),
  },
  {
    name = "explored games of a course",
    args = { "test", "stall", "--explore", "30" },
    files = course_files('{ start = "A" }', '"A: coins=2"'),
    out = has("# 1 passed, 0 failed"),
  },
  {
    name = "actions that are done by their words",
    args = { "--pack", "noughts", "repl" },
    input = [[
game:step { start = "A" }
:take mark  a1
:take B: mark b2
:take mark a1
:take A: mark b1 now
:take 99
]],
    out = '"done"\n"done"\n',
    err = "error: no action 'mark a1'; there are 1 to 7; :legal lists them\n"
      .. "error: no action 'A: mark b1 now'; there are 1 to 7; :legal lists them\n"
      .. "error: no action 99; there are 1 to 7; :legal lists them\n",
    status = 1,
  },
  {
    name = "an action that several may do, by its words",
    args = { "--pack", "stall", "repl" },
    files = files("", ""),
    input = ":take go_to_work\n:take B: go_to_work\n:answer 2\nB.coins\n",
    out = has('"done"\n1\n'),
    err = has("'go_to_work' can be done by several: say A: go_to_work, or B: go_to_work"),
    status = 1,
  },
  {
    name = "refused lines call objects and actions as all lines do",
    args = { "serve", "trumps" },
    input = [[
{"act":"trumps:rond","by":"A"}
{"act":"trumps:round","by":"A"}
{"answer":77,"by":"A"}
{"answer":{"ref":"B"},"by":"A"}
]],
    out = function(text)
      has("there is no action 'trumps:rond'; did you mean 'trumps:round'?")(text)
      has("there is no option 77; it must be one of 1 = one, 2 = two, 3 = three, 4 = four")(text)
      has("B is none of the options; it must be one of 1 = one")(text)
      assert(not text:find("#%d+:%d"), "a handle is told\n" .. text)
    end,
  },
  {
    name = "a line is done as it says, or refused in its own words",
    args = { "serve", "trumps" },
    input = [[
{"act":"trumps:round"}
{"act":"trumps:round","by":"C"}
{"act":"trumps:round","by":"A","with":{"ref":"x"}}
{"act":"trumps:round","by":"A","with":false}
{"act":"trumps:round","by":"A","announce":false}
{"act":"trumps:round","by":"A"}
{"cancel":false}
{"retract":false}
{"save":1}
{"stand":null}
{"rows":-1}
{"act":"trumps:round","by":"B"}
{"answer":1,"by":"B","decision":1}
{"answer":1,"by":false}
{"values":["A",{"x":null}]}
{"answer":1,"by":"B"}
{"answer":1,"by":"B"}
{"cancel":true}
]],
    out = function(text)
      local replies = {}
      for line in text:gmatch("[^\n]+") do
        replies[#replies + 1] = line:match('"error":"(.-)","hash"') or line:match('"ok":true')
      end
      local wanted = {
        "by: expected the name of a seat, got nothing; there are A, B",
        "by: there is no seat 'C'; there are A, B",
        [[with: expected the key of an object, got {\"ref\":\"x\"}]],
        "with: expected the key of an object, got false",
        "announce: expected an object, got false",
        '"ok":true',
        "cancel: expected true, got false",
        "retract: expected true, got false",
        "save: expected true, got 1",
        "stand: expected true, got null",
        "rows: expected the number of the last row that is known, or 0, got -1",
        "a decision is open: answer it, or give the action up",
        "by: decision 1 is asked of A, not of B",
        "by: expected the name of a seat, got false; there are A, B",
        [=[expected the name of an object or a seat, got [\"A\",{\"x\":null}]]=],
        '"ok":true', -- by the seat: it answers the second decision
        "by: decision 1 is asked of A, not of B",
        '"ok":true',
      }
      for i, said in ipairs(wanted) do
        assert(replies[i] == said, ("%d: %s\nexpected %s"):format(i, replies[i], said))
      end
      assert(#replies == #wanted)
    end,
  },
}
