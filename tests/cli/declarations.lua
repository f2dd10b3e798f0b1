-- luacheck: no max line length
--- What packs change of each other's actions, checks, periods, course and play, and what is said of
--- it; cli.lua runs it.

local function manifest(name, more)
  local form = '{ name = %q, version = "1.0.0", description = "A pack of a test", license = "MIT",'
  return ("return " .. form .. "\n  api = 1, %s }\n"):format(name, more)
end

local RULES <const> = [[
return ruleset {
  as_of = "0.4", layers = { "all" },
  attributes = {
    name = { "sym", copiable = true }, hits = { "int", unlayered = true }, seat = { "int", unlayered = true },
    acting = { "flag", unlayered = true }, next_player = { "ref", unlayered = true },
    owner = { "ref", unlayered = true, kept = true }, controller = { "ref", unlayered = true },
  },
  roles = { name = "name", owner = "owner", controller = "controller" },
  zones = { table = { shared = true } },
  home = "table",
  nouns = { player = { where = "seat > 0" } },
  seats = { "A", "B" },
}
]]

local EVENTS <const> = [[
return events {
  as_of = "0.4",
  event { "start_game", fields = { player = "ref" }, affected = "player", does = {} },
  event { "end_game", fields = { player = "ref" }, affected = "player", does = {} },
  event {
    "hit", fields = { player = "ref", amount = "int" }, affected = "player",
    does = { base { event.player, hits = add(event.amount) } },
  },
  check { "too many", each.player & it.hits:at_least(100), act = hit { player = it, amount = -100 } },
  play {
    starts = "start_game", ends = "end_game", next_player = "next_player", acting = "acting",
    turn_player = each.player & it.acting,
  },
  course {
    period {
      "turn", of = "next",
      period { "main", acts = each.player & it:is(you) },
      period { "rest", acts = each.player & it:is(you) },
    },
  },
}
]]

local LAWS <const> = [[
return laws {
  action { "strike", by = each.player & it.acting, when = you.hits:less_than(5), act = hit { player = you, amount = 1 } },
  law { "hurt", whenever { hit {}, when = event.amount:at_least(50), act = end_game {} } },
}
]]

--- The pack `base` and others: each is a table with the texts of `laws`, `events`, `cards`, and what
--- else its manifest says.
local function packs(others)
  local files = {
    ["base/pack.lua"] = manifest("base", 'rules = "rules.lua", events = "events.lua", laws = "laws.lua"'),
    ["base/rules.lua"] = RULES,
    ["base/events.lua"] = EVENTS,
    ["base/laws.lua"] = LAWS,
  }
  for name, pack in pairs(others) do
    local more = pack.requires or 'requires = { base = "1.0.0" }'
    for _, file in ipairs({ "laws", "events" }) do
      if pack[file] then
        more = ('%s, %s = "%s.lua"'):format(more, file, file)
        files[("%s/%s.lua"):format(name, file)] = pack[file]
      end
    end
    if pack.cards then
      more = more .. ', cards = "cards"'
      files[name .. "/cards/all.lua"] = pack.cards
    end
    files[name .. "/pack.lua"] = manifest(name, more)
    files[name .. "/tests/a.lua"] = pack.test
  end
  return files
end

local function laws(text, requires)
  return { laws = ("return laws {\n%s,\n}\n"):format(text), requires = requires }
end

local function events(text, requires)
  return { events = ('return events {\nas_of = "0.4",\n%s,\n}\n'):format(text), requires = requires }
end

local function tested(pack, text)
  pack.test = text
  return pack
end

--- A case of `strata check mine` that finds one mistake.
local function mistake(name, pack, out)
  return {
    name = name,
    args = { "check", "mine" },
    files = packs({ mine = pack }),
    out = out .. "\n1 pack, 2 scripts: 1 problem\n",
    status = 1,
  }
end

--- A case of a scenario with a step that `strata check` refuses.
local POINT <const> = [[action {
    "point", by = each.player, with = each.player, announce = { choose { "number", as = "many", least = 1, most = 9 } },
    act = hit { player = this, amount = named.many },
  },
  action { "finish", by = each.player, act = end_game { player = you } }]]

local function slip(step, out)
  local text = 'return scenario {\n  name = "slip",\n  steps = { { %s } },\n  expect = { "hits(A) = 0" },\n}\n'
  local case = mistake("a slip: " .. step, tested(laws(POINT), text:format(step)),
    "mine/tests/a.lua:3: scenario 'slip': " .. out)
  case.out = case.out:gsub("2 scripts", "3 scripts")
  return case
end

--- The pack `base` with other rules, and a scenario of a pack that requires it.
local function with_rules(from, to, test)
  local files = packs({ mine = tested(laws(POINT), test) })
  local at, last = RULES:find(from, 1, true)
  files["base/rules.lua"] = RULES:sub(1, at - 1) .. to .. RULES:sub(last + 1)
  return files
end

--- Neither roles nor an attribute `controller`.
local function without_roles()
  local files = with_rules('  roles = { name = "name", owner = "owner", controller = "controller" },\n', "")
  local text, count = files["base/rules.lua"]:gsub(", controller = {.-}", "", 1)
  assert(count == 1)
  files["base/rules.lua"] = text
  return files
end

local function seated(seats, test)
  return with_rules('seats = { "A", "B" }', seats, test)
end

local STRIKE <const> = 'amend "base:strike" { %s }'
local TURN <const> = 'amend "base:turn" { %s }'

local function two(left, right)
  return packs({ left = left, right = right })
end

local NONE <const> = "0 pairs of cards tried; not tried: three at once, other zones, handlers of chains, "
  .. "more than 48 events of a kind\n"

local BOTH <const> = 'requires = { base = "1.0.0", left = "1.0.0" }'

local function clash(what, b, a, line)
  local form = "right/%s: %s: 'right' makes it %s, and 'left' makes it %s in left/%s:%d; neither "
    .. "names the other: let one require the other, or a third that requires both say it\n"
  return form:format(what[1], what[2], b, a, what[3], line)
end

return {
  {
    name = "an action, a check and periods get what other packs make of them",
    args = { "test", "--no-smoke", "mine" },
    files = packs({
      mine = tested({
        laws = [[
return laws {
  amend "base:strike" {
    act = add { hit { player = you, amount = 2 } }, when = you.hits:less_than(50), cost = hit { player = you, amount = 10 },
  },
}
]],
        events = [[
return events {
  as_of = "0.4",
  amend "base:too many" { instead = { [2] = each.player & it.hits:at_least(20) }, act = hit { player = it, amount = -10 } },
  amend "base:main" { without = "acts", begins = hit { player = you, amount = 1 } },
  amend "base:turn" {
    without = "rest",
    period { "dawn", acts = each.player & it:is(you), before = "main" },
    period { "dusk", acts = each.player & it:is(you) },
  },
  amend "base:course" { period { "night", acts = each.player } },
}
]],
      }, [[
return scenario {
  name = "amended",
  steps = {
    { start = "A" },
    { check = "dawn" },
    { act = "strike", by = "A" },
    { check = "struck" },
    { go = "dusk" },
    { act = "strike", by = "A" },
    { go = "night" },
  },
  expect = { "dawn: hits(A) = 0", "struck: hits(A) = 13", "hits(A) = 17" },
}
]]),
    }),
    out = "TAP version 13\n1..1\nok 1 - amended\n# 1 passed, 0 failed\n",
  },
  {
    name = "what nobody amends stays as it is",
    args = { "test", "--no-smoke", "mine" },
    files = packs({
      mine = tested(events('event { "other" }'), [[
return scenario {
  name = "plain",
  steps = { { start = "A" }, { act = "strike", by = "A" }, { go = "rest" }, { act = "strike", by = "A" } },
  expect = { "hits(A) = 2" },
}
]]),
    }),
    out = "TAP version 13\n1..1\nok 1 - plain\n# 1 passed, 0 failed\n",
  },
  {
    name = "why-def tells who has changed which field of an action",
    args = { "why-def", "mine", "strike" },
    files = packs({ mine = laws(STRIKE:format('without = "when",\n  act = hit { player = you, amount = 3 }')) }),
    out = [[
action base:strike: made by base, base/laws.lua:2
  act   hit { amount 1, player you } -> hit { amount 3, player you }  by mine, mine/laws.lua:3
  when  you's hits less than 5 -> gone  by mine, mine/laws.lua:2
handler base:strike: made by base, base/laws.lua:2
]],
  },
  {
    name = "why-def tells who has changed a period, as JSON",
    args = { "why-def", "--json", "mine", "turn" },
    files = packs({ mine = events(TURN:format('without = "rest", period { "dusk", after = "main" }')) }),
    out = '{"kind": "period", "name": "turn", "pack": "base", "path": "base/events.lua", "line": 15, "altered": ['
      .. '{"what": "period rest", "old": "period: rest, acts each player and it is you", "new": "gone", "pack": "mine", '
      .. '"path": "mine/events.lua", "line": 3}, {"what": "period", "old": "none", "new": "dusk, after main", '
      .. '"pack": "mine", "path": "mine/events.lua", "line": 3}]}\n',
  },
  {
    name = "why-def tells what has been taken out, by whom the play is changed, and whose a check is",
    args = { "why-def", "mine", "rest" },
    files = packs({ mine = events(TURN:format('without = "rest"')) }),
    out = "period rest (taken out): made by base, base/events.lua:18\n",
  },
  {
    name = "why-def tells who has changed how a game goes on",
    args = { "why-def", "mine", "play" },
    files = packs({ mine = events('amend "base:play" { on_loop = "end_game" }') }),
    out = "rule play: made by base, base/events.lua:10\n"
      .. "  on_loop  nothing -> end_game  by mine, mine/events.lua:3\n",
  },
  {
    name = "a pack that names another changes what that has made of it",
    args = { "why-def", "right", "too many" },
    files = two(
      events('amend "base:too_many" { resets = "hits" }'),
      events('amend "base:too_many" { resets = add "seat" }', BOTH)
    ),
    out = "check too_many 'too many': made by base, base/events.lua:9\n"
      .. "  resets  nothing -> hits  by left, left/events.lua:3\n"
      .. "  resets  hits -> (hits, seat)  by right, right/events.lua:3\n",
  },
  -- Conflicts -----------------------------------------------------------------
  {
    name = "two packs that give one field of an action different values are in conflict",
    args = { "conflicts", "left", "right" },
    files = two(laws(STRIKE:format("when = you.hits:less_than(3)")), laws(STRIKE:format("when = you.hits:less_than(7)"))),
    out = clash({ "laws.lua:2: amend 'base:strike'", "when", "laws.lua" }, "you's hits less than 7", "you's hits less than 3", 2)
      .. NONE,
    status = 1,
  },
  {
    name = "two packs that give a field the same value, or change different ones, are not",
    args = { "conflicts", "left", "right" },
    files = two(
      laws(STRIKE:format("when = you.hits:less_than(3), act = hit { player = you, amount = 2 }")),
      laws(STRIKE:format("when = you.hits:less_than(3), cost = hit { player = you, amount = 2 }"))
    ),
    out = NONE,
  },
  {
    name = "two packs that add acts are in conflict, as one comes before the other",
    args = { "conflicts", "left", "right" },
    files = two(laws(STRIKE:format("act = add { hit { player = you, amount = 2 } }")),
      laws(STRIKE:format("act = add { hit { player = you, amount = 2 } }"))),
    out = clash({ "laws.lua:2: amend 'base:strike'", "act", "laws.lua" },
      "(hit { amount 1, player you }, hit { amount 2, player you }, hit { amount 2, player you })",
      "(hit { amount 1, player you }, hit { amount 2, player you })", 2) .. NONE,
    status = 1,
  },
  {
    name = "two packs that put a period in one place are in conflict",
    args = { "conflicts", "left", "right" },
    files = two(events(TURN:format('period { "dawn", before = "main" }')), events(TURN:format('period { "sun", before = "main" }'))),
    out = clash({ "events.lua:3: amend 'base:turn'", "a period before main", "events.lua" }, "sun, before main",
      "dawn, before main", 3) .. NONE,
    status = 1,
  },
  {
    name = "two packs that declare one period are told where the other is",
    args = { "conflicts", "left", "right" },
    files = two(events(TURN:format('period { "dawn", before = "main" }')), events(TURN:format('period { "dawn", after = "main" }'))),
    err = "error: right/events.lua:3: amend 'base:turn': period 'dawn' is declared already, in left/events.lua:3; "
      .. "give it another name\n",
    status = 1,
  },
  {
    name = "a step does not choose between actions of two packs",
    args = { "test", "--no-smoke", "right" },
    files = packs({
      right = tested(laws('action { "strike", by = each.player, act = hit { player = you, amount = 1 } }'), [[
return scenario { name = "one", steps = { { start = "A" }, { act = "strike", by = "A" } }, expect = { "hits(A) = 1" } }
]]),
    }),
    out = "TAP version 13\n1..1\nnot ok 1 - right/tests/a.lua\n  ---\n  message: \"right/tests/a.lua:1: scenario 'one': "
      .. "act: 'strike' is an action of several packs; write 'base:strike' or 'right:strike'\"\n...\n",
    status = 1,
  },
  -- Mistakes ------------------------------------------------------------------
  mistake("a law is amended nowhere", laws('amend "base:hurt" { when = false }'),
    "mine/laws.lua:2: amend 'base:hurt': amend: 'base:hurt': it is a law, which stays what it is; write a law of your own beside it"),
  mistake("an event is amended nowhere", events('amend "base:hit" { can = false }'),
    "mine/events.lua:3: amend 'base:hit': amend: 'base:hit': it is an event, which keeps what it does; replace { ... } it, "
      .. "watch for it, or write a handler of its chain"),
  mistake("an attribute is extended", events('amend "base:hits" { can = false }'),
    "mine/events.lua:3: amend 'base:hits': amend: 'base:hits': the rules say it; write extend { ... } in the pack's file of rules"),
  mistake("a period is amended among events", laws(TURN:format('without = "rest"')),
    "mine/laws.lua:2: amend 'base:turn': amend: 'base:turn': it is a period, so the amendment belongs in the pack's file of events"),
  mistake("an action is amended among laws", events(STRIKE:format('without = "when"')),
    "mine/events.lua:3: amend 'base:strike': amend: no check, no period, no pool, no course and no play 'base:strike'; the file of laws "
      .. "amends actions, and those of cards amend cards"),
  mistake("an action that is not there", laws('amend "base:stroke" { without = "when" }'),
    "mine/laws.lua:2: amend 'base:stroke': amend: no action 'base:stroke'; did you mean 'base:strike'?"),
  mistake("a field that is not there", laws(STRIKE:format("whenn = each.player")),
    "mine/laws.lua:2: amend 'base:strike': action: no field 'whenn'; did you mean 'when'?"),
  mistake("a field of another kind", laws(STRIKE:format("by = 3")),
    "mine/laws.lua:2: amend 'base:strike': action: by: expected which players, as each.player, got 3"),
  mistake("what the engine finds is told where it stands", laws(STRIKE:format("act = hit { player = you, amount = named.many }")),
    "mine/laws.lua:2: amend 'base:strike': hit: amount: nothing is bound to named.many here; bind it before, as "
      .. 'let { "many", ... }, or by as = "many"'),
  mistake("an event of play that is not there", events('amend "base:play" { on_loop = "drawn" }'),
    "mine/events.lua:3: amend 'base:play': on_loop: no event 'drawn'; declare it"),
  mistake("a field is taken out that is not there", laws(STRIKE:format('without = "cost"')),
    "mine/laws.lua:2: amend 'base:strike': amend: without: 'base:strike' has no cost; it has act, by, when"),
  mistake("a period is taken out that is not there", events(TURN:format('without = "mainn"')),
    "mine/events.lua:3: amend 'base:turn': amend: without: 'base:turn' has no mainn; did you mean 'main'?"),
  mistake("a period that is gone is amended no more", events('amend "base:turn" { without = "main" }, amend "base:main" { without = "acts" }'),
    "mine/events.lua:3: amend 'base:main': amend: 'base:main' is gone: mine/events.lua:3 takes it out"),
  mistake("an action has no list", laws(STRIKE:format("hit { player = you, amount = 1 }")),
    "mine/laws.lua:2: amend 'base:strike', ability 1 (hit): amend: in place 1 of its list: an action has no list of periods; say fields by name"),
  mistake("a period is put behind one that is there", events(TURN:format('period { "dusk", after = "mainn" }')),
    "mine/events.lua:3: amend 'base:turn': amend: period: after: 'base:turn' has no period mainn; did you mean 'main'?"),
  mistake("an operation of numbers is none of acts", laws(STRIKE:format("act = mul(2)")),
    "mine/laws.lua:2: amend 'base:strike': amend: act: 'mul 2' is an operation of lists; say all of it"),
  mistake("an amendment says something", laws(STRIKE:format("")),
    "mine/laws.lua:2: amend 'base:strike': amend: it changes nothing; say a field, `without` or `instead`"),
  mistake("an own action is changed in its file", laws('action { "own", by = each.player, act = {} }, amend "mine:own" { without = "by" }'),
    "mine/laws.lua:2: amend 'mine:own': amend: 'mine:own' is of this pack itself; change its file"),
  {
    name = "a file of cards amends no action",
    args = { "check", "mine" },
    files = packs({ mine = { cards = 'return amend "base:strike" { without = "when" }\n' } }),
    out = "mine/cards/all.lua:1: amend 'base:strike': amend: no card 'base:strike'; it is an action, so the amendment belongs "
      .. "in the pack's file of laws\n1 pack, 2 scripts: 1 problem\n",
    status = 1,
  },
  -- Scenarios ------------------------------------------------------------------
  slip("act = \"stroke\", by = \"A\"", "act: no player can do 'stroke'; did you mean 'strike'?"),
  slip("act = \"strike\", by = \"C\"", "act: by: no player 'C'; there are A, B"),
  slip("act = \"strike\", with = \"A\", by = \"A\"", "act: 'strike' is done with no object; take out `with`"),
  slip("act = \"point\", by = \"A\"",
    "act: 'point' is done with an object; say which, as in { act = \"point\", with = \"...\" }"),
  slip("act = \"strike\", by = \"A\", announce = { many = 1 }", "act: announce: 'strike' announces no 'many'; it announces nothing"),
  slip("act = \"point\", with = \"B\", by = \"A\", announce = { manny = 1 }",
    "act: announce: 'point' announces no 'manny'; did you mean 'many'?"),
  slip("refused = { act = \"stroke\", by = \"A\" }", "act: no player can do 'stroke'; did you mean 'strike'?"),
  slip("go = \"mainn\"", "go: no period 'mainn'; did you mean 'main'?"),
  slip("go = \"main\", of = \"C\"", "go: of: no player 'C'; there are A, B"),
  slip("start = \"C\"", "start: no player 'C'; there are A, B; 'strata help start' shows how to say it"),
  {
    name = "steps that say it right",
    args = { "test", "--no-smoke", "mine" },
    files = packs({ mine = tested(laws(POINT), [[
return scenario {
  name = "right",
  steps = {
    { start = "B" },
    { go = "main", of = "A" },
    { act = "point", with = "B", by = "A", announce = { many = 3 } },
    { act = "finish", by = "A" },
    { refused = { go = "rest" } },
    { refused = { act = "strike", by = "A" } },
  },
  expect = { "hits(B) = 3" },
}
]]) }),
    out = "TAP version 13\n1..1\nok 1 - right\n# 1 passed, 0 failed\n",
  },
  {
    name = "as many play as the rules seat, in scenarios",
    args = { "test", "--no-smoke", "mine" },
    files = seated('seats = { "A", "B", "C" }', [[
return scenario { name = "three", steps = { { start = "C" } }, expect = { "acting(C)", "next_player(B) = C" } }
]]),
    out = "TAP version 13\n1..1\nok 1 - three\n# 1 passed, 0 failed\n",
  },
  {
    name = "as many play as the rules seat, in sessions",
    args = { "--pack", "base", "repl" },
    files = seated('seats = { "A", "B", "C" }'),
    input = "print(#world:select('it.seat > 0'), C.name)\n",
    out = "3\tC\n",
  },
  {
    name = "fewer play if the rules say so",
    args = { "--pack", "base", "repl" },
    files = seated('seats = { "A", "B", "C" }, players = 2'),
    input = "print(#world:select('it.seat > 0'))\n",
    out = "2\n",
  },
  {
    name = "no more play than there are seats",
    args = { "check", "base" },
    files = seated('seats = { "A", "B", "C" },\n  players = 4'),
    out = "base/rules.lua:13: players: expected a number from 1 to that of the seats, 3, got 4\n1 pack, 4 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "rules without a controller, whom a course asks for",
    args = { "check", "base" },
    files = with_rules(', controller = "controller" }', " }"),
    out = "base/rules.lua:8: roles: it has no 'controller', the attribute that says who `you` is; say controller = "
      .. "\"controller\"\n1 pack, 4 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "rules that say no roles, and have no attribute of the name of one",
    args = { "check", "base" },
    files = without_roles(),
    out = "base/rules.lua:3: attributes: they have no 'controller', which says who `you` is; declare it, or say "
      .. "roles = { controller = ... }\n1 pack, 4 scripts: 1 problem\n",
    status = 1,
  },
  mistake("a period is added beside another", events('event { "prolong", does = { adds_period { "rest", after = "turn" } } }'),
    "mine/events.lua:3: adds_period: after: 'rest' comes in turn, and 'turn' in course; name a period beside it"),
  {
    name = "nothing is made of a card that is there for others to be like it",
    args = { "--pack", "mine", "repl" },
    files = packs({ mine = { cards = 'return { card { name = "Any", abstract = true }, card { name = "One", like = "Any" } }\n' } }),
    input = 'print(pcall(world.spawn, world, "mine:any"))\nprint(world:spawn("mine:one").name)\n',
    out = "false\tworld:spawn: 'mine:any' is abstract, so nothing is made of it; name a card that is like it\nOne\n",
  },
}
