--- What the program says of packs: their tests and checks; cli.lua runs it.

local MANIFEST <const> = [[
return {
  name = "mine",
  version = "1.0.0",
  description = "A pack of a test",
  license = "MIT",
  api = 1,
}
]]

--- A pack with one card and one scenario that does not come out.
local SMALL_GAME <const> = {
  ["mine/pack.lua"] = MANIFEST:gsub("api = 1,", 'api = 1, rules = "rules.lua", cards = "cards",'),
  ["mine/rules.lua"] = [[
return ruleset {
  layers = { "add" },
  default_layers = { power = "add" },
  attributes = { name = { "sym" }, power = { "int" }, controller = "ref", owner = "ref" },
  zones = { table = { shared = true } },
  home = "table",
}
]],
  ["mine/cards/imp.lua"] = 'return card { name = "Imp", power = 1 }\n',
  ["mine/tests/imps.lua"] = [[
return {
  scenario {
    name = "an imp",
    setup = { { "A", "table", "Imp" } },
    expect = { "Imp: power=1" },
  },
  scenario {
    name = "a stronger imp",
    setup = { { "A", "table", "i: Imp" } },
    steps = { { effect = { power = add(2) }, on = "i", name = "Growth" } },
    expect = { "power(i) = 4", "power(i) = 3" },
  },
}
]],
  ["mine/tests/plain.lua"] = "assert(1 + 1 == 2)\n",
}

-- A line of it would hold whatever number it said.
local VACUOUS_GAME <const> = {
  ["mine/pack.lua"] = SMALL_GAME["mine/pack.lua"],
  ["mine/rules.lua"] = SMALL_GAME["mine/rules.lua"],
  ["mine/cards/imp.lua"] = SMALL_GAME["mine/cards/imp.lua"],
  ["mine/tests/imps.lua"] = [[
return scenario {
  name = "an imp, and an effect that is not there",
  setup = { { "A", "table", "i: Imp" } },
  expect = { "power(i) = 1", "no continuous effects remain from Growth 7", "power(i) >= 0" },
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
1..3
ok 1 - an imp
not ok 2 - a stronger imp
  ---
  file: mine/tests/imps.lua:7
  failures:
    - expected: "power(i) = 4"
      got: "3"
      why: |
        power = 3
          base         -> 1
          add   add 2  -> 3  Growth, timestamp 5
  ...
ok 3 - mine/tests/plain.lua
# 2 passed, 1 failed
]],
    status = 1,
  },
  {
    name = "lines that hold also when they are changed",
    args = { "test", "--mutate", "mine" },
    files = VACUOUS_GAME,
    out = [[
TAP version 13
1..1
not ok 1 - an imp, and an effect that is not there
  ---
  file: mine/tests/imps.lua:1
  failures:
    - expected: "no continuous effects remain from Growth 7"
      got: "it holds as 'no continuous effects remain from Growth 8' too"
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
    end,
    status = 1,
  },
  {
    name = "why of what is not there",
    args = { "why", "mine/tests/imps.lua", "Ipm.power" },
    files = SMALL_GAME,
    err = "error: there is no 'Ipm'\n",
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
1..2
not ok 1 - mine/tests/a.lua
  ---
  message: "mine/tests/a.lua:1: scenario 'a': no card 'Ipm'; did you mean 'Imp'?"
  ...
ok 2 - mine/tests/b.lua
# 1 passed, 1 failed
]],
    status = 1,
  },

  -- Checks of packs ---------------------------------------------------------
  {
    name = "check what cards say",
    args = { "check", "mine" },
    files = {
      ["mine/pack.lua"] = SMALL_GAME["mine/pack.lua"],
      ["mine/rules.lua"] = SMALL_GAME["mine/rules.lua"],
      ["mine/cards/a.lua"] = 'return card { name = "A", pwoer = 1 }\n',
      ["mine/cards/b.lua"] = 'return card { name = "B", power = "1" }\n',
    },
    out = [[
mine/cards/a.lua:1: card 'A': no field 'pwoer'; did you mean 'power'?
mine/cards/b.lua:1: card 'B': power: expected a number, got 1
1 pack, 4 scripts: 2 problems
]],
    status = 1,
  },
  { name = "check the tour", args = { "check", "cards/tour" }, out = "1 pack, 9 scripts: ok\n" },
  {
    name = "check finds every mistake of syntax",
    args = { "check", "mine/" },
    files = {
      ["mine/pack.lua"] = MANIFEST,
      ["mine/a.lua"] = "local x = = 1\n",
      ["mine/b.lua"] = "print('not run')\n",
      ["mine/tests/c.lua"] = "\n\nfor\n",
    },
    out = [[
mine/a.lua:1: unexpected symbol near '='
mine/tests/c.lua:4: <name> expected near <eof>
1 pack, 4 scripts: 2 problems
]],
    status = 1,
  },
  {
    name = "check finds rules that are outside of their pack",
    args = { "check", "mine" },
    files = { ["mine/pack.lua"] = MANIFEST:gsub("api = 1,", 'api = 1, rules = "../rules.lua",') },
    out = function(text)
      assert(text:find("mine/pack.lua: rules: expected a file of the pack", 1, true), text)
    end,
    status = 3,
  },
  {
    name = "check finds a pack that needs one that is not there",
    args = { "check", "mine" },
    files = {
      ["mine/pack.lua"] = MANIFEST:gsub(
        "api = 1,",
        'api = 1, cards = "cards", requires = { gone = "1" },'
      ),
      ["mine/cards/a.lua"] = "return {}\n",
    },
    out = "mine/pack.lua: requires: there is no pack 'gone'\n1 pack, 2 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "check finds cards without rules",
    args = { "check", "mine" },
    files = {
      ["mine/pack.lua"] = MANIFEST:gsub("api = 1,", 'api = 1, cards = "cards",'),
      ["mine/cards/a.lua"] = "return {}\n",
    },
    out = 'mine/pack.lua: no pack says the rules; give it rules = "rules.lua"\n'
      .. "1 pack, 2 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "check finds a bad manifest",
    args = { "check", "mine" },
    files = { ["mine/pack.lua"] = 'return { name = "mine", verison = "1.0.0" }\n' },
    out = function(text)
      assert(text:find("mine/pack.lua", 1, true), "which file?")
      assert(text:find("1 problem\n", 1, true), "how many?")
    end,
    status = 3,
  },
  {
    name = "check finds a script that is not there",
    args = { "check", "mine", "cards/tour" },
    files = { ["mine/pack.lua"] = MANIFEST:gsub("api = 1,", 'api = 1, scripts = { "gone" },') },
    out = "mine/pack.lua: scripts: there is no gone.lua\n2 packs, 10 scripts: 1 problem\n",
    status = 3,
  },
  {
    name = "check one script",
    args = { "check", "cards/tour/play.lua" },
    out = "0 packs, 1 script: ok\n",
  },
}
