--- Cases about explanations and the session that first users missed; cli.lua runs them.

local MANIFEST <const> = [[
return {
  name = "mine", version = "0.1.0", description = "My cards", license = "MIT", api = 1,
  requires = { classic = ">=0.1.0" }, cards = "cards",
}
]]

local CAPTAIN <const> = [[
return card {
  name = "Hill Captain", cost = "2R", types = { "creature" }, subtypes = { "giant", "soldier" },
  power = 2, toughness = 3,
  static { each.giant:of(you):except(this), power = add(1) },
}
]]

--- A text in which a backslash at the end of a line joins it with the next one.
local function joined(text)
  return (text:gsub("\\\n", ""))
end

--- A session of the classic game.
local function game(name, input, out, err)
  return {
    name = name,
    args = { "--pack", "classic", "repl" },
    input = input,
    out = out,
    err = err,
    status = err and 1 or 0,
  }
end

--- A session of a whole game.
local function trumps(name, input, out, err)
  local case = game(name, input, out, err)
  case.args = { "--pack", "trumps", "repl" }
  return case
end

--- A session of noughts and crosses.
local function noughts(name, input, out, err)
  local case = game(name, input, out, err)
  case.args = { "--pack", "noughts", "repl" }
  return case
end

--- A session of the small world.
local function session(name, input, out, err)
  local case = game(name, input, out, err)
  case.args = { "repl" }
  return case
end

--- `strata why` of a scenario with these cards on A's side of the battlefield.
local function why(name, cards, what, out)
  return {
    name = name,
    args = { "why", "mine/tests/one.lua", what },
    files = {
      ["mine/pack.lua"] = MANIFEST,
      ["mine/cards/hill_captain.lua"] = CAPTAIN,
      ["mine/tests/one.lua"] = ('return scenario {\n  name = "one",\n  setup = { { "A", '
        .. '"battlefield", %s } },\n  expect = { "A: life=20" },\n}\n'):format(cards),
    },
    out = out,
  }
end

local FORKED <const> = [[
local strata = require("strata")
local it, the = strata.it, strata.the
local rules = strata.rules({ layers = "numbers", attributes = { name = "text", power = "int" } })
local one, two = rules:world(), rules:world()
local a, b = one:spawn({ power = 1 }), two:spawn({ power = 7 })
local function try(f, ...)
  print(select(2, pcall(f, ...)))
end
try(one.select, one, it:is(b))
try(one.count, one, it:is(b))
try(one.eval, one, the(b).power)
try(one.effect, one, { on = it:is(b), layer = 1, power = strata.add(1) })
try(one.effect, one, { on = strata.all, layer = 1, power = strata.add(the(b).power) })
try(function()
  return it:is(a) | it:is(b)
end)
print(#one:select(it:is(a)), one:eval(the(a).power), two:eval(the(b).power), a.power)
]]

return {
  -- Values --------------------------------------------------------------------
  why("finding_NC10: the README's two captains",
    '"one: Hill Captain", "two: Hill Captain", "Humility", "Glorious Anthem"',
    "two.power", joined [[
one: two.power
power = 2
  base              -> 2
  pt.set     set 1  -> 1  Humility from #6:1, timestamp 10
  pt.modify  add 1  off: Humility took the ability away before it began (613.6)\
  Hill Captain from #4:1, timestamp 8
  pt.modify  add 1  -> 2  Glorious Anthem from #7:1, timestamp 11
]]),
  why("Bayou under Blood Moon has what is about it, and Urborg, which lost its ability",
    '"Bayou", "Glorious Anthem", "Hill Captain", "Urborg, Tomb of Yawgmoth", "Blood Moon"',
    "Bayou.subtypes", joined [[
one: Bayou.subtypes
subtypes = {mountain}
  base                                            -> {forest, swamp}
  type  add {swamp}                               \
off: Blood Moon took the ability away before it began (613.6)  Urborg, Tomb of Yawgmoth\
 from #7:1, timestamp 12
  type  remove {cave, cloud, desert, forest, gate, island, lair, locus and 10 more}  -> {}\
  Blood Moon from #8:1, timestamp 13
  type  add {mountain}                            -> {mountain}  Blood Moon from #8:1, timestamp 13
]]),
  why("many that are off for the same reason are one line",
    '"Hill Captain", "two: Hill Captain", "Hill Captain", "Hill Captain", "Humility"',
    "two.power", joined [[
one: two.power
power = 1
  base              -> 2
  pt.set     set 1  -> 1  Humility from #8:1, timestamp 13
  pt.modify  add 1  off: Humility took the ability away before it began (613.6)\
  Hill Captain from #4:1, timestamp 9, and 2 more like it
]]),
  why("players are shown by name", '"Grizzly Bears"', "Grizzly Bears.controller", [[
one: Grizzly Bears.controller
controller = A #2:1
  base    -> A #2:1
]]),
  game("the session knows the names of objects, as steps do", [[
game:put("Opalescence")
game:put("Urborg, Tomb of Yawgmoth")
:why Opalescence.power
:why Urborg, Tomb of Yawgmoth.subtypes
game:put("Opalescence")
:why Opalescence.power
]], [[
Opalescence #4:1
Urborg, Tomb of Yawgmoth #5:1
power = 0
  base    -> 0
subtypes = {swamp}
  base               -> {}
  type  add {swamp}  -> {swamp}  Urborg, Tomb of Yawgmoth from #5:1, timestamp 7
Opalescence #6:1
]], "error: 'Opalescence' could be 2 objects; say 'first Opalescence', or give each an id\n"),

  -- Events --------------------------------------------------------------------
  session("finding_NC05: events of the first session", [[
world:act("damage", { who = bear, amount = 2 })
:why damage
:why_not bear.bell damage
world:act("damage", { who = bear, amount = 3 })
bear.damage
:why heal
]], [[
"done"
damage (row 1 of action 1)
  proposed  amount = 2, who = Grizzly Bears
  happened  amount = 2, who = Grizzly Bears
Grizzly Bears, bell, about damage (row 1 of action 1)
  condition  event.amount >= 3 is false: event.amount = 2
"done"
0
heal (row 5 of action 2)
  proposed  Grizzly Bears, bell  who = Grizzly Bears  (row 4)
  happened                       who = Grizzly Bears
]]),
  game("events of a game of cards", [[
bear = game:put("Grizzly Bears")
twin = game:put("Grizzly Bears")
game:step { destroy = bear }
:why destroy
game:step { destroy = twin }
:why destroy
]], joined [[
destroy (row 1 of action 1)
  proposed        who = Grizzly Bears
  contains  move  from = battlefield, to = graveyard, who = Grizzly Bears, became = Grizzly\
 Bears  (row 2)
  happened        who = Grizzly Bears
destroy (row 3 of action 2)
  proposed        who = Grizzly Bears
  contains  move  from = battlefield, to = graveyard, who = Grizzly Bears, became = Grizzly\
 Bears  (row 4)
  happened        who = Grizzly Bears
]]),

  -- Worlds --------------------------------------------------------------------
  {
    name = "finding_NC06: an entity of another world is nobody of this one",
    args = { "run", "two.lua" },
    files = { ["two.lua"] = FORKED },
    out = [[
world:select: entity of another world
world:count: entity of another world
world:eval: entity of another world
world:effect: on: entity of another world
power: entity of another world
two.lua:15: expression: entities of two worlds
1	1	7	1
]],
  },
  game("finding_NC07: a reload keeps what can be undone", [[
bear = game:put("Grizzly Bears")
bear.base.power = 5
:reload
bear.base.power = 7
:undo
bear.power
:undo
bear.power
:redo
bear.power
]], [[
reloaded: nothing has changed
taken back; 2 more to undo
5
taken back; 1 more to undo
2
done again; 1 more to redo
5
]]),
  game("finding_NC12: a session goes on from a save", [[
bear = game:put("Grizzly Bears")
:save one.save
:save one.save
game:put("Forest")
bear.base.power = 9
other = game:put("Grizzly Bears", "hand", "B")
:open one.save
bear.power, other:is_alive(), #world:entities()
game:step { destroy = "Grizzly Bears" }
:undo
:why Grizzly Bears.power
:branch main
bear.power, other:is_alive()
:open none.save
:open .in
:open
:save
bear.power
]], [[
one.save: a save of the world; :open goes on from it
Forest #5:1
one.save: the world has its state now
2, false, 4
taken back; 1 more to undo
power = 2
  base    -> 2
* main, 4 steps
9, true
9
]], [[
error: cannot write 'one.save', or it is there already
error: none.save: cannot be opened
error: byte 0: this is no save (at byte 0); name a file that :save, :autosave or a host has written
error: say which save or scenario, as in :open game.save
error: say which file, as in :save game.save
]]),
  game("finding_NC12: a session goes on from a scenario", [[
smith = game:put("Grizzly Bears", "hand", "B")
game:step { move = smith, to = "battlefield" }
game:step { tap = "Grizzly Bears" }
:scenario now.lua
:undo 3
:open now.lua
game:step { untap = "Grizzly Bears" }
:undo
:why Grizzly Bears.tapped
:goto
:open now.lua then
:open none.lua
game:put("Forest")
]], [[
now.lua: a scenario of the game as it is now
taken back; 0 more to undo
now.lua: the world has its state now
taken back; 1 more to undo
tapped = true
  base    -> true
  0  the beginning
* 1  :open now.lua
  2  game:step { untap = "Grizzly Bears" }
Forest #5:1
]], [[
error: no scenario 'then'; now.lua has the scenarios 'now'; say which, as in :open now.lua now
error: none.lua: cannot be opened
]]),
  session("finding_NC12: a scenario is opened in a game", ":open now.lua\n", "", [[
error: there is no game of cards here: begin one with --pack PACK
]]),
  noughts("the game tells what one player may do, and takes no more than it uses", [[
game:step { start = "A" }
#game:legal(A) == #game:legal(), game:legal("B"), game:legal(B)
game:legal("C")
game:legal(5)
game:step({ end_turn = true }, 2)
game:scenario(5)
game:put("cross", "board", "A", 7)
]], [[
true, "B may do nothing now", "B may do nothing now"
]], [[
error: game:legal: expected a player, A or B, got C
error: game:legal: expected a player, A or B, got 5
error: game:step: it takes one argument, got 2
error: game:scenario: expected the name of the scenario in quotes, got 5
error: game:put: it takes at most 3 arguments, got 4
]]),
  noughts("finding_NC12: a session goes on from a scenario of a game that lays its table", [[
game:step { start = "A" }
:take mark b2
:scenario marked.lua
:take mark a1
:open marked.lua
#world:select("it.mark != none")
:legal B
]], [[
"done"
marked.lua: a scenario of the game as it is now
"done"
marked.lua: the world has its state now
1
  1  B: mark a1
  2  B: mark a2
  3  B: mark a3
  4  B: mark b1
  5  B: mark b3
  6  B: mark c1
  7  B: mark c2
  8  B: mark c3
]]),
  noughts("a game that has not begun says how it begins", [[
:legal
:take mark a1
game:step { start = "A" }
:take mark a1
]], [[
nobody may do anything: the game has not begun; begin it: game:step { start = "A" }
"done"
]], [[
error: no action 'mark a1'; ]] .. [[
nobody may do anything: the game has not begun; begin it: game:step { start = "A" }
]]),
  noughts("what a save has is played on, also from an autosave", [[
game:step { start = "A" }
:autosave 1 auto
:take mark a1
:autosave off
:save one.save
:take mark a2
:take mark c3
:open one.save
:legal
:take mark b2
:events 2
:open auto.1
:take mark c1
:record one.replay
:undo
:take mark a1
]], [[
after each 1 steps, into the newest of auto.1 to auto.10
"done"
no autosaves
one.save: a save of the world; :open goes on from it
"done"
"done"
one.save: the world has its state now
  1  B: mark a2
  2  B: mark a3
  3  B: mark b1
  4  B: mark b2
  5  B: mark b3
  6  B: mark c1
  7  B: mark c2
  8  B: mark c3
"done"
...
auto.1: the world has its state now
"done"
one.replay: what was done so far; strata replay plays it again
...
]], function(text)
  assert(text:find("^error: .*mark a1"), text)
end),
  game("what steps have done is none of the packs' changes", [[
bear = game:put("Grizzly Bears")
game:step { tap = bear }
:reload
]], [[
reloaded: nothing has changed
]]),
  session("finding_NC08: differences under what covers them", [[
world:effect { name = "Humility", on = each.creature, power = set(1) }
:fork
bear.base.power = 9
giant.base.subtypes = { "giant", "elf" }
:diff
:back
:diff
:try bear.base.damage = 5
:try world:effect { on = bear, power = add(2), clock = "turn", ticks = 2 }
:try world:act("damage", { who = bear, amount = 0 })
]], [[
Humility ~3:1
kept as 'here'; :diff tells what changes from here, :back returns
  Grizzly Bears #3:1  base.power: 2 -> 9, and power stays 5
  Hill Giant #5:1  subtypes: +elf
nothing is different
  Grizzly Bears #3:1  damage: 0 -> 5
effect ~4:1
  Grizzly Bears #3:1  power: 5 -> 7
+ effect effect ~4:1
"done", "it did not happen: it would have changed nothing"
...
]]),

  -- Messages ------------------------------------------------------------------
  session("finding_NC21: no word is near", ":edit\n:boardd\nmath.random(6)\n:why bear\n", nil, [[
error: no command ':edit'; :help lists them
error: no command ':boardd'; the nearest is ':board'
error: repl:1: attempt to call a nil value (field 'random')
    1 | math.random(6)
      | chance is the world's, so that games can be replayed: see ?roll
error: say which value of it, as in :why bear.power, or which event, as in :why damage
]]),
  {
    name = "a verb that is an option",
    args = { "version" },
    err = "strata: no verb 'version'; the option '--version' tells it (strata --help lists them)\n",
    status = 2,
  },
  {
    name = "finding_NC22: the value of an option stands behind it or behind an equals sign",
    args = { "replay", "mine/tests/one.lua", "--output=x" },
    err = "strata replay: no file 'mine/tests/one.lua'\n",
    status = 2,
  },
  {
    name = "the same with a blank",
    args = { "replay", "mine/tests/one.lua", "--output", "x" },
    err = "strata replay: no file 'mine/tests/one.lua'\n",
    status = 2,
  },
  {
    name = "an unknown option is no file",
    args = { "test", "--bogus" },
    err = "strata test: no option '--bogus' (strata test --help)\n",
    status = 2,
  },

  -- For programs, and for beginners -------------------------------------------
  {
    name = "finding_NC23: the board for a program",
    args = { "repl", "--json" },
    input = ":board\n",
    out = function(text)
      local bear = '{"base": {"power": 2, "toughness": 2}, "entity": {"id": "#3:1", "text": '
        .. '"Grizzly Bears #3:1"}, "values": {'
      assert(text:find('^{"v": 1, "values": %[%[{"entities": %['), "a list of places")
      assert(text:find(bear, 1, true), "an entity with its base values")
      assert(text:find('"place": "in no zone"', 1, true), "a place has its name")
    end,
  },
  game("finding_NC37: nothing has happened, and how something does", [[
game:put("Grizzly Bears")
:events
]], joined [[
Grizzly Bears #4:1
nothing has happened yet: game:put places objects without an event, and\
 game:step { ... } lets events happen
]]),
  session("finding_NC39: the ids of effects are no ids of entities", [[
world:effects()
bear, world:effects()[1].id
world:entity("#1:1")
]], [[
{ Glorious Anthem ~1:1, Giant Growth ~2:1 }
Grizzly Bears #3:1, "~1:1"
Alice #1:1
]]),
  game("finding_NC35: words of cards and steps in a script", [[
bear = game:put("Grizzly Bears")
world:effect({ power = add(3), lasts = "turn", on = bear })
cast("Grizzly Bears")
world:effect({ power = add(3), clock = "turn", on = bear, name = "Growth" })
]], "Growth ~1:1\n", joined [[
error: repl:1: world:effect: no option 'lasts', which is a word of cards; here 'clock' names the\
 clock whose ticks end the effect, and 'ticks' says how many
    1 | world:effect({ power = add(3), lasts = "turn", on = bear })
error: repl:1: attempt to call a nil value (global 'cast')
    1 | cast("Grizzly Bears")
      | 'cast' is a word of steps, in a session of game:step { ... }; see ?cast
]]),
  trumps("finding_NC32: open questions are shown, and answered by a command", [[
world:act("start_game", { player = A })
:answer
:take 1
:answer two
:answer 5
:answer 1
:legal
:take 2
]], [[
"done"
"decide"
decision 1: choose, by A #1:1
answer: one of
  1  one #3:1
  2  two #4:1
  3  three #5:1
  4  four #6:1
decision 2: choose, by B #2:1
answer: one of
  1  one #7:1
  2  two #8:1
  3  three #9:1
  4  four #10:1
"decide"
decision 2: choose, by B #2:1
answer: one of
  1  one #7:1
  2  two #8:1
  3  three #9:1
  4  four #10:1
"done"
  1  B: round
]], joined [[
error: no decision is open
error: repl:1: world:answer: there is no option 5; it must be one of 1 = one #7:1, 2 = two #8:1,\
 3 = three #9:1, 4 = four #10:1
    1 | world:answer(5)
error: no action 2; there are 1 to 1; :legal lists them
]]),
  {
    name = "finding_NC18: the origin of a card by its former name",
    args = { "why-def", "mine", "hill_chief" },
    files = {
      ["mine/pack.lua"] = MANIFEST:gsub('cards = "cards",',
        'cards = "cards",\n  renames = { hill_chief = "hill_captain" },'),
      ["mine/cards/hill_captain.lua"] = CAPTAIN,
    },
    out = [[
'hill_chief' is 'hill_captain' now, says mine/pack.lua:4
card mine:hill_captain 'Hill Captain': made by mine, mine/cards/hill_captain.lua:1
]],
  },
}
