-- luacheck: no max line length
--- What the program says of the tests of packs, and why values in scenarios are what they are; cli.lua
--- runs it.
local small_packs = require("small_packs")

local MANIFEST <const>, SMALL_GAME <const> = small_packs.MANIFEST, small_packs.SMALL_GAME

-- A card whose function calls one of a module, which takes as long as it is told.
local LOOPING_GAME <const> = {
  ["mine/pack.lua"] = (SMALL_GAME["mine/pack.lua"]:gsub('cards =', 'events = "events.lua", cards =')),
  ["mine/rules.lua"] = [[
return ruleset {
  layers = { "add" }, default_layers = { power = "add" }, zones = { table = { shared = true } }, home = "table",
  attributes = { name = "sym", power = "int", kinds = { "set", "imp" }, gifts = "abilities", controller = "ref", owner = "ref" },
  roles = { controller = "controller", owner = "owner", name = "name", abilities = "gifts", kinds = "kinds" },
  nouns = { body = { zone = "table" } },
}
]],
  ["mine/events.lua"] = 'return events { event { "wave", fields = { who = "ref" }, affected = "who", phases = { "do" } } }\n',
  ["mine/lib/loops.lua"] = "local M = {}\nfunction M.loop(count) for _ = 1, count do end end\nreturn M\n",
  ["mine/cards/imp.lua"] = 'local loops = require("lib.loops")\nreturn card { name = "Imp", power = 1,\n  on.wave["do"] { function(ctx) loops.loop(ctx.this.power * 5000000) end } }\n',
  ["mine/tests/imps.lua"] = [[
return {
  scenario { name = "a short one", setup = { { "A", "table", "i: Imp" } }, steps = { { effect = { power = set(0) }, on = "i" }, { emit = wave { who = "i" } } }, expect = { "power(i) = 0" } },
  scenario { name = "a long one", setup = { { "A", "table", "i: Imp" } }, steps = { { emit = wave { who = "i" } } }, expect = { "power(i) = 1" } },
}
]],
}

-- A line of it would hold whatever number it said.
local VACUOUS_GAME <const> = {
  ["mine/pack.lua"] = SMALL_GAME["mine/pack.lua"],
  ["mine/rules.lua"] = SMALL_GAME["mine/rules.lua"],
  ["mine/cards/imp.lua"] = 'return { card { name = "Imp", power = 1 }, card { name = "Imp 7" }, card { name = "Imp 8" } }\n',
  ["mine/tests/imps.lua"] = [[
return scenario {
  name = "an imp, and effects that are not there",
  setup = { { "A", "table", "i: Imp" } },
  expect = { "power(i) = 1", "no continuous effects remain from Imp 7", "power(i) >= 0" },
}
]],
}

return {
  -- Tests of packs ----------------------------------------------------------
  {
    name = "the tests of the tour",
    args = { "test", "cards/tour" },
    out = [[
TAP version 13
1..2
ok 1 - cards/tour/tests/first_game.lua
ok 2 - cards/tour/tests/world.lua
# 2 passed, 0 failed
]],
  },
  {
    name = "a test that fails",
    args = { "test", "mine" },
    files = {
      ["mine/pack.lua"] = MANIFEST,
      ["mine/two.lua"] = "return 2\n",
      ["mine/tests/a.lua"] = "print('said')\nassert(require('two') == 2)\n",
      ["mine/tests/b.lua"] = "leak = 1\nassert(require('two') == 3, 'two is not 3')\n",
      ["mine/tests/c.lua"] = "assert(leak == nil)\n",
    },
    out = [[
TAP version 13
1..3
# said
ok 1 - mine/tests/a.lua
not ok 2 - mine/tests/b.lua
  ---
  message: "mine/tests/b.lua:2: two is not 3"
  file: "mine/tests/b.lua"
  line: 2
  ...
ok 3 - mine/tests/c.lua
# 2 passed, 1 failed
]],
    status = 1,
  },
  {
    name = "one test alone",
    args = { "test", "cards/tour/tests/first_game.lua" },
    out = "TAP version 13\n1..1\nok 1 - cards/tour/tests/first_game.lua\n# 1 passed, 0 failed\n",
  },
  {
    name = "tests of a folder that is not there",
    args = { "test", "nowhere" },
    err = "strata test: no file or folder 'nowhere'\n",
    status = 2,
  },
  {
    name = "tests of a pack with a bad manifest",
    args = { "test", "mine" },
    files = { ["mine/pack.lua"] = "return 7\n", ["mine/tests/a.lua"] = "" },
    out = "TAP version 13\n1..1\nnot ok 1 - mine/tests/a.lua\n...\n# 0 passed, 1 failed\n",
    status = 3,
  },

  {
    name = "scenarios of a pack of cards",
    args = { "test", "mine" },
    files = SMALL_GAME,
    out = [[
TAP version 13
1..4
ok 1 - an imp
not ok 2 - a stronger imp
  ---
  message: "power(i) = 4: got 3"
  file: "mine/tests/imps.lua"
  line: 7
  failures:
    - expected: "power(i) = 4"
      got: "3"
      why: |
        power = 3
          base         -> 1
          add   add 2  -> 3  Growth, timestamp 5
  ...
ok 3 - mine/tests/plain.lua
ok 4 - the one card in a small world
# 3 passed, 1 failed
]],
    status = 1,
  },
  {
    name = "a module has the limits of the handler that calls it",
    args = { "test", "--no-smoke", "mine" },
    files = LOOPING_GAME,
    out = function(text)
      assert(text:find("\nok 1 - a short one\n", 1, true), text)
    end,
    err = function(text)
      assert(text:find("^fault: handler 'mine:imp_1_h1': mine/lib/loops.lua:2: instruction budget"), text)
    end,
    status = 1,
  },
  {
    name = "lines that hold also when they are changed",
    args = { "test", "--mutate", "--no-smoke", "mine" },
    files = VACUOUS_GAME,
    out = [[
TAP version 13
1..1
not ok 1 - an imp, and effects that are not there
  ---
  message: "no continuous effects remain from Imp 7: got it holds as 'no continuous effects remain from Imp 8' too"
  file: "mine/tests/imps.lua"
  line: 1
  failures:
    - expected: "no continuous effects remain from Imp 7"
      got: "it holds as 'no continuous effects remain from Imp 8' too"
  ...
# 0 passed, 1 failed
]],
    status = 1,
  },
  {
    name = "only some tests",
    args = { "test", "mine", "--filter", "an imp" },
    files = SMALL_GAME,
    out = "TAP version 13\n1..1\nok 1 - an imp\n# 1 passed, 0 failed\n",
  },
  {
    name = "finding_NC03: a filter that finds nothing",
    args = { "test", "mine", "--filter", "nothing_matches" },
    files = SMALL_GAME,
    out = "",
    err = "strata test: no test has 'nothing_matches' in its name or its path; without --filter all tests"
      .. " are listed\n",
    status = 1,
  },
  {
    name = "finding_NC03: a pack without tests, whose cards are not tried either",
    args = { "test", "bare", "--no-smoke" },
    files = {
      ["bare/pack.lua"] = 'return { name = "bare", version = "0.1.0", description = "Bare", license = "MIT",'
        .. ' api = 1, requires = { classic = ">=0.1.0" } }\n',
      ["bare/tests/none.txt"] = "",
    },
    out = "",
    err = "strata test: there is no test; `strata new card PACK:NAME` makes a card and its test, or write"
      .. " one as tests/NAME.lua, which returns scenario { ... }\n",
    status = 1,
  },
  {
    name = "a pack with scenarios and no cards of its own",
    args = { "test", "guests" },
    files = {
      ["guests/pack.lua"] = 'return { name = "guests", version = "0.1.0", description = "Guests",'
        .. ' license = "MIT", api = 1, requires = { classic = ">=0.1.0" } }\n',
      ["guests/tests/bear.lua"] = 'return scenario { name = "a bear",\n'
        .. '  setup = { { "A", "battlefield", "Grizzly Bears" } },\n'
        .. '  expect = { "pt(Grizzly Bears) = 2/2" },\n}\n',
    },
    out = "TAP version 13\n1..1\nok 1 - a bear\n# 1 passed, 0 failed\n",
  },
  {
    name = "why a value in a scenario",
    args = { "why", "mine/tests/imps.lua", "i.power", "--filter", "stronger" },
    files = SMALL_GAME,
    out = "a stronger imp: i.power\npower = 3\n  base         -> 1\n"
      .. "  add   add 2  -> 3  Growth, timestamp 5\n",
  },
  {
    name = "the order in a layer of a scenario",
    args = { "graph", "cards/classic/tests/types.lua", "type", "--filter", "Blood Moon:" },
    out = function(text)
      local moon, law = text:find("Blood Moon", 1, true), text:find("classic:mountain", 1, true)
      assert(moon and law and moon < law, "the law that gives red mana comes last")
    end,
  },
  {
    name = "why a value is what it is, as a record",
    args = { "why", "cards/classic/tests/power.lua", "Grizzly Bears.power", "--json" },
    out = function(text)
      local head = '{"v": 1, "scenario": "Glorious Anthem: mine are larger", '
        .. '"file": "cards/classic/tests/power.lua", "entity": "Grizzly Bears #5:1", '
        .. '"attribute": "power", "base": 2, "value": 3,\n  "amended": [],\n  "rows": [\n'
      assert(text:sub(1, #head) == head, text)
      local row = '"operand": "add 1", "formula": "", "name": "Glorious Anthem", '
        .. '"source": "Glorious Anthem #4:1", "at": "classic/cards/glorious_anthem.lua:2", '
      assert(text:find(row, 1, true), text)
      assert(text:find('"before": 2, "after": 3}]}\n$'), text)
      assert(select(2, text:gsub('"status"', "")) == 1, "the law that does nothing is left out")
    end,
  },
  {
    name = "only a value has other forms than text",
    args = { "why", "cards/classic/tests/power.lua", "damage", "--html" },
    err = "error: why: --html is for values, CARD.attribute, and got 'damage'\n",
    status = 1,
  },
  {
    name = "one form at a time",
    args = { "why", "cards/classic/tests/power.lua", "a.b", "--html", "--json" },
    err = "strata why: one form only (strata why --help)\n",
    status = 2,
  },
  {
    name = "the order in a layer as a graph",
    args = { "graph", "cards/classic/tests/types.lua", "type", "--filter", "Blood Moon:", "--dot" },
    out = function(text)
      assert(text:find("^digraph"), "no graph")
      assert(text:find("Blood Moon", 1, true), "no effect")
    end,
  },
  {
    name = "a layer that there is not",
    args = { "graph", "mine/tests/imps.lua", "ad" },
    files = SMALL_GAME,
    err = function(text)
      assert(text:find("unknown layer 'ad'; did you mean 'add'?", 1, true), text)
    end,
    status = 1,
  },
  {
    name = "why of an event in a scenario",
    args = { "why", "cards/craft_tax/tests/taxes.lua", "craft" },
    out = [[
craft_tax: the office keeps a blade: craft
craft (row 2 of action 1)
  proposed  step:n1                             count = 4, price = 2, who = Smith
  replaced  Tax Office, craft_tax:tax_office_1  count: 4 -> 3
  happened                                      count = 3, price = 2, who = Smith
]],
  },
  {
    name = "why a card did nothing about an event in a scenario",
    args = {
      "why", "cards/craft_tax/tests/taxes.lua", "Strike.strike not craft", "--filter", "no skill",
    },
    out = [[
craft_tax: who has no skill crafts nothing, whatever else would happen: Strike.strike not craft
Strike, craft_tax:strike_1, about craft (row 1 of action 1)
  cannot  it could not happen (614.17): Guild, craft_tax:guild_1
]],
  },
  {
    name = "why of an event that there is not",
    args = { "why", "cards/craft_tax/tests/taxes.lua", "crft" },
    err = function(text)
      assert(text:find("unknown event 'crft'; did you mean 'craft'?", 1, true), text)
      assert(text:find("^error: world:why: "), text) -- and no place in the library's own Lua
    end,
    status = 1,
  },
  {
    name = "why of what is not there",
    args = { "why", "mine/tests/imps.lua", "Ipm.power" },
    files = SMALL_GAME,
    err = "error: there is no 'Ipm'; did you mean 'Imp'?\n",
    status = 1,
  },
  {
    name = "a scenario of a card that there is not, and another that is fine",
    args = { "test", "mine" },
    files = {
      ["mine/pack.lua"] = SMALL_GAME["mine/pack.lua"],
      ["mine/rules.lua"] = SMALL_GAME["mine/rules.lua"],
      ["mine/cards/imp.lua"] = SMALL_GAME["mine/cards/imp.lua"],
      ["mine/tests/a.lua"] = 'return scenario { name = "a", setup = { { "A", "table", "Ipm" } } }',
      ["mine/tests/b.lua"] = SMALL_GAME["mine/tests/plain.lua"],
    },
    out = [[
TAP version 13
1..3
not ok 1 - mine/tests/a.lua
  ---
  message: "mine/tests/a.lua:1: scenario 'a': no card 'Ipm'; did you mean 'Imp'?"
  file: "mine/tests/a.lua"
  line: 1
  ...
ok 2 - mine/tests/b.lua
ok 3 - the one card in a small world
# 2 passed, 1 failed
]],
    status = 1,
  },
}
