--- What the program is asked, and what it must answer; cli.lua runs it.

local FIRST_GAME <const> = [[
--- Turn 1: Base stats ---
Test Creature starts as 2/2
--- Turn 1: Giant Growth Applied (+3/+3) ---
Test Creature after Giant Growth: 5/5
--- Turn 2: Static Buff Applied (+1/+1) ---
Test Creature after Static Buff: 6/6
--- Turn 3: Xenagos, God of Revels Effect Applied (base: x2/x1) ---
Test Creature after Xenagos Effect: 8/6
--- Turn 4: Effects Worn Off ---
Test Creature after all effects expire: 2/2
]]

local ONE_BY_ONE <const> = [[
--- Effects end, oldest first ---
with all three: 8/6
without Giant Growth: 5/3
without Static Buff: 4/2
without Xenagos, God of Revels: 2/2
--- Effects end, newest first ---
with all three: 8/6
without Xenagos, God of Revels: 6/6
without Static Buff: 5/5
without Giant Growth: 2/2
]]

local HUMILITY <const> = [[
--- Humility, then Glorious Anthem ---
Grizzly Bears: 2/2
Hill Giant: 2/2
--- Glorious Anthem, then Humility ---
Grizzly Bears: 2/2
Hill Giant: 2/2
Why?
power = 2
  base         -> 3
  72    set 1  -> 1  Humility, timestamp 4
  73    add 1  -> 2  Glorious Anthem, timestamp 3
]]

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

--- A REPL session.
local function session(name, input, out, err, status)
  return {
    name = name,
    args = { "repl" },
    input = input,
    out = out,
    err = err,
    status = status or (err and 1 or 0),
  }
end

return {
  -- The command line --------------------------------------------------------
  { name = "version", args = { "--version" }, out = "strata 0.3.0\n" },
  {
    name = "help lists every verb",
    args = { "--help" },
    out = function(text)
      for _, verb in ipairs({
        "repl", "run", "test", "check", "why", "graph", "profile", "bench",
      }) do
        assert(text:find("\n  " .. verb .. " "), "no verb " .. verb)
      end
      for _, word in ipairs({ "--pack", "--version", "--json", "0 ok", "130" }) do
        assert(text:find(word, 1, true), "no " .. word)
      end
    end,
  },
  {
    name = "each verb has help with two examples",
    args = { "run", "--help" },
    out = [[
Usage: strata run [--limited] FILE.lua [ARG...]

Runs a script in the sandbox; `-` reads it from standard input. The
script finds its arguments in `...`. Ctrl-C stops it with status 130.
With --limited it may take no more than a stranger's: 3 million steps,
16 MiB, 256 KiB in one piece, 64 KiB of output.

Examples:
  strata run cards/tour/play.lua
  strata run - < cards/tour/humility.lua
]],
  },
  {
    name = "an unknown verb",
    args = { "rnu" },
    err = "strata: no verb 'rnu'; the nearest is 'run' (strata --help lists them)\n",
    status = 2,
  },
  {
    name = "an unknown verb with letters swapped",
    args = { "chekc", "cards/tour" },
    err = "strata: no verb 'chekc'; the nearest is 'check' (strata --help lists them)\n",
    status = 2,
  },
  {
    name = "a script in place of a verb",
    args = { "game.lua" },
    err = "strata: no verb 'game.lua'; to run a script: strata run game.lua\n",
    status = 2,
  },
  {
    name = "a verb that could harm the terminal",
    args = { "\27[2J" },
    err = "strata: no verb '\\x1B[2J'; the nearest is 'repl' (strata --help lists them)\n",
    status = 2,
  },
  {
    name = "an unknown option",
    args = { "--pcak" },
    err = "strata: no option '--pcak' (see strata --help)\n",
    status = 2,
  },
  {
    name = "a pack without a name",
    args = { "--pack" },
    err = "strata: a name or path must follow '--pack' (see strata --help)\n",
    status = 2,
  },
  {
    name = "a pack that is not there",
    args = { "--pack", "tuor", "repl" },
    err = "strata: no pack 'tuor'; the nearest is 'tour'\n",
    status = 3,
  },
  {
    name = "nothing to run",
    args = { "run" },
    err = "strata run: no script given (strata run --help)\n",
    status = 2,
  },

  -- The tour ----------------------------------------------------------------
  { name = "the first game", args = { "run", "cards/tour/first_game.lua" }, out = FIRST_GAME },
  { name = "one by one", args = { "run", "cards/tour/one_by_one.lua" }, out = ONE_BY_ONE },
  { name = "humility", args = { "run", "cards/tour/humility.lua" }, out = HUMILITY },
  {
    name = "the whole tour",
    args = { "run", "cards/tour/play.lua" },
    out = FIRST_GAME .. "\n" .. ONE_BY_ONE .. "\n" .. HUMILITY,
  },

  -- Scripts -----------------------------------------------------------------
  {
    name = "arguments",
    args = { "run", "echo.lua", "--pack", "a b" },
    files = { ["echo.lua"] = "print(select('#', ...), ...)\n" },
    out = "2\t--pack\ta b\n",
  },
  {
    name = "a script from standard input",
    args = { "run", "-", "x" },
    input = "print('hello', ...)\n",
    out = "hello\tx\n",
  },
  {
    name = "a script that fails",
    args = { "run", "bad.lua" },
    files = { ["bad.lua"] = "print('before')\n\nerror('on purpose')\n" },
    out = "before\n",
    err = "error: bad.lua:3: on purpose\n...\n",
    status = 1,
  },
  {
    name = "a script that does not compile",
    args = { "run", "bad.lua" },
    files = { ["bad.lua"] = "local x =\n" },
    err = "error: bad.lua:2: unexpected symbol near <eof>\n",
    status = 1,
  },
  {
    name = "a script that is not there",
    args = { "run", "nowhere.lua" },
    err = function(text)
      assert(text:find("nowhere.lua", 1, true), "which file?")
    end,
    status = 2,
  },
  {
    name = "output cannot harm the terminal",
    args = { "run", "-" },
    input = "print('\\27[2J\\tok\\u{9B}\\u{202E}')\n",
    out = "\\x1b[2J\tok\\u{9B}\\u{202E}\n",
  },
  {
    name = "a pack's world for a script",
    args = { "--pack", "tour", "run", "-" },
    input = "print(bear.name, bear.power)\n",
    out = "Grizzly Bears\t6\n",
  },

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

  -- The REPL ----------------------------------------------------------------
  session("values", [[
1 + 1
"two\n\27[31m \u{202E}"
nil
true, 1.5, 0/0
{}
{ 1, 2, { 3 } }
{ b = 1, a = 2, [7] = "x", ["two words"] = true }
t = {} t.t = t
t
bear, elf
_
]], [[
2
"two\n\x1B[31m \u{202E}"
nil
true, 1.5, nan
{}
{ 1, 2, { 3 } }
{ [7] = "x", a = 2, b = 1, ["two words"] = true }
{ t = {cycle} }
Grizzly Bears #3:1, Llanowar Elves #4:1
Grizzly Bears #3:1
]]),
  session("long values", [[
{ { name = "one", colors = { "white", "blue" } }, { name = "two", colors = { "black", "red" } } }
(function() local t = {} for i = 1, 100 do t[i] = i end return t end)()
]], [[
{
  { colors = { "white", "blue" }, name = "one" },
  { colors = { "black", "red" }, name = "two" }
}
{
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
  19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,
  34, 35, 36, 37, 38, 39, 40,
  ... 60 more
}
]]),
  session("statements of several lines", [[
function twice(n)

  return n * 2
end
twice(21)
for i = 1, 2 do
  print("line", i)
end
]], "42\nline\t1\nline\t2\n"),
  session("a local stays", [[
local x, y = 1, 2
x + y
local function inc(n)
  return n + 1
end
inc(x)
local z
z
]], "3\n2\nnil\n"),
  {
    name = "a local that cannot stay",
    args = {},
    input = "local x <const> = 1 print(x)\nx\n",
    out = "1\nnil\n",
    err = "      | this local is gone; without `local` the name stays\n",
  },
  session("it goes on after an error", [[
error("first")
1 + 1
local x = = 1
x = {}
x.y.z = 1
2 + 2
]], "2\n4\n", [[
error: repl:1: first
    1 | error("first")
error: repl:1: unexpected symbol near '='
    1 | local x = = 1
error: repl:1: attempt to index a nil value (field 'y')
    1 | x.y.z = 1
]]),
  session("the line of an error inside a statement", [[
for i = 1, 3 do
  print(i)
  error("no")
end
]], "1\n", "error: repl:3: no\n    3 |   error(\"no\")\n"),
  session("an unfinished statement", "x = {\n", "", [[
error: repl:1: unexpected symbol near <eof>
    1 | x = {
]]),
  session("names that are not there", [[
baer
baer.power
]], "nil\n", [[
      | did you mean 'bear'?
error: repl:1: attempt to index a nil value (global 'baer')
    1 | baer.power
      | did you mean 'bear'?
]]),
  session("attributes that are not there", "bear.powr\n", "", [[
error: repl:1: unknown attribute 'powr'; did you mean 'power'?
    1 | bear.powr
]]),
  session("an action that fails is taken back", [[
before = world:hash()
bear.base.power = 9 error("on purpose")
bear.base.power, world:hash() == before
]], "2, true\n", [[
error: repl:1: on purpose
    1 | bear.base.power = 9 error("on purpose")
]]),
  session("undo", [[
before = world:hash()
bear.base.power = 3
card = world:spawn({ name = "New" })
1 + 1
:undo
card:is_alive(), bear.base.power
:undo
bear.base.power, world:hash() == before
:undo
]], [[
2
taken back; 1 more to undo
false, 3
taken back; 0 more to undo
2, true
]], "error: nothing to undo\n"),
  session("a statement of ten thousand lines", "t = {\n" .. ("1, '[[', -- {\n"):rep(10000) .. [[
}
#t
x = [==[
]=] ]==] ..
"!"
x
]], '20000\n"]=] !"\n'),
  session("why", [[
:why bear.power
]], [[
power = 6
  base              -> 2
  pt.modify  add 1  -> 3  Glorious Anthem from #6:1, timestamp 7
  pt.modify  add 3  -> 6  Giant Growth, timestamp 8
]]),
  session("commands", [[
:show elf
:entities
:effects
?
:quit
"not reached"
]], [[
colors = {green}
controller = Alice #1:1
keywords = {}
name = "Llanowar Elves"
power = 2   (base 1)
subtypes = {druid, elf}
toughness = 2   (base 1)
types = {creature}
Alice #1:1
Bob #2:1
...
Glorious Anthem #6:1  colors={white}  controller=Alice #1:1  types={enchantment}
   7  Glorious Anthem  on types has 'creature' and controller = #1:1  from Glorious Anthem #6:1
   8  Giant Growth  on 1 entity  for 1 turn
Type an expression to see its value, or a statement.
  :why ENTITY.ATTRIBUTE  how a value came about
...
Ctrl-C stops a running one and takes back what it did.
]]),
  session("commands that make no sense", [[
:why bear
:why
:show 3
:hlep
:why baer.power
]], "", [[
error: say of what, as in :why bear.power
error: say of what, as in :why bear.power
error: that is no entity
error: no command ':hlep'; the nearest is ':help'
error: repl:1: attempt to index a nil value (global 'baer')
    1 | (baer):why("power")
      | did you mean 'bear'?
]]),
  {
    name = "load",
    args = {},
    files = { ["deck.lua"] = "bear.base.power = 5\nloaded = true\n" },
    input = ":load deck.lua\nloaded, bear.base.power\n:load nowhere.lua\n",
    out = "true, 5\n",
    err = "error: nowhere.lua: cannot be opened\n",
    status = 1,
  },
  {
    name = "a pack with a world",
    args = { "--pack", "mine" },
    files = {
      ["mine/pack.lua"] = MANIFEST,
      ["mine/world.lua"] = "return { answer = 42, try = { 'answer' } }\n",
    },
    input = "answer\n",
    out = "42\n",
  },
  {
    name = "a pack without a world",
    args = { "--pack=mine", "repl" },
    files = { ["mine/pack.lua"] = MANIFEST },
    input = "1\n:entities\n",
    out = "1\n",
    err = "error: there is no world named 'world'\n",
    status = 1,
  },
  {
    name = "a pack whose world fails",
    args = { "--pack", "mine", "repl" },
    files = { ["mine/pack.lua"] = MANIFEST, ["mine/world.lua"] = "\nerror('no world')\n" },
    input = "1\n",
    err = "error: mine/world.lua:2: no world\n...\n",
    status = 3,
  },
  session("a sandbox", "io, os, load, debug, next\n", "nil, nil, nil, nil, nil\n"),
}
