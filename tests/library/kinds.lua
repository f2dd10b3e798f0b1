--- kinds.lua ROOT: what files of events become, and what is said of mistakes in them.
--
-- The words are made by scripts/strata itself over the classic rules, without an engine. That
-- strata.rules takes the tables is shown by `strata check cards/classic`.
package.path = arg[1] .. "/tests/lint/?.lua;" .. arg[1] .. "/scripts/?.lua;" .. package.path
local tree = require("tree")
tree.open(arg[1])

local FILE <const> = "events.lua"
local DESCRIBED <const> = "scripts/strata/meta/event_words.lua"
local files = {}
local plainhost = require("plainhost")
plainhost.install(files)

local event_vocabulary = require("strata.events.event_vocabulary")
local expr_words = require("strata.lang.expr_words")
local pack_file = require("strata.base.pack_file")
local event_kinds = require("strata.events.event_kinds")
local game = require("strata.link.linker").load("cards/classic")

--- A value as Lua would write it, keys in order.
local function shown(value)
  if type(value) ~= "table" then
    return type(value) == "string" and ("%q"):format(value) or tostring(value)
  end
  local list = {}
  for key, item in plainhost.sorted_pairs(value) do
    local name = type(key) == "string" and key .. " = " or ""
    list[#list + 1] = name .. shown(item)
  end
  return #list == 0 and "{}" or ("{ %s }"):format(table.concat(list, ", "))
end

--- What a file of events with this text becomes.
local function load_text(text)
  files[FILE] = text
  local loaded = event_kinds.new(game.schema, pack_file.new())
  loaded:load(FILE)
  loaded:settle()
  return loaded
end

local function check(want, got)
  tree.seen = tree.seen + 1
  if got ~= want then
    local line = debug.getinfo(3, "l").currentline
    local form = "tests/library/kinds.lua:%d: expected\n  %s\ngot\n  %s"
    tree.complain(form, line, tostring(want), tostring(got))
  end
end

--- What an event that is given as fields becomes, beside two kinds that it can name.
local OTHERS <const> = [[
return events {
  handlers = { "test:grind" },
  event { "draw", fields = { player = "ref" } },
  event { "gain", fields = { player = "ref", amount = "int" } },
  event { "move", fields = { who = "ref", to = "sym", same = "flag" } },
  alias { "mill_one", of = "move", where = event.to:is("graveyard") },
]]

local function becomes(text, want)
  local loaded = load_text(OTHERS .. 'event { "test", ' .. text .. " },\n}\n")
  check(want, shown(loaded.events.test))
end

--- The deeds of a program.
local function writes(deeds, want)
  local loaded = load_text(OTHERS .. 'event { "test", results = { ' .. deeds .. " } },\n}\n")
  check(want, shown(loaded.events.test.results))
end

--- A mistake in line 7, which is what a text puts behind the others.
local function bad(text, want)
  local is_fine, message = pcall(load_text, OTHERS .. text .. "\n}\n")
  check(FILE .. ":7: " .. want, not is_fine and message)
end

local function bad_event(fields, want)
  bad('event { "test", fields = { who = "ref", n = "int" }, ' .. fields .. " },", want)
end

local function bad_deed(deed, want)
  bad_event("results = { " .. deed .. " }", want)
end

-- Kinds.
becomes('fields = { a = "int" }', '{ fields = { a = "int" } }')
becomes(
  'fields = { who = "ref", n = "int" }, affected = "who", amount = "n", quiet = true,'
    .. " looks_back = true, enters = false, matters = event.n:at_least(1),"
    .. ' can = ~event.who:being("creature")',
  '{ affected = "who", amount = "n", can = "not (event.who.types has \'creature\')",'
    .. ' enters = false, fields = { n = "int", who = "ref" }, look_back = true,'
    .. ' matters = "event.n >= 1", quiet = true }'
)
becomes(
  'fields = { n = "int" }, merge_by = "cause", merge_sum = "n", phases = { "do" }',
  '{ fields = { n = "int" }, merge_by = "cause", merge_sum = "n", phases = { "do" } }'
)
becomes(
  'fields = { n = "int", who = "ref" }, one_by_one = { event.n, draw { player = event.who } }',
  '{ fields = { n = "int", who = "ref" }, one_by_one = { { "emit", "draw", times = "event.n",'
    .. ' with = { player = "event.who" } } } }'
)
becomes(
  "results = draw { player = none }",
  '{ results = { { "emit", "draw", with = { player = "none" } } } }'
)
check(
  '{ of = "move", where = "event.to = \'graveyard\'" }',
  shown(load_text(OTHERS .. "}").events.mill_one)
)
check('{ test:grind = true }', shown(load_text(OTHERS .. "}").handlers))

-- Acts.
writes(
  'gain { player = you, amount = count(each.creature) + 1, times = 2, as = "x" }',
  '{ { "emit", "gain", as = "x", times = "2", with = { amount ='
    .. ' "(count((zone = \'battlefield\' and types has \'creature\')) + 1)",'
    .. ' player = "this.controller" } } }'
)
writes(
  'move { each.creature:of(event.by), who = it, to = "exile", same = true, cause = this }',
  '{ { "emit", "move", who = "(zone = \'battlefield\' and types has \'creature\' and controller ='
    .. ' event.by)", with = { cause = "this", same = "true", to = "\'exile\'", who = "it" } } }'
)
writes(
  "draw { player = event.player, when = event.amount:more_than(2) }",
  '{ { "emit", "draw", when = "event.amount > 2", with = { player = "event.player" } } }'
)

-- What performing does.
writes(
  "base { event.player, life = add(event.amount), tapped = true, damage = sub(1),"
    .. " when = event.effect }",
  '{ { "add", "damage", value = "-(1)", when = "event.effect", who = "event.player" },'
    .. ' { "add", "life", value = "event.amount", when = "event.effect", who = "event.player" },'
    .. ' { "set", "tapped", value = "true", when = "event.effect", who = "event.player" } }'
)
writes(
  'base { event.who, types = set({ "artifact" }), chosen = "elf", attached = none }',
  '{ { "set", "attached", value = "none", who = "event.who" }, { "set", "chosen",'
    .. ' value = "\'elf\'", who = "event.who" }, { "set", "types", value = { "artifact" },'
    .. ' who = "event.who" } }'
)
writes(
  'moves { event.who, to = "exile", player = event.player, as = "became" }, '
    .. "moves { event.who, to = event.to, same = true }",
  '{ { "move", "exile", as = "became", who = "event.who", with = { player = "event.player" } },'
    .. ' { "move", who = "event.who", with = { same = "true", to = "event.to" } } }'
)
writes(
  'shuffles { event.player, zone = "library" }, ceases { event.who }, stamps { each.creature },'
    .. ' ticks { "turn" }',
  '{ { "shuffle", "library", who = "event.player", with = {} }, { "remove", who = "event.who",'
    .. ' with = {} }, { "stamp", who = "(zone = \'battlefield\' and types has \'creature\')",'
    .. ' with = {} }, { "tick", "turn" } }'
)
writes(
  'counts { event.who, kind = "+1/+1", count = 2 }, spawns { event.who, times = 2, as = "made" },'
    .. " spawns { of = event.to }",
  '{ { "count", who = "event.who", with = { count = "2", kind = "\'+1/+1\'" } }, { "spawn",'
    .. ' as = "made", times = "2", who = "event.who" }, { "spawn", with = { of = "event.to" } } }'
)

-- Deeds of all programs.
writes(
  'runs { "test:grind", n = event.amount, yes = true }, let { "x", event.amount }, stop',
  '{ { "run", "test:grind", with = { n = "event.amount", yes = "true" } }, { "let", as = "x",'
    .. ' value = "event.amount" }, { "stop" } }'
)
writes(
  'choose { each.creature:of(you), by = you, as = "given", least = 0, ordered = true },'
    .. ' choose { "number", as = "n", most = 3 }, choose { "word", as = "w", of = { "a", "b" } }',
  '{ { "choose", as = "given", ordered = true, who = "(zone = \'battlefield\' and types has'
    .. ' \'creature\' and controller = this.controller)", with = { by = "this.controller", least ='
    .. ' "0" } }, { "choose", "number", as = "n", with = { most = "3" } }, { "choose", "word", as ='
    .. ' "w", with = { of = { "a", "b" } } } }'
)
writes(
  "may { draw { player = you }, so = { stop }, otherwise = { gain { amount = 1 } }, by = you }",
  '{ { "choose", "may", as = "may_1", with = { by = "this.controller" } }, { "when", { "emit",'
    .. ' "draw", with = { player = "this.controller" } }, { "stop" }, when = "$may_1" }, { "when",'
    .. ' { "emit", "gain", with = { amount = "1" } }, when = "not $may_1" } }'
)
writes(
  'when { named.x:at_least(2) & named.given:being("creature"), stop },'
    .. " each { each.creature, draw { player = it.controller } },"
    .. " together { draw { player = you }, gain { amount = named.given.power + named.x } }",
  '{ { "when", { "stop" }, when = "($x >= 2 and $given.types has \'creature\')" }, { "each",'
    .. ' { "emit", "draw", with = { player = "it.controller" } }, who = "(zone = \'battlefield\''
    .. ' and types has \'creature\')" }, { "together", { "emit", "draw", with = { player ='
    .. ' "this.controller" } }, { "emit", "gain", with = { amount = "($given.power + $x)" } } } }'
)
writes(
  'when { named.yes:is(true) & named.w:is("red") & named.n:is(3) & named.a:is(named.b), stop }',
  '{ { "when", { "stop" }, when = "((($yes = true and $w = \'red\') and $n = 3) and $a = $b)" } }'
)

-- State-based actions, and how a game goes on.
local function besides(text)
  return load_text(OTHERS .. text .. "\n}\n")
end
check(
  '{ broke = { { "emit", "gain", with = { player = "it" } }, who = "it.life <= 0" },'
    .. ' legend_rule = { { "emit", "draw", with = { player = "it.owner" } }, { "emit", "gain",'
    .. ' with = { amount = "1" } }, keep_by = { "name", "controller" }, resets = { "tapped" },'
    .. ' who = "(zone = \'battlefield\' and types has \'creature\')" } }',
  shown(besides([[
    check { "Legend rule!", each.creature, keep_one = { "name", "controller" }, resets = "tapped",
      act = { draw { player = it.owner }, gain { amount = 1 } } },
    check { "broke", it.life:at_most(0), act = gain { player = it } },
  ]]).checks)
)
check(
  '{ always_ask = true, next_player = "attached", on_loop = "gain", stack = "stack", turn_player ='
    .. ' "it.tapped = true" }',
  shown(besides([[
    play { turn_player = it.tapped:is(true), next_player = "attached", stack = "stack",
      on_loop = "gain", always_ask = true },
  ]]).play)
)
bad("check { },", "check: expected its name first, as a text")
bad('check { "a" },', "check: say whom it is about, as in each.creature")
bad('check { "a", each.creature },', "check: act: say what is done about them")
bad('check { "a", 3, act = stop },', "check: 2: expected a condition, got 3")
bad(
  'check { "a", each.creature, keep_on = 1 },',
  "check: no field 'keep_on'; did you mean 'keep_one'?"
)
bad(
  'check { "a", each.creature, keep_one = { "nam" }, act = stop },',
  "keep_one: no attribute 'nam'; did you mean 'name'?"
)
bad(
  'check { "a", each.creature, resets = 3, act = stop },',
  "resets: expected a list of attributes, got 3"
)
bad(
  'check { "a", each.creature, act = stop }, check { "A!", each.creature, act = stop },',
  "check 'A!' is declared already, in events.lua:7; give it another name, or amend that one"
)
bad(
  'play { stack = "stack" }, play { stack = "stack" },',
  "play: how a game goes on is declared already, in events.lua:7; amend that one"
)
bad('play { stak = "stack" },', "play: no field 'stak'; did you mean 'stack'?")
bad("play { stack = 3 },", "play: stack: expected a name, got 3")
bad('play { always_ask = "yes" },', "play: always_ask: expected true or false, got yes")
bad('play { turn_player = "me" },', "play: turn_player: expected whose turn it is, got me")

-- Mistakes in what is declared.
bad('event { "draw" },', "event 'draw' is declared already, in events.lua:3; give it another name")
bad('event { "count" },', "event 'count': files have a word of this name; give it another")
bad("event { },", "event: expected its name first, as a text")
bad(
  "draw { player = you },",
  "events: unknown word 'draw'; there are alias, amend, check, course, event, play, pool"
)
bad('"draw",', "events: in place 5 of its list expected event { ... }, or alias, check, play, "
  .. 'course or pool, or amend "pack:name" { ... }, got draw')
bad("handlr = {},", "events: no field 'handlr'; did you mean 'handlers'?")
bad('evnt { "test" },', "events: unknown word 'evnt'; did you mean 'event'?")
bad_event(
  "matter = event.n:at_least(1)",
  "event 'test': no field 'matter'; did you mean 'matters'?"
)
bad_event('affected = "whom"', "affected: no field 'whom'; did you mean 'who'?")
bad_event('affected = "n"', "affected: 'n' is of type int, not ref")
bad_event("quiet = 1", "event 'test': quiet: expected true or false, got 1")
bad_event("matters = 3", "event: matters: expected a condition, got 3")
bad_event("matters = event.n", "event: matters: expected a condition, got the event's n")
bad_event("matters = event.m:at_least(1)", "event: no field 'm'; did you mean 'n'?")
bad_event("can = event.who.powr:at_least(1)", "unknown attribute 'powr'; did you mean 'power'?")
bad('event { "test", fields = { n = "itn" } },', "fields: n: expected int, flag, ref or sym as a"
  .. " text, got 'itn'; did you mean 'int'?")
bad('event { "test", fields = { player = "int" } },', "fields: 'player' is of type ref in another"
  .. " event; take another name")
bad('event { "test", fields = { when = "int" } },', "fields: 'when' is an option of acts; choose"
  .. " another")
bad('event { "test", fields = { by = "ref" } },', "fields: every event has a field 'by' already")
bad('alias { "test", of = "moev" },', "alias 'test': of: no event 'moev'; did you mean 'move'?")
bad(
  'alias { "test", of = "move", where = all },',
  "unknown word 'all'; did you mean 'each'?"
)
bad(
  'alias { "test", of = "move", quiet = true },',
  "alias 'test': no field 'quiet'; there are enters, gives, looks_back, of, where"
)

-- Mistakes in what is done.
bad_deed("3", "results: in place 1 of its list expected an act, got 3")
bad_deed("event.n", "results: in place 1 of its list expected an act, got the event's n")
bad_event("does = 3", "does: expected an act or a list of acts, such as draw { ... }, got 3")
bad_deed("drw { player = you }", "unknown word 'drw'; did you mean 'draw'?")
bad_deed("draw { plyer = you }", "draw: no field 'plyer'; did you mean 'player'?")
bad_deed("draw { player = 3 }", "draw: player: expected an object, got 3")
bad_deed("draw { you, you }", "draw: its list has 1 item at most; say others by name")
bad_deed("draw { 3 }", "draw: expected whom it is about first in its list, got 3")
bad_deed(
  "draw { player = you, as = 3 }",
  "draw: as: expected a name of lower-case letters, digits and _, got 3"
)
bad_deed("gain { amount = true }", "gain: amount: expected a number, got a boolean; comparisons are"
  .. " words: e:less_than(2)")
bad_deed("mill_one { who = this }", "'mill_one' is an alias; write move { ... }")
bad_deed("base { event.who, powr = 3 }", "base: no field 'powr'; did you mean 'power'?")
bad_deed("base { power = 3 }", "base: expected whom it is about first in its list, got nothing")
bad_deed('base { event.who, types = "artefact" }', "base: types: unknown word 'artefact'; did you"
  .. " mean 'artifact'?")
bad_deed('base { event.who, power = "two" }', "base: power: expected a number, got two")
bad_deed(
  'moves { event.who, to = "grave" }',
  "moves: unknown zone 'grave'; there are battlefield, command, exile, graveyard, hand, library, "
    .. "phased_out, stack"
)
bad_deed('moves { event.who, to = "exil" }', "moves: unknown zone 'exil'; did you mean 'exile'?")
bad_deed('ticks { "trun" }', "ticks: unknown clock 'trun'; did you mean 'turn'?")
bad_deed('runs { "test:gridn" }', "runs: no handler 'test:gridn'; did you mean 'test:grind'?")
bad_deed('let { "x" }', 'let: expected a name and a value, as let { "x", event.amount }')
bad_deed('choose { "nmber", as = "x" }', "choose: cannot choose a 'nmber'; did you mean 'number'?")
bad_deed("choose { each.creature }", "choose: as: say the name of what is chosen")
bad_deed("may { by = you }", "may: it has nothing to do")
bad_deed("when { event.n, stop }", "when: 1: expected a condition, got the event's n")
bad_deed("each { stop }", "each: expected whom it is about first in its list, got stop")
bad_deed('let { "x", named.X }', "named: 'X' is no name; it has lower-case letters, digits and _")
bad_deed("draw(3)", "draw: expected its fields in braces, as draw { ... }, got 3")

-- What there is and what editors are told are the same words.
local function compare_words()
  local common, described = expr_words.library(game.schema), {}
  for _, line in tree.lines(DESCRIBED) do
    local name = line:match("^function ([%w_]+)%(") or line:match("^([%w_]+) = nil$")
    described[name or ""] = true
  end
  local made = event_vocabulary.add(expr_words.library(game.schema), game.schema, {}, {})
  for name in plainhost.sorted_pairs(made) do
    local is_own = name == "each" or common[name] == nil
    check(is_own, described[name] == true)
    described[name] = nil
  end
  described[""] = nil
  check("{}", shown(described))
end
compare_words()

tree.close()
