--- Cases about commands of the REPL other than Lua, and its help; cli.lua runs them.

--- A session; what is printed to standard error makes it fail.
local function session(name, input, out, err)
  return {
    name = name,
    args = { "repl" },
    input = input,
    out = out,
    err = err,
    status = err and 1 or 0,
  }
end

local COUNT <const> = [[
world:count(predicate, source?)    (scripts)
  Returns the number of entities that satisfy a predicate.
  Cost O(entities).
    predicate strata.Operand: condition on `it`
    source? strata.Entity: entity that `this` denotes
    returns integer
  Example:
    world:count(each.creature:of(alice)) --> 2
]]

return {
  -- Help --------------------------------------------------------------------
  { name = "help of a method", args = { "help", "World:count" }, out = COUNT },
  session("help of a method, in the REPL", "?world:count\n", COUNT),
  session("a name that many have", "? count\n", [[
count(who)    (cards)
...
world:count(predicate, source?)    (scripts)
...
strata.count(predicate)    (scripts)
...
]]),
  session("a class", "?strata.Option\n", [[
strata.Option    (scripts)
  One option of a decision.
    value? strata.Value: the value that the option stands for
    text string: what names the option: its own text, a word, "yes" or "no",
    or "Grizzly Bears #3:1"
    to? strata.Entity: of an object that may be assigned: the place, as
    `at_once` offers it
    outcome? string: what happens if it is chosen, where the engine knows
]]),
  session("methods", "?op\n", [[
Operations: what an effect does to a value v
  op:at                    Returns the same operation, applied in the...
  op:locked                Returns the same operation with an operand...
]]),
  session("a word in the texts", "?deathtouch\n", [[
nothing is called 'deathtouch'; it is mentioned by
Numbers and conditions
  lethal                   The amount of damage from a source that is...
]]),
  session("no such name", "?wheneverr\n", nil, [[
error: no help about 'wheneverr'; did you mean 'whenever'?
]]),
  {
    name = "help of a verb",
    args = { "help", "graph" },
    out = "Usage: strata graph FILE LAYER [--dot]\n...\n",
  },
  {
    name = "help of too much",
    args = { "help", "a", "b" },
    err = "strata help: one name at a time (strata help --help)\n",
    status = 2,
  },
  {
    name = "help as JSON has a line for each name",
    args = { "help", "--json" },
    out = function(text)
      local count = 0
      for line in text:gmatch("[^\n]+") do
        assert(line:match('^{"book": "%l+", "name": ".-".*}$'), line)
        count = count + 1
      end
      assert(count > 345, count)
    end,
  },
  -- Commands ----------------------------------------------------------------
  session("several are taken back", [[
bear.base.power = 3
bear.base.power = 4
bear.base.power = 5
:undo 2
bear.base.power
:undo 99
bear.base.power
:undo
:undo
:undo x
]], "taken back; 1 more to undo\n3\n3\ntaken back; 0 more to undo\n", [[
error: there is only 1 to undo
error: nothing to undo
error: say how many, as in :undo 3
]]),
  {
    name = "a look into an action that waits disturbs no other line",
    args = { "--pack", "delve", "repl" },
    input = [[
duelist = game:put("Duelist")
world:act("hit", { who = duelist, amount = 5, power = 1, pierce = 1 })
middle = world:peek()
world:answer("no")
duelist.hp
]],
    out = '"decide"\n"done"\n15\n',
  },
  {
    name = "a card that was put down and taken back is no object any more",
    args = { "--pack", "classic", "repl" },
    input = [[
bear = game:put("Grizzly Bears")
:undo
bear = game:put("Grizzly Bears")
game:step { destroy = "Grizzly Bears" }
bear:successor().zone
]],
    out = 'taken back; 0 more to undo\n"graveyard"\n',
  },
  {
    name = "scripts that are run before the session",
    args = { "repl", "setup.lua", "more.lua" },
    files = {
      ["setup.lua"] = "bear.base.power = 7\nmine = 3\n",
      ["more.lua"] = "print('power', bear.power)\nbear:nothing()\n",
    },
    input = "mine, bear.power\n",
    out = "power\t11\n3, 11\n",
    err = [[
error: more.lua:2: unknown attribute 'nothing'
stack traceback:
	[C]: in metamethod 'index'
	more.lua:2: in main chunk
]],
    status = 1,
  },
  {
    name = "lines in place of those that are read",
    args = { "repl", "-e", "n = bear.power", "-e", "n, bear.name", "-e", ":undo", "setup.lua" },
    files = { ["setup.lua"] = "bear.base.power = 7\n" },
    input = "print('this is not read')\n",
    out = '11, "Grizzly Bears"\n',
    err = "error: nothing to undo\n",
    status = 1,
  },
  {
    name = "a line that is unfinished",
    args = { "repl", "-e", "n = (", "-e", "print('and on')" },
    input = "",
    out = "and on\n",
    err = function(text)
      assert(text:find("repl:1:", 1, true) and text:find("<eof>", 1, true), text)
    end,
    status = 1,
  },
  session("lines of play, and steps to go to", [[
bear.base.power = 9
bear.base.power = 10
:undo
bear.base.power = 11
:branches
:goto 1
bear.power
:goto
:branch bold
bear.base.power = 12
:branch main
bear.base.power
:branches
:goto 7
:goto x
]], [[
taken back; 1 more to undo
  main, 2 steps
* line 2, 2 steps
* 1  bear.base.power = 9
13
  0  the beginning
* 1  bear.base.power = 9
  2  bear.base.power = 11
* bold, 1 step, a new branch
* main, 2 steps
10
* main, 2 steps
  line 2, 2 steps
  bold, 2 steps
]], [[
error: 'main' has 2 steps, and 7 is none of them
error: say which step, as in :goto 12
]]),
  session("a line that fails takes back where it has gone", [[
history = world:history()
bear.base.power = 9
bear.base.power = 10
history:undo() error("no")
bear.base.power, history:step()
history:go(7)
bear.base.power
history:undo()
bear.base.power, history:step()
world:action(function() history:undo() end)
bear.base.power
]], [[
10, 1
10
0
2, 0
2
]], function(text)
    assert(text:find("no\n", 1, true) and text:find("7 is none of them", 1, true), text)
    assert(text:find("history:undo: not inside of world:action", 1, true), text)
  end),
  session("autosaves in slots", [[
:autosave
:autosave 2
:autosave 2 game.save
for n = 1, 3 do bear.base.power = n end
bear.base.power = 21
bear.base.power = 22
:autosave off
bear.base.power = 23
]], [[
no autosaves
after each 2 steps, into the newest of game.save.1 to game.save.10
no autosaves
]], "error: say after how many steps, and into which files, as in :autosave 10 game.save\n"),
  session("done again, until something else is done", [[
bear.base.power = 9
bear.base.power = 10
:redo
:undo 2
bear.power
:redo
bear.power
:redo 5
:redo
bear.power
:undo
bear.base.toughness = 8
:redo
:redo none
]], [[
taken back; 0 more to undo
6
done again; 1 more to redo
13
done again; 0 more to redo
14
taken back; 1 more to undo
]], [[
error: nothing to do again
error: there is only 1 to redo
error: nothing to do again
error: say how many, as in :redo 3
]]),
  session("what has a name", "?bear\nn = 3\n?n\nt = {}\n?t\n?nothing_here\n", [[
bear is the entity Grizzly Bears #3:1
  ability    bell
  :show bear has all its values, :why bear.ATTRIBUTE how one came about
n is a number: 3
t is a table
]], "error: no help about 'nothing_here'\n"),
  {
    name = "what has a name, in a game of cards",
    args = { "--pack", "mine", "repl" },
    files = {
      ["mine/pack.lua"] = [[
return {
  name = "mine", version = "0.1.0", description = "Mine", license = "MIT", api = 1,
  requires = { "classic" }, cards = "cards",
}
]],
      ["mine/cards/hound.lua"] = [[
--- A hound.
return card { name = "Hound", types = { "creature" }, power = 2, toughness = 2, "haste" }
]],
    },
    input = [[
hound = game:put("Hound")
?hound
game:step { destroy = hound }
?hound
]],
    out = [[
hound is the entity Hound #4:1, in zone battlefield
  card       mine:hound, mine/cards/hound.lua:2
  ability    haste
  :show hound has all its values, :why hound.ATTRIBUTE how one came about
hound is an entity that is gone, and has become Hound #5:1
]],
  },
  {
    name = "the words of cards in steps, beside what the session has",
    args = { "--pack", "classic", "repl" },
    input = [[
bear = game:put("Grizzly Bears")
jugg = game:put("Juggernaut", "battlefield", "B")
game:step { emit = gain_life { player = "A", amount = 3 } }
A.life
game:step { emit = gain_life { player = B, amount = count(each.creature) } }
B.life
game:step { effect = { each.creature:of(A), power = add(2), lasts = "turn" } }
bear.power, jugg.power
game:step { tap = each.creature:except(jugg) }
bear.tapped, jugg.tapped
world:tick("turn")
bear.power
each = 5
game:step { emit = gain_life { player = A, amount = each } }
A.life
each = strata.each
game:step { emit = {
gain_life { player = A, amount = 1 }, gain_life { player = B, amount = 1 } } }
A.life, B.life
#world:select(each.creature)
]],
    out = [[
23
22
4, 5
true, false
1
2
28
29, 23
2
]],
  },
  {
    name = "words of cards where they mean nothing, and slips in steps",
    args = { "--pack", "classic", "repl" },
    input = [[
bear = game:put("Grizzly Bears")
gain_life { player = A, amount = 2 }
whenever { 1 }
emit
game:step { emit = gain_lief { player = A, amount = 1 } }
game:step { emit = gain_life { player = A, amunt = 1 } }
game:step { effect = { each.craeture, power = add(2) } }
game:step { effect = { each.creature, power = 3 } }
game:step { emit = gain_life { player = A, amount = bera } }
A.life
]],
    out = "nil\n20\n",
    err = [[
error: repl:1: attempt to call a nil value (global 'gain_life')
    1 | gain_life { player = A, amount = 2 }
      | 'gain_life' happens in a step: game:step { emit = gain_life { ... } }
error: repl:1: attempt to call a nil value (global 'whenever')
    1 | whenever { 1 }
      | 'whenever' is a word of files of cards, in a session of game:step { ... }; see ?whenever
      | 'emit' is a word of steps, in a session of game:step { ... }; see ?emit
error: repl:1: attempt to call a nil value (global 'gain_lief')
    1 | game:step { emit = gain_lief { player = A, amount = 1 } }
      | did you mean 'gain_life', in game:step { ... }?
error: gain_life: no field 'amunt'; did you mean 'amount'?
error: each: unknown word 'craeture'; did you mean 'creature'?
error: power: expected an operation, such as set(3) or add(3), got 3
]],
    status = 1,
  },
  {
    name = "steps of scenarios in a game that is played",
    args = { "--pack", "classic", "repl" },
    input = [[
bear = game:put("Grizzly Bears")
jugg = game:put("Juggernaut", "battlefield", "B")
game:step { tap = { "Grizzly Bears", "Juggernaut" } }
bear.tapped, jugg.tapped
game:step { hit = { { "Juggernaut", "B" }, { "Grizzly Bears", "Juggernaut", 1 } } }
B.life, jugg.damage
game:step { gain_life = "A", amount = 3 }
game:step { add_counters = "Grizzly Bears", kind = "+1/+1", count = 2 }
A.life, bear.power
game:put("Soul Warden")
elves = game:put("Llanowar Elves", "hand")
game:step { move = "Llanowar Elves", to = "battlefield", settle = "all" }
A.life
game:step { damage = each.creature, amount = 2 }
elves:successor():is_alive(), jugg.damage
game:step { destroy = { bear, jugg } }
bear:successor().zone, jugg:successor().zone
game:step { destory = "Juggernaut" }
]],
    out = [[
true, true
15, 1
23, 4
Soul Warden #6:1
24
true, 3
"graveyard", "graveyard"
]],
    err = "error: no verb in this step; did you mean 'destroy'?\n",
    status = 1,
  },
  session("a board", "elf.base.colors = {}\n:board\n", [[
in no zone            power  toughness  abilities  colors   controller
Alice #1:1                0          0  {}         {}                -
Bob #2:1                  0          0  {}         {}                -
Grizzly Bears #3:1       6*         6*  {bell}     {green}  Alice #1:1
Llanowar Elves #4:1      2*         2*  {}         {}       Alice #1:1
Hill Giant #5:1           3          3  {}         {red}    Bob #2:1
Glorious Anthem #6:1      0          0  {}         {white}  Alice #1:1
(2 more columns)
]]),
  session("a table of names in any script",
    'names = { { who = ("\u{E9}"):rep(40), n = 1 }, { who = "b", n = 2 } }\n:table names\n',
    "n  who\n1  " .. ("\u{E9}"):rep(29) .. "...\n2  b\n"),
  -- A wide letter takes two columns, a combining mark none.
  session("a table of letters of every width",
    ':table { { a = "\u{6F22}\u{5B57}", z = 1 }, { a = "e\u{301}x", z = 22 }, '
      .. '{ a = ("\u{6F22}"):rep(20), z = 3 } }\n',
    "a" .. (" "):rep(32) .. " z\n\u{6F22}\u{5B57}" .. (" "):rep(30) .. "1\n"
      .. "e\u{301}x" .. (" "):rep(31) .. "22\n" .. ("\u{6F22}"):rep(14) .. "...   3\n"),
  {
    name = "a board with zones, events and a table: finding_NC33",
    args = { "--pack", "classic", "repl" },
    input = [[
bear = game:put("Grizzly Bears")
hand = game:put("Forest", "hand", "B")
world:act("gain_life", { player = A, amount = 3 })
:board
:events 1
:table { bear }
]],
    out = function(text)
      for _, line in ipairs({
        "\nbattlefield +power +toughness +controller ",
        "\nGrizzly Bears #4:1 +2 +2 +A #2:1 ",
        "\nhand of B #3:1 ",
        "\nForest #5:1 ", "\nin no zone ", "\nrow +what +kind +who +fields\n",
        "\n1 +happened +gain_life +A #2:1 +amount=3 player=A #2:1\n",
      }) do
        assert(text:find(line), "no " .. line)
      end
    end,
  },
  session("tables", [[
:table { { a = 1, b = 'x' }, { a = 22 } }
:table { x = 1, y = 'two' }
:table 3
]], [[
a   b
1   x
22  -
key  value
x        1
y    two
there is nothing to make rows of
]]),
  session("layers: finding_NC09", ":layers pt.modify\n:layers type\n:layers\n", [[
  pt.modify  power add 1      Glorious Anthem from #6:1, timestamp 7
  pt.modify  toughness add 1  Glorious Anthem from #6:1, timestamp 7
  pt.modify  power add 3      Giant Growth on #3:1, timestamp 8
  pt.modify  toughness add 3  Giant Growth on #3:1, timestamp 8
nothing applies in layer type
layer      parts
copy           0
...
pt.modify      4
pt.switch      0
]]),
  session("a moment is kept, compared and returned to", [[
:fork start
world:tick("turn")
elf:remove()
world:spawn({ name = "Wolf" })
:diff start
:back start
:diff start
bear.power, elf:is_alive()
:diff never
:redo 3
bear.power
]], [[
kept as 'start'; :diff tells what changes from here, :back returns
1
Wolf #4:3
- Llanowar Elves #4:1
  Grizzly Bears #3:1  power: 6 -> 3
  Grizzly Bears #3:1  toughness: 6 -> 3
+ Wolf #4:3
- effect Giant Growth ~2:1
nothing is different
6, true
done again; 0 more to redo
3
]], [[
error: no moment was kept under that name: :fork NAME keeps one
]]),
  session("what is tried is taken back, also if it fails", [[
:try world:effect({ name = "Humility", on = each.creature, power = set(1) })
:try error("no")
:try
before = world:hash()
:try elf:remove()
world:hash() == before
]], [[
Humility ~3:1
  Grizzly Bears #3:1  power: 6 -> 5
  Hill Giant #5:1  power: 3 -> 1
+ effect Humility ~3:1
- Llanowar Elves #4:1
true
]], [[
error: repl:1: no
    1 | error("no")
error: say what, as in :try elf:remove()
]]),
  session("what is watched", [[
:watch bear.power
:watch elf.power
:watch nobody.power
bear.base.power = 3
elf:remove()
:watch
:watch off
bear.base.power = 4
]], "bear.power: 6\nelf.power: 2\nbear.power: 6 -> 7\nbear.power: 7\n", [[
error: repl:1: attempt to index a nil value (global 'nobody')
    1 | nobody.power
error: repl:1: power: entity #4:1 no longer exists in this world
    1 | elf.power
      | it is not watched any more
]]),
  session("the last values", "1 + 1\n_ + 1\n_, __\n", "2\n3\n3, 2\n"),
  {
    name = "the time of a statement",
    args = { "repl" },
    input = ":time bear.power\n",
    out = function(text)
      assert(text:match("^6\ntook %d+%.%d%d%d ms\n$"), text)
    end,
  },
  {
    name = "tests and checks of the packs of a session",
    args = { "--pack", "tour", "repl" },
    input = ":check\n:test cards/tour\n:check nowhere\n1 + 1\n",
    out = [[
1 pack, 9 scripts: ok
TAP version 13
...
# 2 passed, 0 failed
2
]],
    err = "...\n",
    status = 1,
  },
  {
    name = "an error in a file, its line and where it came from",
    args = { "repl" },
    files = {
      ["add.lua"] = "function add_to(n)\n  local sum = n + nothing\n  return sum\nend\n",
    },
    input = ":load add.lua\nlocal a = add_to(1)\n:trace\n",
    out = "",
    err = [[
error: add.lua:2: attempt to perform arithmetic on a nil value (global 'nothing')
    2 |   local sum = n + nothing
stack traceback:
	add.lua:2: in global 'add_to'
	repl:1: in main chunk
]],
    status = 1,
  },
  -- For programs --------------------------------------------------------------
  {
    name = "answers in JSON",
    args = { "repl", "--json" },
    input = [[
bear, 1.5, nil
{ 1, { a = "é\n\xff" } }
print("hi")
n = 1
:undo
:watch n
n = 0 / 0
:board_
:help
error("no")
]],
    out = [=[
{"v": 1, "values": [{"id": "#3:1", "text": "Grizzly Bears #3:1"}, 1.5, null]}
{"v": 1, "values": [[1, {"a": "é\n\ufffd"}]]}
{"v": 1, "print": "hi"}
{"v": 1, "values": []}
{"v": 1, "values": []}
{"v": 1, "error": "nothing to undo"}
{"v": 1, "text": "n: 1"}
{"v": 1, "values": []}
{"v": 1, "text": "n: 1 -> nan"}
{"v": 1, "error": "no command ':board_'; the nearest is ':board'"}
{"v": 1, "error": "this command answers people, not programs: leave --json out"}
{"v": 1, "error": "repl:1: no"}
]=],
    err = "error: nothing to undo\n...\n",
    status = 1,
  },
}
