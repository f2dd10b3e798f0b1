-- luacheck: no max line length
--- step_words.lua WORK PROGRAM: words of steps that rules declare: other packs amend them, contradict
--- each other about them, give them other names; sessions load them anew; `check` finds what is wrong
--- with them, and with the names that steps say; steps that wait.
local work, program = table.unpack(arg)
assert(program, "usage: step_words.lua WORK PROGRAM")
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local folder = require("folder")
local has, lacks, quote = folder.has, folder.lacks, folder.quote
local here = folder.empty(work, program)
local read, run, write = here.read, here.run_aloud, here.write

local MANIFEST <const> = [[
return {
  name = "%s", version = "0.1.0", description = "A pack of a test", license = "MIT", api = 1,
  %s
}
]]

--- A pack of rules, that requires others.
local function pack(name, rules, more)
  local form = 'rules = "rules.lua", %s'
  write(name .. "/pack.lua", MANIFEST:format(name, form:format(more or "")))
  write(name .. "/rules.lua", rules)
end

-- -- The game ------------------------------------------------------------------

local RULES <const> = [[
return ruleset {
  as_of = "0.4",
  layers = { "all" },
  attributes = {
    name = { "sym", copiable = true }, ore = { "int", unlayered = true },
    seat = { "int", unlayered = true }, round = { "int", unlayered = true },
    acting = { "flag", unlayered = true }, next_player = { "ref", unlayered = true },
    has_won = { "flag", unlayered = true }, is_the_game = { "flag", unlayered = true },
    owner = { "ref", unlayered = true, kept = true }, controller = { "ref", unlayered = true },
  },
  roles = { name = "name", owner = "owner", controller = "controller" },
  zones = { mine = { shared = true } },
  home = "mine",
  nouns = { player = { where = "seat > 0" }, cart = { zone = "mine" } },
  the_game = "is_the_game",
  seats = { "A", "B" },
  steps = {
    --- Carts get ore.
    load = { event = "load", takes = { "count" }, with = { count = 1 }, often = 1 },
    --- Says how much ore carts have.
    fill = { writes = { ore = "count" }, needs = { "count" }, when = "ore < 10" },
  },
  lines = { ["WHO has ore N"] = { number = "ore" }, ["WHO wins the game"] = { is = "has_won" } },
  starting = { ore = 2 },
}
]]

local EVENTS <const> = [[
return events {
  as_of = "0.4",
  event { "start_game", fields = { player = "ref" }, affected = "player", does = {} },
  event {
    "load",
    fields = { who = "ref", count = "int" },
    affected = "who",
    does = { base { event.who, ore = add(event.count) } },
  },
  --- A round begins: who is next gets ore.
  event {
    "round_begins",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, ore = add(3) }, base { the_game, round = add(1) } },
  },
  event { "end_game", fields = { player = "ref" }, affected = "player", does = { base { event.player, has_won = true } } },
  check { "rich", each.player:where(it.ore:at_least(20)), act = end_game { player = it } },
  play { starts = "start_game", ends = "end_game", turn_player = each.player & it.acting, next_player = "next_player", acting = "acting" },
  course {
    number = the_game.round,
    period { "round", of = "next", begins = { round_begins { player = you } }, acts = each.player & it:is(you) },
  },
}
]]

pack("carts", RULES, 'events = "events.lua", cards = "cards",')
write("carts/events.lua", EVENTS)
write("carts/cards/cart.lua", 'return card { name = "Cart" }\n')

local function scenario(pack_name, steps, expect)
  local form = 'return scenario { name = "one", setup = { { "A", "mine", "cart: Cart" } },\n'
    .. "  steps = { %s },\n  expect = { %s } }\n"
  write(pack_name .. "/tests/one.lua", form:format(steps, expect))
end

-- -- Steps that wait -------------------------------------------------------------

scenario("carts", '{ await = "A has ore 5" }, { check = "five" }, { load = "cart" }, { await = "A ore >= 8" }',
  '"five: ore(A) = 5", "five: active player = A", "cart: ore=1", "A: ore=8"')
has(run("test carts"), "\nok 1 - one")
-- It holds already: nothing is done, and the line is judged as it is.
scenario("carts", '{ load = "cart" }, { await = "ore(cart) = 1" }', '"ore(cart) = 1", "A: ore=5"')
has(run("test carts"), "\nok 1 - one")
scenario("carts", '{ load = "cart" }, { refused = { await = "ore(cart) = 7", most = 3 } }',
  '"ore(cart) = 1", "A: ore=5", "round(the game) = 1"')
has(run("test carts"), "\nok 1 - one")
scenario("carts", '{ await = "ore(cart) = 7", most = 3 }', '"A: ore=5"')
has(run("test carts"),
  "await: 'ore(cart) = 7' does not hold in 3 periods: it is 0 in round of B, turn 4")
-- So is what the step `go` has passed when its period does not come: turn 2 is still to begin.
write("turns/pack.lua", MANIFEST:format("turns", 'requires = { "classic" }, cards = "cards",'))
write("turns/cards/one.lua", 'return card { name = "One", types = { "creature" } }\n')
write("turns/tests/one.lua", 'return scenario { name = "one", players = { "A", "B", "C" },\n'
  .. '  setup = { { "A", "battlefield", "One" } },\n'
  .. '  steps = { { concede = "B" }, { refused = { go = "upkeep", of = "B" } }, { go = "main", turn = 2 } },\n'
  .. '  expect = { "draw_step happens on turn 2=true" } }\n')
has(run("test turns"), "\nok 1 - one")
-- The game ends on the way.
scenario("carts", '{ await = "ore(cart) = 7" }', '"A: ore=5"')
has(run("test carts"), "await: 'ore(cart) = 7' did not hold before the game ended: it is 0, in ")
scenario("carts", '{ await = "oer(cart) = 7" }', '"A: ore=5"')
local text, status = run("check carts")
assert(status == 1)
has(text, "carts/tests/one.lua:2: scenario 'one': await: cannot read 'oer(cart) = 7'")
has(text, "did you mean 'ore'?")
-- The same word in a session; a line that fails changes nothing.
text = run("--pack carts repl", 'game:step { start = "A" }\n'
  .. 'game:step { await = "A ore >= 8" }\nA.ore\n'
  .. 'game:step { await = "A ore >= 17", most = 2 }\nA.ore\n')
has(text, "await: 'A ore >= 17' does not hold in 2 periods: it is 11")
local _, eights = text:gsub("%f[%w]8%f[%W]", "")
assert(eights == 2, text)

-- -- Names that nothing has --------------------------------------------------------

for _, row in ipairs({
  { '{ load = "crat" }', "load: no object or card is called 'crat'; did you mean '" },
  { '{ emit = load { who = "crat", count = 1 } }', "emit: no object or card is called 'crat'; did you mean '" },
  { '{ laod = "cart", settle = "all" }', "no verb in this step; did you mean 'load'?" },
  { '{ load = "cart", answers = { "crat" } }', "load: answers: no object is called 'crat'; did you mean '" },
  { '{ fill = "cart", count = true }', "fill: count: expected a number, got true" },
}) do
  scenario("carts", row[1], '"ore(cart) = 1"')
  text, status = run("check carts")
  assert(status == 1, text)
  has(text, "carts/tests/one.lua:2: scenario 'one': " .. row[2])
end
scenario("carts", '{ load = "cart" }', '"ore(cart) = 1"')
assert(run("check carts") == "1 pack, 5 scripts: ok\n")

-- -- Truths and words that steps say for base values ---------------------------------

local MARK <const> = '    mark = { writes = { acting = "on_turn" }, needs = { "on_turn" } },\n'
  .. '    call = { writes = { name = "title" }, needs = { "title" } },\n'
write("carts/rules.lua", (RULES:gsub("    %-%-%- Carts get", MARK .. "%0")))
scenario("carts", '{ mark = "cart", on_turn = true }', '"acting(cart) = true"')
has(run("test carts"), "\nok 1 - one")
scenario("carts", '{ mark = "cart", on_turn = true }, { mark = "cart", on_turn = false }, { load = "cart" }',
  '"acting(cart) = false", "ore(cart) = 1"')
has(run("test carts"), "\nok 1 - one")
scenario("carts", '{ call = "cart", title = "Cart" }, { load = "cart" }', '"name(cart) = Cart", "ore(cart) = 1"')
has(run("test carts"), "\nok 1 - one")
write("carts/rules.lua", RULES)
scenario("carts", '{ load = "cart" }', '"ore(cart) = 1"')

-- -- Rules that are wrong ------------------------------------------------------------

for _, row in ipairs({
  { 'when = "ore < 10"', 'when = "oer < 10"', "steps: fill: when: unknown attribute 'oer'; did you mean 'ore'?" },
  { "with = { count = 1 }", "with = { count = true }", "steps: load: with: count: expected a number or the text of one, got true" },
  { "with = { count = 1 }", 'with = { count = "event.woh.ore" }', "steps: load: with: count: no field 'woh' of that event; did you mean 'who'?" },
  { "with = { count = 1 }", 'with = { count = "event.who.oer" }', "steps: load: with: " },
  { "    fill = {", "    check = {", "steps: check: steps of every game have 'check'; give it another name" },
  { "    fill = {", "    under = {", "steps: under: steps of every game have 'under'; give it another name" },
  { "    fill = {", "    with = {", "steps: with: steps of every game have 'with'; give it another name" },
  { "WHO has ore N", "WHO has ore NUMBER", "lines: WHO has ore NUMBER: its words in capitals are WHO NUMBER; expected WHO N, for what a scenario writes there" },
  { "WHO has ore N", "N is the ore of WHO", "lines: N is the ore of WHO: its words in capitals are N WHO; expected WHO N" },
}) do
  write("carts/rules.lua", (RULES:gsub(row[1]:gsub("%p", "%%%0"), (row[2]:gsub("%%", "%%%%")))))
  text, status = run("check carts")
  assert(status == 1, text)
  has(text, row[3])
  assert(text:find("^carts/rules.lua:%d+: "), text)
end
write("carts/rules.lua", RULES)

-- -- Packs that amend them -------------------------------------------------------------

local NEEDS <const> = 'requires = { carts = ">=0.1.0" },'
pack("more", 'return extend {\n  steps = { load = { often = 3 },\n    --- Takes ore out.\n    empty = { writes = { ore = 0 } } },\n}\n', NEEDS)
text = run("why-def more load")
has(text, "step load: made by carts, carts/rules.lua:")
has(text, "often  1 -> 3  by more, more/rules.lua:2")
has(run("why-def more empty"), "step empty: made by more, more/rules.lua:4")
has(run('why-def more "WHO has ore N"'), "line WHO has ore N: made by carts")
scenario("more", '{ load = "cart" }, { empty = "cart" }', '"ore(cart) = 0", "happened(load) = [cart]"')
has(run("test more"), "\nok 1 - one")
-- A field is taken out, and said anew.
pack("more", 'return extend {\n  steps = { load = { without = { "takes", "often" }, takes = { number = "count" } } },\n}\n', NEEDS)
scenario("more", '{ load = "cart", number = 4 }', '"ore(cart) = 4"')
has(run("test more"), "\nok 1 - one")
has(run("why-def more load"), "often         1 -> gone  by more, more/rules.lua:2")
scenario("more", '{ load = "cart", count = 4 }', '"ore(cart) = 4"')
has(run("check more"), "load: no field 'count'")
pack("more", 'return extend {\n  steps = { load = { without = "oftn" } } }\n', NEEDS)
has(run("check more"), "steps: load: without: the rules before say no 'oftn' of it; did you mean 'often'?")
os.remove(work .. "/more/tests/one.lua")
-- Who says another file amends it is told where.
write("more/laws.lua", 'return laws { amend "carts:fill" { often = 3 } }\n')
pack("more", "return extend { steps = { load = { often = 3 } } }\n", NEEDS .. ' laws = "laws.lua",')
text, status = run("check more")
assert(status == 1)
has(text, "more/laws.lua:1: amend 'carts:fill': amend: 'carts:fill': the rules say it; write extend { ... }")
pack("more", "return extend { steps = { load = { often = 3 } } }\n", NEEDS)

-- -- Packs that contradict each other ----------------------------------------------------

pack("other", "return extend { steps = { load = { often = 4 } } }\n", NEEDS)
text, status = run("--pack more --pack other conflicts")
has(text, "'other' makes it 4, and 'more' makes it 3 in more/rules.lua:1; neither names the other")
assert(status == 1, text)
-- Two that declare one word are a conflict even where they say nothing of the same.
pack("more", 'return extend { steps = { spill = { writes = { ore = 0 } } } }\n', NEEDS)
pack("other", 'return extend {\n  steps = { spill = { event = "load" } } }\n', NEEDS)
text = run("--pack more --pack other conflicts")
has(text, "steps.spill: 'other' makes it { ... }, and 'more' makes it { ... } in more/rules.lua:1")
-- One that names the other amends it.
pack("other", 'return extend { steps = { spill = { writes = { ore = 1 } } } }\n',
  'requires = { carts = ">=0.1.0", more = ">=0.1.0" },')
lacks(run("--pack more --pack other conflicts"), "spill")

-- -- Another name ----------------------------------------------------------------------

pack("carts", (RULES:gsub("    fill = {", "    stock = {")),
  'events = "events.lua", cards = "cards", renames = { fill = "stock" },')
scenario("carts", '{ fill = "cart", count = 1 }', '"ore(cart) = 1"')
has(run("test carts"), "\nok 1 - one")
text = run("check carts")
has(text, "carts/tests/one.lua:2: warning: 'fill' is 'stock' now, says carts/pack.lua:")
has(run("why-def carts fill"), "'fill' is 'stock' now")
scenario("carts", '{ stock = "cart", count = 1 }', '"ore(cart) = 1"')
assert(run("check carts") == "1 pack, 5 scripts: ok\n", run("check carts"))

--- Rules with a size, a measure and a word that changes types, and what uses their former names.
local NAMED <const> = RULES:gsub("  starting", '  sizes = { weight = { "ore", "round" } },\n'
  .. '  measures = { lead = { text = "%%1.ore - %%2.ore" } },\n'
  .. '  type_words = { becomes = { does = "give", of = "kinds" } },\n%0')
  :gsub("attributes = {", '%0\n    kinds = { "set", "wagon", copiable = true },')
  :gsub('roles = { ', '%0abilities = "traits", '):gsub('    seat = ', '    traits = "abilities",\n%0')
  :gsub("layers = {.-},", '%0 default_layers = { set = "all", add = "all" },')
local FORMER <const> = 'events = "events.lua", cards = "cards", renames = { heft = "weight", gap = "lead", turns_into = "becomes" },'
pack("carts", NAMED, FORMER)
local own = EVENTS:gsub("it.ore:at_least%(20%)", "gap(it, it.next_player):at_least(20)")
write("carts/events.lua", own)
write("carts/cards/cart.lua", 'return card { name = "Cart", static { this, turns_into "wagon" } }\n')
scenario("carts", '{ load = "cart" }', '"heft(cart) = 1/0", "kinds(cart) = wagon"')
has(run("test carts"), "\nok 1 - one")
text = run("check carts")
has(text, "carts/tests/one.lua:3: warning: 'heft' is 'weight' now, says carts/pack.lua:")
has(text, "carts/events.lua:18: warning: 'gap' is 'lead' now, says carts/pack.lua:")
has(text, "carts/cards/cart.lua:1: warning: 'turns_into' is 'becomes' now, says carts/pack.lua:")
write("carts/events.lua", EVENTS)
write("carts/cards/cart.lua", 'return card { name = "Cart" }\n')
scenario("carts", '{ load = "cart" }', '"ore(cart) = 1"')
pack("carts", RULES, 'events = "events.lua", cards = "cards", renames = { ["WHO owns ore N"] = "WHO has ore N" },')
has(run("check carts"), "a line has no former name; say the new line in the scenarios that have it, and take this rename out")
pack("carts", RULES, 'events = "events.lua", cards = "cards", renames = { fil = "fll" },')
has(run("check carts"), "renames: 'fil' became 'fll', and this pack has none; did you mean 'fill'?")

-- -- A session loads them anew ------------------------------------------------------------

pack("carts", RULES, 'events = "events.lua", cards = "cards",')
local spill = "    spill = { writes = { ore = 0 } },\n"
local later = RULES:gsub("    %-%-%- Says how much", spill .. "%0"):gsub("count = 1 }", "count = 2 }")
  :gsub("ore = 2 }", "ore = 4 }")
write("later/rules.lua", later)
write("run/lines.sh", table.concat({
  "cat <<END",
  'cart = game:put("Cart")',
  'game:step { load = "Cart" }',
  "END",
  "sleep 1",
  "cp later/rules.lua carts/rules.lua",
  "cat <<END",
  ":reload",
  'game:step { load = "Cart" }',
  "cart.ore",
  'game:step { spill = "Cart" }',
  "cart.ore",
  "END",
}, "\n") .. "\n")
local session = "cd %s && sh run/lines.sh | %s --pack carts repl > run/output.txt 2>&1"
os.execute(session:format(quote(work), quote(program)))
text = read("run/output.txt")
has(text, "  added    step spill\n  changed  starting value ore, step load\n")
has(text, "3\n0\n")

-- -- Steps that say nothing in a session ----------------------------------------------------

for _, row in ipairs({
  { 'game:step { check = "x" }', "check: it names a moment for the lines of a scenario" },
  { 'game:step { refused = { check = "x" } }', "check: it names a moment for the lines of a scenario" },
  { 'game:step { foo = 1 }', "no verb in this step: 'foo' is none; " },
  { 'game:step { fill = {}, count = 3 }', "fill: expected a name or a list of names, got an empty list" },
  { 'game:why_not { act = "rest" }', 'game:why_not: expected an action as the list writes it, such as "A: pass", got { act = rest }' },
  { 'game:why_not(B, "rest")', "game:why_not: it takes one argument, got 2" },
}) do
  text = run("--pack carts repl", 'cart = game:put("Cart")\n' .. row[1] .. "\ncart.ore\n")
  has(text, "error: " .. row[2])
  has(text, "\n0\n")
end

-- -- Words that commands do not take ----------------------------------------------------------

local HEAD <const> = 'cart = game:put("Cart")\ngame:step { load = "Cart" }\n'
for _, row in ipairs({
  { ":undo 99", "there are only 2 to undo" },
  { ":redo 2", "nothing to do again" },
  { ":undo\n:redo 2\n:redo", "there is only 1 to redo" },
  { ":legal C", "no player 'C'; there are A, B" },
  { ":legal A x", "no player 'A x'; there are A, B" },
  { ":board mnie", ":board takes no word, and got 'mnie'" },
  { ":branches x", ":branches takes no word, and got 'x'" },
  { ":reload x", ":reload takes no word, and got 'x'" },
  { ":events x", "expected a number of rows, as in :events 20, got 'x'" },
}) do
  text = run("--pack carts repl", HEAD .. row[1] .. "\ncart.ore\n")
  has(text, "error: " .. row[2])
  has(text, "\n2\n")
end

-- -- What is asked about a scenario and is not there ----------------------------------------

scenario("carts", '{ load = "cart" }', '"ore(cart) = 2"')
text = run("why carts/tests/one.lua cart.oer")
has(text, "error: why: unknown attribute 'oer'; did you mean 'ore'?")
lacks(text, "strata.")
text = run("graph carts/tests/one.lua al")
has(text, "error: world:graph: unknown layer 'al'; did you mean 'all'?")
lacks(text, "strata.")

-- A player whom an event has moved is another entity, and the line says so in plain words.
write("carts/events.lua", (EVENTS:gsub("  play {", '  event { "dig", fields = { player = "ref" }, affected = "player", does = { moves { event.player, to = "mine" } } },\n%0')))
scenario("carts", '{ emit = dig { player = "A" } }', '"ore(A) = 7"')
text = run("test carts")
has(text, "not ok 1 - one")
has(text, "ore: entity #2:1 no longer exists in this world")
lacks(text, "strata.")
write("carts/events.lua", EVENTS)

-- -- What is never suggested: nothing, and the word itself --------------------------------------

scenario("carts", '{ load = "cart", answers = { "W" } }', '"ore(cart) = 1"')
has(run("check carts"), "1 pack, 5 scripts: ok")
has(run("test carts"), "0 of 1 answers were asked for, and not 'W'; nothing was asked")
scenario("carts", '{ fill = "A", count = 3 }', '"ore(cart) = 1"')
has(run("test carts"), "'A' is no object; name one here")
scenario("carts", '{ emit = load { who = "C", count = 1 } }', '"ore(cart) = 1"')
lacks(run("check carts") .. run("test carts"), "did you mean ''")
