--- Cases: arguments of the program and the answer that it must give; cli.lua runs them.

--- The files of a pack with rules of its own whose card files, so many, have this text.
local function endless(card, count, test)
  local files = {
    ["mine/pack.lua"] = 'return { name = "mine", version = "1.0.0", description = "d", '
      .. 'license = "MIT", api = 1, rules = "rules.lua", cards = "cards" }\n',
    ["mine/rules.lua"] = [[
return ruleset {
  layers = { "add" },
  default_layers = { power = "add" },
  attributes = { name = { "sym" }, power = { "int" }, controller = "ref", owner = "ref" },
  zones = { table = { shared = true } },
  home = "table",
}
]],
    ["mine/tests/a.lua"] = test,
  }
  for i = 1, count or 1 do
    files[("mine/cards/a%s.lua"):format(count and i or "")] = card
  end
  return files
end

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
  { name = "version", args = { "--version" }, out = "strata 0.4.0\n" },
  {
    name = "help lists every verb",
    args = { "--help" },
    out = function(text)
      for _, verb in ipairs({
        "repl", "run", "test", "new", "check", "why", "graph", "profile", "help", "bench",
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
33 million small works of the engine, 16 MiB, 256 KiB in one piece, 64
KiB of output; each of its worlds may hold 65,536 entities, notes and
rows of the log, and 16,384 effects, watchers and hooks.

Examples:
  strata run cards/tour/play.lua
  strata run - < cards/tour/humility.lua

The files of packs are run to load them, each within 100 million steps
(--steps N), all of one load within ten times as many, and 1 GiB
(--memory MIB); functions of their cards within a million steps a call.
Your own script has no limits unless it is given some.
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
    err = "strata: no verb '\\x1b[2J' (strata --help lists them)\n",
    status = 2,
  },
  {
    name = "an unknown option",
    args = { "--pcak" },
    err = "strata: no option '--pcak'; the nearest is '--pack' (see strata --help)\n",
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
    name = "a pack that stands for another is told",
    args = { "packs", "evil", "mine" },
    files = {
      ["evil/pack.lua"] = 'return { name = "evil", version = "0.1.0", description = "d", '
        .. 'license = "MIT", api = 1, provides = { "classic 99.0.0" } }\n',
      ["mine/pack.lua"] = 'return { name = "mine", version = "0.1.0", description = "d", '
        .. 'license = "MIT", api = 1, requires = { "classic" } }\n',
    },
    out = "evil  0.1.0  evil  stands for classic 99.0.0\nmine  0.1.0  mine\n",
  },
  {
    name = "a file of a pack that never ends",
    args = { "check", "--steps", "100000", "mine" },
    files = endless("while true do end\n"),
    out = "mine/cards/a.lua:1: instruction budget: more than 100000 steps; "
      .. "end its loops sooner, or let it do less at once\n1 pack, 3 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "files of a pack that end late have few steps together",
    args = { "check", "--steps", "100000", "mine" },
    files = endless(("for i = 1, 90000 do end return {}\n"), 12),
    out = function(text)
      local together = "instruction budget: the files of this load take more than 1000000 steps"
      assert(text:find("mine/cards/a%d+%.lua:1: " .. together), text)
    end,
    status = 1,
  },
  {
    name = "a file of a pack that takes all memory, with the limits that hold for all",
    args = { "pack", "image", "--memory", "64", "mine" },
    files = endless("local t = {} for i = 1, 1e9 do t[i] = { i } end\n"),
    err = "error: mine/cards/a.lua:1: memory limit: the files of packs take more than "
      .. "65536 KiB, or 16384 KiB in one block\n",
    status = 3,
  },
  {
    name = "a test of a pack that never ends",
    args = { "test", "--steps", "100000", "mine" },
    files = endless("return card { name = \"Imp\", power = 1 }\n", nil, "while true do end\n"),
    out = function(text)
      assert(text:find("not ok 1.*mine/tests/a%.lua:1: instruction budget"), text)
    end,
    status = 1,
  },
  {
    name = "a test of a pack without cards that never ends",
    args = { "test", "--steps", "100000", "mine" },
    files = {
      ["mine/pack.lua"] = 'return { name = "mine", version = "1.0.0", description = "d", '
        .. 'license = "MIT", api = 1 }\n',
      ["mine/tests/a.lua"] = "while true do end\n",
    },
    out = function(text)
      assert(text:find("not ok 1.*mine/tests/a%.lua:1: instruction budget"), text)
    end,
    status = 1,
  },
  {
    name = "output cannot harm the terminal",
    args = { "run", "-" },
    input = "print('\\27[2J\\tok\\u{9B}\\u{202E}')\n",
    out = "\\x1b[2J\tok\\u{9B}\\u{202E}\n",
  },
  {
    name = "output cannot hide or turn what is written",
    args = { "run", "-" },
    input = "print('a\\u{61C}b\\u{200B}c\\u{FEFF}d\\u{2066}e\\u{2069}f\\x9bg\\u{E0041}')\n",
    out = "a\\u{61C}b\\u{200B}c\\u{FEFF}d\\u{2066}e\\u{2069}f\\x9bg\\u{E0041}\n",
  },
  {
    name = "nor can names in what the program itself says, or in JSON",
    args = { "check", "--json", "\u{202E}mine\u{9B}" },
    files = { ["\u{202E}mine\u{9B}/pack.lua"] = "return {}\n" },
    out = function(text)
      assert(text:find("\\u202emine\\u009b", 1, true) and not text:find("\u{202E}"), text)
    end,
    status = 3,
  },
  {
    name = "a name that strangers chose, in a message",
    args = { "test", "\u{202E}mine\u{9B}31m\u{FEFF}.lua" },
    err = "strata test: no file or folder '\\u{202E}mine\\u{9B}31m\\u{FEFF}.lua'\n",
    status = 2,
  },
  {
    name = "a pack's world for a script",
    args = { "--pack", "tour", "run", "-" },
    input = "print(bear.name, bear.power)\n",
    out = "Grizzly Bears\t6\n",
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
"two\n\x1b[31m \u{202E}"
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
  {
    name = "a decision is answered, taken back, and answered as a policy would",
    args = { "--pack", "mine", "repl" },
    files = {
      ["mine/pack.lua"] = MANIFEST,
      ["mine/world.lua"] = [[
local event, named = strata.event, strata.named
local rules = strata.rules({
  layers = { "only" },
  attributes = { name = "text", life = "int" },
  codes = {
    feast = {
      "trigger",
      "gain",
      { "choose", "number", as = "much", with = { by = named.you, least = 1, most = 9 } },
      { "choose", "may", as = "twice", with = { by = named.you } },
      { "emit", "gain", with = { who = named.you, amount = named.much } },
      { "emit", "gain", when = named.twice, with = { who = named.you, amount = named.much } },
    },
  },
  events = {
    gain = {
      fields = { who = "ref", amount = "int" },
      does = { { "add", "life", who = event.who, value = event.amount } },
    },
  },
})
local world = rules:world()
return { world = world, ann = world:spawn({ name = "Ann" }) }
]],
    },
    input = [[
twin = world:fork()
world:act({ code = "feast", you = ann })
world:decisions()[1].purpose, world:decisions()[1].most
world:answer(10)
world:answer(4)
world:decisions()[1]
:undo
world:decisions()[1].purpose
world:answer(4)
world:answer("yes")
ann.life
twin:policy(function(d) if d.purpose == "number" then return 4 end return true end)
twin:act({ code = "feast", you = twin:entity(ann.id) })
twin:hash() == world:hash()
]],
    out = [[
"decide"
"number", 9
"decide"
decision 2: may, by Ann #1:1
answer: one of
  1  yes
  2  no
taken back; 1 more to undo
"number"
"decide"
"done"
8
"done"
true
]],
    err = [[
error: repl:1: world:answer: 10 is not from 1 to 9; it must be a number from 1 to 9
    1 | world:answer(10)
]],
    status = 1,
  },
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
abilities = {}
colors = {green}
controller = Alice #1:1
damage = 0
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
  :why ENTITY.ATTRIBUTE     how a value came about
...
Ctrl-C stops a running one and takes back what it did.
]]),
  session("commands that make no sense", [[
:why bear
:why
:show 3
:hlep
:why baer.power
:why_not bear
]], "", [[
error: say which value of it, as in :why bear.power, or which event, as in :why damage
error: say of what, as in :why bear.power, or :why damage
error: that is no entity
error: no command ':hlep'; the nearest is ':help'
error: repl:1: attempt to index a nil value (global 'baer')
    1 | (baer):why("power")
      | did you mean 'bear'?
error: say whose and what, as in :why_not bear.bell, or :why_not bear.bell die
]]),
  session("why of an event", [[
event = strata.event
gain = { fields = { who = "ref", amount = "int" }, affected = "who", does = {} }
double = { "replace", "gain", { "change", "amount", value = event.amount * 2 } }
more = { "trigger", "gain", when = event.amount:at_least(9), { "stop" } }
codes = { ["a:double"] = double, ["a:more"] = more }
both = { codes = { "a:double", "a:more" } }
given = { name = "text", abilities = "abilities" }
all = { layers = { "one" }, attributes = given, events = { gain = gain }, codes = codes }
all.abilities = { ["a:both"] = both }
world = strata.rules(all):world()
ann = world:spawn({ name = "Ann", abilities = { "a:both" } })
world:act("gain", { who = ann, amount = 2 })
:why gain
:why 1
:why_not ann.more
:why_not ann.a:double 2
:undo
:why gain
]], [[
"done"
gain (row 2 of action 1)
  proposed                 amount = 2, who = Ann
  replaced  Ann, a:double  amount: 2 -> 4
  happened                 amount = 4, who = Ann
gain (row 1 of action 1)
  proposed                 amount = 2, who = Ann
  replaced  Ann, a:double  amount: 2 -> 4
  happened                 amount = 4, who = Ann
Ann, a:more, about gain (row 2 of action 1)
  condition  event.amount >= 9 is false: event.amount = 4
Ann, a:double, about gain (row 2 of action 1)
  it did  it was applied
taken back; 1 more to undo
]], [[
error: repl:1: world:why: the log tells of no 'gain'
    1 | world:why("gain")
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
