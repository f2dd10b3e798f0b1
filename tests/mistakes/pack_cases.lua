-- luacheck: no max line length
--- Mistakes in packs, each a pack of its own, and what must be said of them: see cases.lua.

local MANIFEST <const> = [[
return {
  name = "mine", version = "0.1.0", description = "A pack with a mistake in it", license = "MIT", api = 1,
  %s
}
]]

local RULES <const> = [[
return ruleset {
  layers = { "all" },
  default_layers = { set = "all", add = "all" },
  attributes = {
    name = { "sym", copiable = true },
    kinds = { "set", "smith", copiable = true },
    traits = "abilities",
    ore = { "int", min = 0, unlayered = true },
    controller = "ref",
    owner = { "ref", unlayered = true, kept = true },
  },
  roles = { controller = "controller", owner = "owner", name = "name", abilities = "traits", kinds = "kinds" },
  zones = { village = { shared = true } },
  home = "village",
  nouns = { somebody = { zone = "village" } },
}
]]

local EVENTS <const> = [[
return events {
  event { "mine", fields = { who = "ref", count = "int" }, affected = "who",
    phases = { "before", "do" },
    does = { base { event.who, ore = add(event.count) } } },
  event { "feast", fields = { who = "ref" }, affected = "who" },
  %s
}
]]

local FIELDS <const> = 'rules = "rules.lua", events = "events.lua", cards = "cards",'

--- A test that names a card and lets something be mined.
local TEST <const> = 'return scenario { name = "it",\n  setup = { { "A", "village", "Smith" } },\n  steps = { { emit = mine { who = "Smith", count = 1 } } },\n  expect = { "ore(Smith) = 1" },\n}\n'

local SMITH <const> = 'return card { name = "Smith", kinds = { "smith" },\n  %s\n}\n'

--- A pack without a mistake, but for what is given.
local function pack(case, files)
  case.files = {
    ["mine/pack.lua"] = MANIFEST:format(FIELDS),
    ["mine/rules.lua"] = RULES,
    ["mine/events.lua"] = EVENTS:format(""),
    ["mine/cards/smith.lua"] = SMITH:format(""),
    ["mine/tests/smith.lua"] = TEST,
  }
  for name, text in pairs(files) do
    case.files[name] = text
  end
  return case
end

--- A card whose second line is the mistake, or may be one.
local function card(line, says, code)
  local is_warning = code == "unreachable" or code == "untested" or code == "text" or code == "nobody"
  return pack({
    at = "mine/cards/smith.lua",
    says = says,
    code = code,
    severity = is_warning and "warning" or nil,
  }, { ["mine/cards/smith.lua"] = SMITH:format(line) })
end

--- A manifest whose third line is the mistake.
local function manifest(line, says)
  local text = MANIFEST:format(line)
  local case = { at = "mine/pack.lua", says = "3: " .. says, is_whole = true, code = "pack" }
  return pack(case, { ["mine/pack.lua"] = text })
end

--- A kind of event whose sixth line is the mistake, or the one that is given.
local function events(line, says, at)
  says = ("%d: %s"):format(at or 6, says)
  local case = { at = "mine/events.lua", says = says, is_whole = true, code = "content" }
  return pack(case, { ["mine/events.lua"] = EVENTS:format(line) })
end

--- Rules with one thing said otherwise.
local function rules(from, to, says)
  local text = RULES:gsub(from, to, 1)
  local case = { at = "mine/rules.lua", says = says, is_whole = true, code = "content" }
  return pack(case, { ["mine/rules.lua"] = text })
end

--- Rules with families of two sets, and with a word that changes kinds, which they declare so.
local function hire(word, says)
  local form = 'families = { kinds = { craft = { "elf" } }, gear = { tool = { "pick" } } }, type_words = { hire = { %s } }, zones = {'
  local case = rules("zones = {", form:format(word), says)
  local file = "mine/rules.lua"
  case.files[file] = case.files[file]:gsub("ore = {", 'gear = { "set", "rope" }, %0', 1)
  return case
end

--- Rules with a seat, a clock and turns of the ruleset, and events as of 0.4 with these words.
local function current(inner, line, at, says)
  local text = RULES:gsub("zones = {", 'seats = { "A" }, clocks = { "day", "dawn_1" }, ' .. inner .. "zones = {", 1)
  local case = { at = at, says = says, is_whole = true, code = "content" }
  local own = EVENTS:gsub("event {", 'as_of = "0.4",\n  event {', 1)
  return pack(case, { ["mine/rules.lua"] = text, ["mine/events.lua"] = own:format(line) })
end

local PAY <const> = 'event { "pay", fields = { who = "ref", n = "int" }, affected = "who", amount = "n" },'
local GIVES <const> = "gives = { act = feast { who = you } }"

--- A card with a word `mana`, of rules with these pools.
local function mana(letters, pools, says)
  local line = PAY .. pools:gsub("GIVES", GIVES)
  local case = current('counters = { "soot" }, costs = { symbols = { G = "" } }, ', line, "mine/cards/smith.lua", "2: card 'Smith': mana: " .. says)
  case.files["mine/cards/smith.lua"] = SMITH:format(('mana "%s",'):format(letters))
  return case
end

--- A scenario instead of the one that there is.
local function test(text, says, files)
  files = files or {}
  files["mine/tests/smith.lua"] = text
  return pack({ at = "mine/tests/smith.lua", says = says, code = "scenario", is_whole = not says:find("^%d+: scenario '") }, files)
end

--- A file of properties whose second line is the mistake.
local function properties(line, says)
  local text = ("return properties {\n  %s,\n}\n"):format(line)
  return pack({ at = "mine/tests/properties.lua", says = "2: " .. says, code = "scenario", is_whole = true }, { ["mine/tests/properties.lua"] = text })
end

--- A card that requires a module, and what modules there are.
local function requiring(name, modules, at, says, code)
  local files = { ["mine/cards/smith.lua"] = ('local m = require("%s")\n'):format(name) .. SMITH:format("") }
  for inner, text in pairs(modules) do
    files[("mine/lib/%s.lua"):format(inner)] = text
  end
  return pack({ at = "mine/" .. at, says = says, is_whole = true, code = code or "content" }, files)
end

--- A second card, in a file of its own; its second line is the mistake.
local function second(line, says, more)
  local files = { ["mine/cards/other.lua"] = ('return card { name = "Other",\n  %s }\n'):format(line) }
  for name, text in pairs(more or {}) do
    files[name] = text
  end
  return pack({ at = "mine/cards/other.lua", says = "2: card 'Other': " .. says, code = "content" }, files)
end

local COUNTING <const> = 'local M = { most = 3 }\nfunction M.next() M.most = M.most + 1 end\nreturn M\n'

local IDLE <const> = "so it never does anything; "

--- An ability of a card of classic, which the engine refuses, and so one in a pack. It is in the
--- third line, or in another one.
local function ability(word, line, says, number)
  local form = 'return card { name = "Wrong", types = { "creature" }, power = 1, toughness = 1,\n  %s {\n    %s\n  },\n}\n'
  return {
    at = "mine/cards/wrong.lua",
    says = ("%d: card 'Wrong', ability 1 (%s): %s"):format(number or 3, word, says),
    files = {
      ["mine/pack.lua"] = MANIFEST:format('requires = { classic = ">=0.1.0" }, cards = "cards",'),
      ["mine/cards/wrong.lua"] = form:format(word, line),
    },
  }
end

return {
  -- Manifests --------------------------------------------------------------------
  manifest('requries = { "classic" },', "no field 'requries'; did you mean 'requires'?"),
  manifest("homepage = 3,", "homepage: expected a link such as \"https://example.org\", got 3"),
  manifest('requires = { "classsic" },', "requires: there is no pack 'classsic' (mine -> classsic); did you mean 'classic'?"),
  manifest('allow = { untestd = "why" },', "allow: no warning 'untestd'; did you mean 'untested'?"),
  manifest("allow = { untested = true },", "allow: untested: expected a text that says why, got true"),

  -- Modules ----------------------------------------------------------------------
  requiring("lib.dise", { dice = "return {}\n" }, "cards/smith.lua", "1: require: the pack 'mine' has no module 'lib.dise'; did you mean 'lib.dice'?"),
  requiring("dice", { dice = "return {}\n" }, "cards/smith.lua", "1: require: the pack 'mine' has no module 'dice'; did you mean 'lib.dice'?"),
  requiring("cards.smith", {}, "cards/smith.lua", "1: require: the pack 'mine' has no module 'cards.smith'; lib/dice.lua in its folder would be \"lib.dice\""),
  requiring("lib.a", { a = 'return { b = require("lib.b") }\n', b = '\nreturn { a = require("lib.a") }\n' }, "lib/b.lua", "2: require: 'lib.a' requires itself: lib.a -> lib.b -> lib.a; put what they share into one that requires neither"),
  requiring("lib.five", { five = "\nreturn 5\n" }, "lib/five.lua", "2: expected a table or a function, got 5"),
  requiring("lib.none", { none = "local M = {}\n" }, "lib/none.lua", "1: expected a table or a function, got nothing; write return before it"),
  requiring("lib.same", { same = "count = 0\nreturn {}\n" }, "lib/same.lua", "1: 'count' is assigned to, and files of words keep nothing; write local"),
  requiring("lib.odd", { odd = "return {\n  f = function() return nosuch end }\n" }, "lib/odd.lua", "2: a module names 'nosuch', and there is no such global; make it a local"),
  requiring("lib.late", { late = 'return {\n  f = function() return require("lib.late") end }\n' }, "lib/late.lua", "2: a module names 'require', which finds files, and they are read before a game; write local x = require(...) outside of it"),
  requiring("lib.count", { count = "local n = 0\nreturn { f = function()\n  n = n + 1\nend }\n" }, "lib/count.lua", "3: a handler assigns 'n', which is not its own: that is hidden state, lost when it is run again as an answer comes; keep it in the world with ctx:note or an attribute, or in a local inside", "state"),
  requiring("lib.fine", { fine = "return {}\n", unused = "return nil\n" }, "lib/unused.lua", "1: expected a table or a function, got nothing; write return before it"),
  pack({ at = "mine/cards/smith.lua", says = "2: most: what a handler has from outside is frozen: a change of it would be hidden state, lost when it is run again as an answer comes; keep it in the world with ctx:note or an attribute, or in a local inside", is_whole = true, code = "state" }, { ["mine/lib/counting.lua"] = "return { most = 3 }\n", ["mine/cards/smith.lua"] = 'local m = require("lib.counting")\nm.most = 4\n' .. SMITH:format("") }),
  pack({ at = "mine/lib/counting.lua", says = "2: a handler changes 'M', which is not its own: that is hidden state, lost when it is run again as an answer comes; keep it in the world with ctx:note or an attribute, or in a local inside", is_whole = true, code = "state" }, { ["mine/lib/counting.lua"] = COUNTING }),
  pack({ at = "mine/cards/smith.lua", says = "4: n: what a handler has from outside is frozen: a change of it would be hidden state, lost when it is run again as an answer comes; keep it in the world with ctx:note or an attribute, or in a local inside (handler 'mine:smith_1_h1')", is_whole = true, code = "state" }, { ["mine/lib/counting.lua"] = "return { most = { n = 3 } }\n", ["mine/cards/smith.lua"] = 'local m = require("lib.counting")\n' .. SMITH:format('on.mine.before { function()\n  local most = m.most; most.n = 4\n end },') }),

  -- Cards that are like others -----------------------------------------------------
  second('like = "Smiht",', "like: no card 'mine:Smiht'; did you mean 'mine:Smith'?"),
  second('like = "classic:Grizzly Bears",', "like: the manifest of 'mine' names no 'classic'; write requires = { classic = \">=...\" }"),
  second("like = 3,", "like: expected the name of a card, such as \"Grizzly Bears\" of this pack or \"classic:Grizzly Bears\", got 3"),
  second('like = "Other",', "like: 'Other' is like itself: mine:other -> mine:other; say in one of them what it is"),
  second('like = "Third",', "like: 'Third' is like itself: mine:third -> mine:other -> mine:third; say in one of them what it is", { ["mine/cards/a_third.lua"] = 'return card { name = "Third", id = "third", like = "Other" }\n' }),
  second('like = "Smith", without = "hammer"', "without: 'mine:other' has no ability 'hammer'; it has none"),
  second('without = "hammer"', "no field 'without'; there are abstract, back, id, like, text, controller, kinds, name, ore, owner, traits, zone"),
  second('lke = "Smith"', "no field 'lke'; did you mean 'like'?"),
  second('like = "Smith", kidns = { "smith" }', "no field 'kidns'; did you mean 'kinds'?"),
  second('abstract = "yes"', "abstract: expected true or false, got yes"),
  second('abstract = true, kinds = { "smiht" }', "kinds: unknown word 'smiht'; did you mean 'smith'?"),
  pack({ at = "mine/cards/other.lua", says = "2: card 'Rear': like: a card says it of both its faces; write it in the front", code = "content" }, { ["mine/cards/other.lua"] = 'return card { name = "Other",\n  back = card { name = "Rear", like = "Smith" } }\n' }),
  test('return scenario { name = "it",\n  setup = { { "A", "village", "Model" } },\n  expect = { "ore(Model) = 1" } }\n', "2: scenario 'it': 'Model' is abstract, so nothing is made of it; name a card that is like it", { ["mine/cards/model.lua"] = 'return card { name = "Model", abstract = true }\n' }),

  -- Rules, events ------------------------------------------------------------------
  rules('"int", min', '"itn", min', "8: attributes: ore: no type 'itn'; did you mean 'int'?"),
  events('event { "dig", feilds = {} },', "event: no field 'feilds'; did you mean 'fields'?"),
  events('event { "dig", fields = { who = "rfe" } },', "fields: who: expected int, flag, ref or sym as a text, got 'rfe'; did you mean 'ref'?"),
  events('alias { "dig", of = "mien" },', "alias 'dig': of: no event 'mien'; did you mean 'mine'?"),
  events('event { "mine" },', "event 'mine' is declared already, in PATH:2; give it another name"),
  events('event { "static" },', "event 'static': files have a word of this name; give it another"),

  events('alias { "dig", of = "dig" },', "alias 'dig': of: 'dig' is an alias of it; name an event that is none"),
  events('event { "dig", "extra" },', "event 'dig': its list has 1 item at most; say others by name"),
  events('event { "dig", fields = "who" },', "fields: expected types by name, as in { who = \"ref\" }, got who"),
  events('event { "dig", fields = { "who" } },', "fields: expected types by name, as in { who = \"ref\" }, got who"),
  events('event { "dig", fields = { who = "ref", amount = "int" }, matters = event.amout:at_least(1) },', "event: no field 'amout'; did you mean 'amount'?"),
  events('event { "dig", phase = { "before", "do" } },', "event 'dig': no field 'phase'; did you mean 'phases'?"),
  events('event { "dig", fields = { who = "ref" }, affect = "who" },', "event 'dig': no field 'affect'; did you mean 'affected'?"),
  events('event { "dig", fields = { who = "ref" }, does = { base { event.who, oer = add(1) } } },', "base: no field 'oer'; did you mean 'ore'?"),
  events('event { "dig", fields = { who = "ref" }, does = { base { event.who, ore = add("three") } } },', "base: ore: expected a number, got three"),
  events('event { "dig", fields = { who = "ref" }, results = { mine { who = 3, count = 1 } } },', "mine: who: expected an object, got 3"),
  events('event { "dig", fields = { who = "ref" }, does = { "ore" } },', "does: in place 1 of its list expected an act, got ore"),
  events('event { "dig", phases = "do" },', "phases: expected a list of names, as in { \"before\", \"do\" }, got do"),
  events('event { "dig", phases = mine { count = 1 } },', "phases: expected a list of names, as in { \"before\", \"do\" }, got mine { ... }"),
  events('event { "dig",\n  phases = { "before",\n    3, "do" } },', "phases: in place 2 of its list expected a name, or { \"name\", ends = ... }, got 3", 8),
  events('event { "dig", phases = { { ends = event.count:at_least(1) }, "do" } },', "phases: in place 1 of its list expected a name, or { \"name\", ends = ... }, got { ends = the event's count at least 1 }"),
  events('event { "dig", phases = { "before",\n    { "tries", ens = event.count:at_least(1) }, "do" } },', "phases: 'tries': no field 'ens'; did you mean 'ends'?", 7),
  events('event { "dig", fields = { who = "ref" }, phases = { { "tries", of = "woh" }, "do" } },', "phases: 'tries': of: no field 'woh' of type ref; did you mean 'who'?"),
  events('event { "dig", phases = { { "tries", linear = "yes" }, "do" } },', "phases: 'tries': linear: expected true or false, got yes"),
  events('event { "dig",\n  phases = { "before", "after" } },', "phases: none of them is 'do', in which it happens; say where it comes, as in { \"before\", \"do\" }", 7),
  events('event { "dig", phases = {} },', "phases: none of them is 'do', in which it happens; say where it comes, as in { \"before\", \"do\" }"),
  events('event { "dig", phases = { "tries", "do",\n    "tries" } },', "phases: 'tries' is there twice; give one of them another name", 7),
  events('event { "dig", phases = { before = "do" } },', "phases: in a list of names 'before' names something; write it without that, as in { \"before\", \"do\" }"),
  events('event { "Dig" },', "event 'Dig': a name has lower-case letters, digits and _; write 'dig'"),
  events('event { "dig", fields = {\n    Who = "ref" } },', "fields: 'Who': a name has lower-case letters, digits and _; write 'who'", 7),
  events('event { "dig", fields = { ["who is"] = "ref" } },', "fields: 'who is': a name has lower-case letters, digits and _; write 'who_is'"),
  events('event { "dig", fields = { who = "ref" }, affected = event.who },', "affected: expected the name of a field as a text, got event.who; write affected = \"who\""),
  events('event { "dig", fields = { who = "ref" }, amount = 3 },', "amount: expected the name of a field as a text, got 3; there is who"),
  events('alias { "dig" },', "alias 'dig': of: say which event it is, as of = \"mine\""),
  events('event { "dig", fields = { who = "ref" }, does = {\n    a = base { event.who, ore = 1 } } },', "does: in a list of acts 'a' names one; write it without that, one act after the other", 7),
  events('event { "dig", fields = { who = "ref" }, results = { nil,\n    feast { who = event.who } } },', "results: in place 1 of its list expected an act, got nothing"),
  events('event { "dig", does = {\n    feast } },', "does: in place 1 of its list expected an act, got a function; a word stands with its braces, as draw { ... }", 7),
  events('event { "dig", fields = { who = "ref" }, does = { feast { who = event.who } } },', "does: in place 1 of its list feast { ... } is an event of its own; say it in results = { ... }"),
  events('event { "dig", fields = { who = "ref" }, does = { base { event.who } } },', "base: it changes nothing; say what is written, as ore = 1"),
  events('event { "dig", does = { spawns {} } },', "spawns: say which card it is, as of = event.card, or first in its list whose copy it is"),
  events('event { "dig", fields = { who = "ref" }, does = { moves { event.who } } },', "moves: to is missing; say to = \"village\""),
  events('event { "dig", fields = { who = "ref" }, does = { shuffles { event.who } } },', "shuffles: zone is missing; say zone = \"village\""),
  events('event { "dig", fields = { who = "ref" }, does = { counts { event.who } } },', "counts: kind is missing; say kind = ..."),
  events('event { "dig", fields = { who = "ref" }, does = { copies { event.who } } },', "copies: whom is missing; say whom = ..."),
  events('event { "dig", fields = { who = "ref" }, does = { copies { event.who, whom = event.who } } },', "copies: the rules have no layer for it; say copy_layer = ... in their ruleset"),
  events('event { "dig", does = { ticks {} } },', "ticks: expected the name of a clock first, got nothing; the rules have none, say clocks = { ... } there"),
  events('event { "dig", does = { ticks { "day", of = event.count } } },', "ticks: of: expected an object, got the event's count"),
  events('event { "dig", does = { stop {} } },', "stop: it takes nothing; write stop, without braces"),
  events('event { "dig", results = { runs { "mine:dug" } } },', "runs: no handler 'mine:dug'; say handlers = { \"mine:dug\" } in events { ... }"),
  events('event { "dig", one_by_one = { 3 } },', "one_by_one: it has nothing to do; say acts behind how often"),
  events('play {},', "play: it says nothing of how a game goes on; there are acting, always_ask, concedes, ends, immediate, log_clock, log_lasts, next_player, on_fault, on_loop, resolved, stack, starts, targeted, triggered, turn_player"),
  rules('zones = {', 'families = { kindsq = { a = { "elf" } } }, zones = {', "13: families: kindsq: no set 'kindsq'; did you mean 'kinds'?"),
  rules('home = "village"', 'home = "vilage"', "14: home: no zone 'vilage'; did you mean 'village'?"),
  rules('somebody = { zone = "village" }', 'somebody = { zone = "vilage" }', "15: nouns: somebody: zone: no zone 'vilage'; did you mean 'village'?"),
  rules('somebody = { zone = "village" }', 'somebody = "village"', "15: nouns: somebody: expected { zone = \"name\" } or { where = \"condition\" }, got village"),
  rules('name = "name", abil', 'name = "nmae", abil', "12: roles: name: no attribute 'nmae'; did you mean 'name'?"),
  rules('zones = { village = { shared = true } }', 'zones = { "village" }', "13: zones: in place 1 of its list is village; say it by name, as in { field = { shared = true } }"),
  rules('zones = {', 'counters = { 3 }, zones = {', "13: counters: in place 1: expected a name, got 3"),
  rules('zones = {', 'clocks = { "turn" }, durations = { turn = "trun" }, zones = {', "13: durations: turn: expected { clock = \"name\" }, got trun"),
  rules('zones = {', 'clocks = { "turn" }, durations = { turn = { clock = "trun" } }, zones = {', "13: durations: turn: clock: no clock 'trun'; did you mean 'turn'?"),
  rules('zones = {', 'clocks = { "turn_1" }, durations = { turn = { clock = "turn", of = "yuo" } }, zones = {', "13: durations: turn: of: no player 'yuo'; did you mean 'you'?"),
  rules('zones = {', 'clocks = { "turn_1" }, turn = { ends = { "trun" } }, zones = {', "13: turn: ends: in place 1: no clock 'trun'; did you mean 'turn'?"),
  rules('zones = {', 'clocks = { "day" }, phases = { { "dawn", begins = { "dya" } } }, zones = {', "13: phases: in place 1: begins: in place 1: no clock 'dya'; did you mean 'day'?"),
  rules('zones = {', 'phases = { { "dawn" } }, turn = { acts = "dwan" }, zones = {', "13: turn: acts: no phase 'dwan'; did you mean 'dawn'?"),
  rules('zones = {', 'clocks = { "day_1" }, durations = { d = { clock = "day", of = "you", next = true, past = "oer" } }, zones = {', "13: durations: d: past: no attribute 'oer'; did you mean 'ore'?"),
  current('phases = { { "dawn" } }, ', "", "mine/rules.lua", "13: phases: with as_of = \"0.4\" the turns of a game are periods: say course { period { \"turn\", of = \"next\", ... } } in the file of events, and let their events tick clocks"),
  current('turn = { ends = { "day" } }, ', "", "mine/rules.lua", "13: turn: with as_of = \"0.4\" the turns of a game are periods: say course { period { \"turn\", of = \"next\", ... } } in the file of events, and let their events tick clocks"),
  current("", 'event { "dig", fields = { who = "ref" }, affected = "who", does = { ticks { "dwan", of = event.who } } },', "mine/events.lua", "7: ticks: no seat has a clock 'dwan'; say clocks = { \"dwan_1\", ... } and seats in the rules"),
  current("", 'course { number = "three", period { "day" } },', "mine/events.lua", "7: course: number: expected a number, got three"),
  rules('zones = {', 'families_of = { kinds = { smiht = {} } }, zones = {', "13: families_of: kinds: smiht: no word 'smiht'; did you mean 'smith'?"),
  rules('zones = {', 'families = { kinds = { craft = { "elf" } } }, families_of = { kinds = { smith = { "carft" } } }, zones = {', "13: families_of: kinds: smith: in place 1: no family 'carft'; did you mean 'craft'?"),
  rules('zones = {', 'costs = { value = "oer" }, zones = {', "13: costs: value: no attribute 'oer'; did you mean 'ore'?"),
  rules('zones = {', 'costs = { more = "oer" }, zones = {', "13: costs: more: no attribute 'oer'; did you mean 'ore'?"),
  rules('zones = {', 'costs = { colors = "kinds", symbols = { S = "smiht" } }, zones = {', "13: costs: symbols: S: no word 'smiht'; did you mean 'smith'?"),
  rules('zones = {', 'costs = { colors = "kinds", pips = "%%s_oer", symbols = { S = "smith" } }, zones = {', "13: costs: pips: no attribute 'smith_oer'; there are controller, kinds, name, ore, owner, traits, zone"),
  rules('zones = {', 'faces = { flag = "turned" }, zones = {', "13: faces: flag: no attribute 'turned'; there are controller, kinds, name, ore, owner, traits, zone"),
  rules('zones = {', 'links = { name = "nmae" }, zones = {', "13: links: name: no attribute 'nmae'; did you mean 'name'?"),
  rules('zones = {', 'counters = { "soot" }, enters_with = { { being = "smiht", counters = "soot", as_many_as = "ore" } }, zones = {', "13: enters_with: in place 1: being: no word 'smiht'; did you mean 'smith'?"),
  rules('zones = {', 'counters = { "soot" }, enters_with = { { being = "smith", counters = "soto", as_many_as = "ore" } }, zones = {', "13: enters_with: in place 1: counters: no counter 'soto'; did you mean 'soot'?"),
  rules('zones = {', 'spells = { from = { "vilage" } }, zones = {', "13: spells: from: in place 1: no zone 'vilage'; did you mean 'village'?"),
  rules('zones = {', 'spells = { from = { "village" }, to = "vilage" }, zones = {', "13: spells: to: no zone 'vilage'; did you mean 'village'?"),
  rules('zones = {', 'adjectives = { rich = "%%oer > 4" }, zones = {', "13: adjectives: rich: unknown attribute 'oer'; did you mean 'ore'?"),
  rules('zones = {', 'measures = { gap = { text = "%%1.ore - %%3.ore" } }, zones = {', "13: measures: gap: text: '%3' stands for nothing; write %1 and %2 for the two objects"),
  rules('zones = {', 'measures = { gap = { text = "%%1.ore > %%2.ore" } }, zones = {', "13: measures: gap: text: expected a number, got a predicate"),
  rules('zones = {', 'measures = { gap = { said = "the gap" } }, zones = {', "13: measures: gap: 'text' is missing; say which number it is, with %1 and %2 for the two objects"),
  rules('zones = {', 'measures = { count = { text = "%%1.ore" } }, zones = {', "13: measures: count: 'count' is a word of all rules; choose another name"),
  rules('zones = {', 'measures = { smaller = { text = "%%1.ore" } }, zones = {', "13: measures: smaller: 'smaller' is a word of all rules; choose another name"),
  rules('zones = {', 'measures = { choose = { text = "%%1.ore" } }, zones = {', "13: measures: choose: 'choose' is a word of all rules; choose another name"),
  rules('zones = {', 'measures = { moves = { text = "%%1.ore" } }, zones = {', "13: measures: moves: 'moves' is a word of all rules; choose another name"),
  rules('zones = {', 'measures = { law = { text = "%%1.ore" } }, zones = {', "13: measures: law: 'law' is a word of all rules; choose another name"),
  rules('zones = {', 'measures = { gap = { text = "%%1.ore" } }, type_words = { gap = { does = "give", of = "kinds" } }, zones = {', "13: type_words: gap: the rules have 'gap' in measures too; give one of them another name"),
  rules('zone = "village"', 'where = "ore >"', "15: nouns: somebody: where: the text ends here; expected an attribute, number or other value behind it"),
  rules('zones = {', 'the_game = "nmae", zones = {', "13: the_game: no attribute 'nmae'; did you mean 'name'?"),
  rules('zones = {', 'as_of = "0.4", names = { count = 3 }, zones = {', "13: names: count: 'count' is a word of all rules; choose another name"),
  rules('zones = {', 'as_of = "0.4", names = { gap = 3 }, measures = { gap = { text = "%%1.ore" } }, zones = {', "13: names: gap: the rules have 'gap' in measures too; give one of them another name"),
  rules('zones = {', 'names = { most = 7 }, variants = { few = { names = { msot = 3 } } }, zones = {', "13: variants: few: names: msot: no name of the rules 'msot'; did you mean 'most'?"),
  rules('zones = {', 'variants = { few = { home = "vilage" } }, zones = {', "13: home: no zone 'vilage'; did you mean 'village'? (by the variant 'few' of the rules)"),
  rules('zones = {', 'turn = { resets = { oer = 0 } }, zones = {', "13: turn: resets: oer: no attribute 'oer'; did you mean 'ore'?"),
  rules("layers = {", 'as_of = "0.3", layers = {', "2: as_of: expected \"0.4\", the only version since 0.3, got 0.3"),
  rules('zones = {', 'as_of = "0.4", type_words = { hire = { does = "giev", of = "kinds" } }, zones = {', "13: type_words: hire: does: no kind of word 'giev'; did you mean 'give'?"),
  rules('zones = {', 'as_of = "0.4", type_words = { hire = { does = "give", of = "kids" } }, zones = {', "13: type_words: hire: of: no set 'kids'; did you mean 'kinds'?"),
  rules('zones = {', 'as_of = "0.4", families = { kinds = { craft = { "elf" } } }, type_words = { hire = { does = "give_all", of = "kinds", families = { "carft" } } }, zones = {', "13: type_words: hire: families: in place 1: no family 'carft'; did you mean 'craft'?"),
  rules('zones = {', 'as_of = "0.4", type_words = { hire = { does = "add", of = "kinds", with = "smiht" } }, zones = {', "13: type_words: hire: with: no word 'smiht'; did you mean 'smith'?"),
  hire('does = "give", of = "kinds", families = { "craft" }', "13: type_words: hire: families: a word that does 'give' has no 'families'; take it out"),
  hire('does = "give_all", of = "kinds"', "13: type_words: hire: 'families' is missing; a word that does 'give_all' needs it"),
  hire('does = "list", of = "kinds"', "13: type_words: hire: 'families' is missing; a word that does 'list' needs it"),
  hire('does = "list", of = "kinds", families = {}', "13: type_words: hire: families: expected { \"elf\" }, got nothing"),
  hire('does = "list", of = "kinds", families = { "tool" }', "13: type_words: hire: families: in place 1: no family 'tool'; there is craft"),
  hire('does = "list_of", of = "kinds"', "13: type_words: hire: 'gives' is missing; a word that does 'list_of' needs it"),
  hire('does = "list_of", of = "kinds", gives = "ore"', "13: type_words: hire: gives: no set 'ore'; there are gear, kinds"),
  hire('does = "set", of = "kinds"', "13: type_words: hire: 'families' is missing; a word that does 'set' needs it"),
  hire('does = "set", of = "kinds", families = { "craft" }, with = "smith"', "13: type_words: hire: with: a word that does 'set' has no 'with'; take it out"),
  hire('does = "add", of = "kinds", with = "smith", loses = { "craft" }', "13: type_words: hire: loses: a word that does 'add' has no 'loses'; take it out"),
  hire('does = "become", of = "kinds", with = "smith", strips = "kinds"', "13: type_words: hire: strips: a word that does 'become' has no 'strips'; take it out"),
  rules('zones = {', 'type_words = { card = { does = "give", of = "kinds" } }, zones = {', "13: type_words: card: 'card' is a word of all rules; choose another name"),
  hire('does = "give", of = "ore"', "13: type_words: hire: of: no set 'ore'; there are gear, kinds"),
  rules('zones = {', 'starting = { oer = 1 }, zones = {', "13: starting: oer: no attribute 'oer'; did you mean 'ore'?"),
  rules('zones = {', 'starting = { ore = "x" }, zones = {', "13: starting: ore: 'ore' is int; expected a number, got x"),
  rules('zones = {', 'sizes = { both = { "ore", "oer" } }, zones = {', "13: sizes: both: in place 2: no attribute 'oer'; did you mean 'ore'?"),
  rules('zones = {', 'sizes = { both = { "ore", "owner" } }, zones = {', "13: sizes: both: in place 2: 'owner' is ref; name an attribute of type int"),
  rules('zones = {', 'sizes = { both = { "ore", being = "smiht" } }, zones = {', "13: sizes: both: being: no word 'smiht'; did you mean 'smith'?"),
  rules('zones = {', 'lines = { ["ore(WHO) = TRUTH"] = { is = "ore" } }, zones = {', "13: lines: ore(WHO) = TRUTH: is: 'ore' is int, and the line asks for flag; name an attribute of type flag"),
  rules('zones = {', 'steps = { rob = { writes = { ore = true } } }, zones = {', "13: steps: rob: writes: ore: 'ore' is int; expected a number, got true"),
  rules('zones = {', 'steps = { rob = { to = "home", writes = { ore = 0 } } }, zones = {', "13: steps: rob: it writes, and says 'to' besides; make two words of it"),
  rules('zones = {', 'steps = { rob = { to = "home", when = "ore > 0" } }, zones = {', "13: steps: rob: 'when' stands beside writes; what an event needs its rules say (`can`)"),
  rules('zones = {', 'steps = { rob = { writes = { ore = 0 }, with = { count = 3 } } }, zones = {', "13: steps: rob: with: 'with' is about an event, and this word makes none; take it out"),
  rules('zones = {', 'steps = { rob = { writes = { ore = 0 }, takes = { "many" } } }, zones = {', "13: steps: rob: takes: 'takes' is about an event, and this word makes none; take it out"),
  rules('zones = {', 'steps = { rob = { to = "village", first = { event = "mine", who = "on", count = "count" } } }, zones = {', "13: steps: rob: first: 'first' is about an event, and this word makes none; take it out"),
  rules('zones = {', 'steps = { rob = { writes = { ore = 0 }, same = true } }, zones = {', "13: steps: rob: same: 'same' is about a move, and this word has no zone, to; take it out"),
  rules('zones = {', 'steps = { rob = { writes = { ore = "maybe" } } }, zones = {', "13: steps: rob: writes: ore: a text is the name of a field that the step says, and 'maybe' is none of needs; write needs = { \"maybe\" } or a constant"),
  rules('zones = {', 'turn = { resets = { ore = true } }, zones = {', "13: turn: resets: ore: expected a number, got true"),
  rules('shared = true', 'shred = true', "13: zones.village: no field 'shred'; did you mean 'shared'?"),
  rules('"int", min', '"int", mim', "8: attributes.ore: no field 'mim'; did you mean 'min'?"),
  rules('set = "all", add', 'set = "al", add', "3: default_layers: set: no layer 'al'; did you mean 'all'?"),
  events('check { "poor", each.somebody, acts = feast { who = it } },', "check: no field 'acts'; did you mean 'act'?"),

  events('event { "pay", fields = { who = "ref", n = "int" }, affected = "who", amount = "n" }, pool { "purse", spends = "pay", kinds = { G = "ore", H = "ore" } },', "pool: kinds: the kind 'ore' or the letter 'H' is used already; give each kind a letter of its own"),
  events('pool { "purse", spends = "mien", kinds = { G = "ore" } },', "pool: spends: spends names the event that spends from it; mien is no event; did you mean 'mine'?"),
  events('pool { "purse", spends = "feast", kinds = { G = "ore" } },', "pool: spends: the event 'feast' does not say who spends or how much; declare it with affected = ... and amount = ..."),
  events('check { "poor", each.somebody, act = {} },', "check: act: it has nothing to do; say acts"),

  -- Cards ----------------------------------------------------------------------------
  mana("P", 'pool { "purse", spends = "pay", kinds = { G = "ore" }, others = { P = { "soot", spends = "pay" } }, GIVES },', "'P' stands for soot, which costs can ask for and which cannot be added; use G, or the text \"any\""),
  mana("G", 'pool { "purse", spends = "pay", kinds = { G = "ore" }, GIVES }, pool { "bag", spends = "pay", kinds = { G = "ore" }, GIVES },', "two pools have 'gives', and one of them is 'purse'; leave 'gives' to one pool"),
  card('mana "G",', "2: card 'Smith': mana: these rules have no costs, and so no mana; give them costs = { symbols = { ... } }, or write an activated ability"),
  card("whenever { mien { who = this }, act = feast { who = this } },", "2: card 'Smith', ability 1 (whenever): unknown word 'mien'; did you mean 'mine'?", "content"),
  card("enters { counters = {} },", "2: card 'Smith', ability 1 (enters): enters: these rules have no event 'enter'; say alias { \"enter\", of = ..., enters = true } in their events", "content"),
  card("static { the_game, ore = add(1) },", "2: card 'Smith', ability 1 (static): unknown word 'the_game'; the rules have none; say the_game = \"is_the_game\" in them, and declare that flag", "content"),
  card("whenever { mine { whom = this }, act = feast { who = this } },", "2: card 'Smith', ability 1 (whenever): mine: no field 'whom'; did you mean 'who'?", "content"),
  card("whenever { mine { count = true }, act = feast { who = this } },", "2: card 'Smith', ability 1 (whenever): mine: count: expected a number, got a boolean; comparisons are words: e:less_than(2)", "content"),
  card("whenever { mine { who = this } },", "2: card 'Smith', ability 1 (whenever): whenever: it does nothing; say act = ...", "content"),
  card("replace { mine { who = this }, with = { cuont = 2 } },", "2: card 'Smith', ability 1 (replace): with: no field 'cuont' of mine; did you mean 'count'?", "content"),
  card("replace { mine { who = this }, with = { count = this } },", "2: card 'Smith', ability 1 (replace): replace: with: expected a number, got this", "content"),
  card("replace { mine { who = this } },", "2: card 'Smith', ability 1 (replace): replace: it changes nothing; say with = { ... }, instead = ..., or nothing = true", "content"),
  card("replace { mine { who = this }, instead = 3 },", "2: card 'Smith', ability 1 (replace): instead: expected an act or a list of acts, such as draw { ... }, got 3", "content"),
  card("whenever { mine { who = this }, act = feast { who = choose { by = you } } },", "2: card 'Smith', ability 1 (whenever): choose: expected whom it is about first in its list, got nothing", "content"),
  card('on.mine.befor { "it", stop = true },', "2: card 'Smith', ability 1 (befor): on.mine.befor: 'mine' has no such phase; did you mean 'before'?", "content"),
  card('on.mien.before { "it", stop = true },', "2: card 'Smith', ability 1 (before): on: no event 'mien'; did you mean 'mine'?", "content"),
  card('on.mine.before { "it", stop = true, rank = "hihg" },', "2: card 'Smith', ability 1 (before): on.mine.before: rank: no rank 'hihg'; did you mean 'high'?", "content"),
  card('on.mine.before { "it" },', "2: card 'Smith', ability 1 (before): on.mine.before: it does nothing; say with, act, stop, drop, or give a function", "content"),
  card("whenever { mine { who = this }, act = { a = feast { who = this } } },", "2: card 'Smith', ability 1 (whenever): act: in a list of acts 'a' names one; write it without that, one act after the other", "content"),
  card("whenever { mine, act = feast { who = this } },", "2: card 'Smith', ability 1 (whenever): whenever: expected the event that it is about, as draw { player = you }, got a function; a word stands with its braces, as draw { ... }", "content"),
  card("whenever { mine { who = this }, act = feast },", "2: card 'Smith', ability 1 (whenever): act: expected an act or a list of acts, such as draw { ... }, got a function; a word stands with its braces, as draw { ... }", "content"),
  card("whenever { mine { who = this }, act = feast { who = this, instead = {} } },", "2: card 'Smith', ability 1 (whenever): feast: instead: it changes nothing; there are by, cause, who", "content"),
  card("whenever { mine { who = this }, act = prevent { mine { who = this } } },", "2: card 'Smith', ability 1 (whenever): act: in place 1 of its list expected an act, got prevent { ... }; an act that begins it is start { prevent { ... } }", "content"),
  card('whenever { mine { who = this }, act = choose { "word", as = "it" } },', "2: card 'Smith', ability 1 (whenever): choose: of is missing; say which words, as of = { \"smith\" }", "content"),
  card("replace { mine { who = this }, with = {} },", "2: card 'Smith', ability 1 (replace): replace: with: it changes nothing; there are by, cause, count, effect, who", "content"),
  card("replace { mine { who = this }, nothing = 3 },", "2: card 'Smith', ability 1 (replace): replace: nothing: expected true, got 3", "content"),
  card("replace { mine { who = this }, instead = {} },", "2: card 'Smith', ability 1 (replace): instead: it has nothing to do; say acts, or nothing = true", "content"),
  card('on.mine { "it", stop = true },', "2: card 'Smith', ability 1 (mine): on.mine: say in which phase, as on.mine.before { ... }", "content"),
  card("static { each.somebody, ore = add(3) },", "2: card 'Smith', ability 1 (static): ore: effects cannot change it; take unlayered = true from it in the rules, or let an act write it", "content"),
  card("text = 3,", "2: card 'Smith': text: expected a text, got 3", "content"),
  card("ore = -2 < 3,", "2: card 'Smith': '<' makes a boolean at once, and no expression; write :less_than(...)", "content"),
  pack({ at = "mine/cards/smith.lua", says = "2: ')' expected near ','", code = "syntax", is_whole = true }, { ["mine/cards/smith.lua"] = SMITH:format("ore = (1 + 2,") }),

  -- What may be one ------------------------------------------------------------------
  card("whenever { mine { who = this, count = 1 }, act = feast { who = none } }, whenever { mine { who = this, count = 1 }, act = feast {} },", "2: warning: card 'Smith', ability 2 (whenever): whenever: the act feast does not say 'who', so it is about nobody; say who = ..., or who = none if that is meant", "nobody"),
  card("whenever { feast { who = this }, act = mine { who = this, count = 1 } },", "2: warning: card 'Smith', ability 1 (whenever): whenever: nothing makes the event 'feast', " .. IDLE .. "let an act make it, or a step of a test if it is the host's: emit = feast { ... }", "unreachable"),
  card("whenever { mine { who = this, count = 1 }, when = event.count:more_than(1), act = feast { who = this } },", "2: warning: card 'Smith', ability 1 (whenever): whenever: when can never hold, " .. IDLE .. "change the condition, or take it out", "unreachable"),
  card('on.mine.before { "it", stop = true, rank = "high" }, on.mine.before { "other", with = { count = 1 } },', "2: warning: card 'Smith', ability 2 (before): on.mine.before: it comes behind 'mine:it', which always stops; give it a higher rank, or that a condition", "unreachable"),
  pack({ at = "mine/cards/other.lua", says = "1: warning: card 'Other': no scenario of the pack names it, so `strata test` says nothing about it; put it into one: setup = { { \"A\", \"village\", \"Other\" } }", code = "untested", severity = "warning" },
    { ["mine/cards/other.lua"] = 'return card { name = "Other", kinds = { "smith" } }\n' }),
  pack({ at = "mine/cards/smith.lua", says = "2: warning: card 'Smith': it has no text, and other cards of 'mine' have one; say text = \"...\"", code = "text", severity = "warning" },
    { ["mine/cards/smith.lua"] = 'return {\n  card { name = "Smith", kinds = { "smith" },\n whenever { mine { who = this, count = 5 }, act = feast { who = this } } },\n  card { name = "Other", kinds = { "smith" }, text = "It is." } }\n',
      ["mine/tests/other.lua"] = TEST:gsub("Smith", "Other"):gsub('"it"', '"other"') .. "" }),

  -- Properties -----------------------------------------------------------------------
  properties('property { "a" }', "property: 'a' says nothing; give it always, never or holds"),
  properties('property { "a", always = count(each.somebody):at_least(0), never = each.somebody }', "property: 'a' is said in two ways; say one of them"),
  properties('property { "", never = each.somebody }', "property: expected its name first, got "),
  properties('property { "a", holds = each.somebody }', "property: holds: expected a function, got each somebody"),
  properties('3', "properties: expected property { ... }, got 3"),
  properties('events = "mine"', "properties: events: expected a list of names, got mine"),
  properties('events = { "mne" }', "properties: events: no event 'mne'; did you mean 'mine'?"),

  -- Tests ----------------------------------------------------------------------------
  test('return scenario { name = "it", setup = { { "A", "village", "Smiht" } } }\n', "1: scenario 'it': no card 'Smiht'; did you mean 'Smith'?"),
  test('return scenario { name = "it",\n  setup = { "Smith" },\n}\n', "2: scenario 'it': setup: expected a row such as { \"A\", \"village\", \"Smith\" }, got Smith"),
  test('return scenario { name = "it",\n  setup = { { "A", "village" } },\n}\n', "2: scenario 'it': setup: it puts nothing there; name cards behind \"village\""),
  test('return scenario { name = "it",\n  setup = { { "A", "village", { "Smith", counters = 3 } } },\n}\n', "2: scenario 'it': counters: expected numbers by kind, got 3"),
  test('return scenario { name = "it",\n  steps = {\n    "mine" },\n}\n', "3: scenario 'it': expected a step such as { destroy = \"Humility\" }, got mine"),
  test('return scenario { name = "it",\n  steps = {\n    a = { emit = mine { who = "Smith", count = 1 } } },\n}\n', "3: scenario 'it': steps: 'a' stands in a list; write what it is without a name, as in steps = { { destroy = \"Smith\" } }"),
  test('return scenario { name = "it",\n  expect = {\n    ore = 1 },\n}\n', "3: scenario 'it': expect: 'ore' stands in a list; write what it is without a name, as in expect = { \"power(Smith) = 2\" }"),
  test('return scenario { name = "it",\n  expect = { "ore(Smith) = 1",\n    3 },\n}\n', "3: scenario 'it': expect: in place 2 expected a text such as \"name(Smith) = Smith\", got 3"),
  test('return scenario { name = "it",\n  steps = { { emit = mine } },\n}\n', "2: scenario 'it': emit: expected an event such as gain_life { ... }, got a function; a word stands with its braces, as draw { ... }"),
  test('return scenario { name = "it",\n  steps = { { put = "Smith", under = "A", zone = "vilage" } },\n}\n', "2: scenario 'it': put: zone: no zone 'vilage'; did you mean 'village'?"),
  test('return scenario { name = "it",\n  steps = { { move = "Smith", to = "vilage" } },\n}\n', "2: scenario 'it': move: to: no zone 'vilage'; did you mean 'village'?"),
  test('return scenario { name = "it",\n  steps = { { base = { Smith = { oer = 1 } } } },\n}\n', "2: scenario 'it': base: no attribute 'oer'; did you mean 'ore'?"),
  test('return scenario { name = "it",\n  steps = { { base = "Smith" } },\n}\n', "2: scenario 'it': base: expected values by who has them, as { Smith = { ... } }, got Smith"),
  test('return scenario {\n  steps = {},\n}\n', "1: scenario: it has no name; say name = \"...\""),
  test('return { name = "it",\n  expect = { "ore(Smith) = 1" },\n}\n', "1: expected scenario { ... } or a list of them, got a table; write the word before the braces: scenario { ... } or a list of them"),
  test('return scenario { name = "it",\n  expect = "ore(Smith) = 1",\n}\n', "2: scenario 'it': scenario: expect: expected a list in braces, got the text 'ore(Smith) = 1'"),
  test('return scenario { name = "it",\n  steps = { { emit = mien { count = 1 } } },\n}\n', "2: scenario 'it': unknown word 'mien'; did you mean 'min'?"),

  -- finding_CW51: what the engine refuses, in the words of the card, by line
  ability("whenever", 'enter { who = this },\n    act = {\n      let { "one", you },\n      gain_life { player = you,\n        amount = count(named.one) },\n    },', "gain_life: amount: count: expected a condition, got named.one, which is an object", 7),
  ability("whenever", 'enter { who = this },\n    act = { let { "one", 3 }, tap { who = named.one } },', "tap: who: expected an object, got named.one, which is a number", 4),
  ability("whenever", 'enter { who = this },\n    act = gain_life { player = you, amount = named.oen },', 'gain_life: amount: nothing is bound to named.oen here; bind it before, as let { "oen", ... }, or by as = "oen"', 4),
  ability("whenever", 'enter { who = this }, act = { let { "one", 3 }, gain_life { player = you, amount = named.oen } },', "gain_life: amount: nothing is bound to named.oen here; did you mean named.one?"),
  ability("whenever", 'enter { who = this }, act = { let { "one", 3 }, gain_life { player = you, amount = named.one.power } },', "gain_life: amount: .power: what stands before it is no object, and only objects have that; expected an object, as this.power"),
  ability("whenever", 'enter { who = this }, act = gain_life { player = you, amount = it.power },', "gain_life: amount: 'it's power' is about it, and nobody is it here; say whose, as this.power or event.who.power"),
  ability("whenever", 'enter { who = this }, act = gain_life { player = you, amount = event.amount },', "gain_life: amount: event.amount: the event enter has no field 'amount'; `strata --pack PACK help enter` lists its fields"),
  ability("static", "power = add(1),\n    when = named.one:at_least(1),", "static: when: named.one: names are bound by acts, so only acts and what watches for an event know any; ask for a value of this, you or it", 4),
  ability("static", "power = add(event.amount),", "power: event.amount: there is no event here; only what watches for one has its fields, as whenever { ..., act = ... } or replace { ... }"),
  ability("static", 'each.creature:where(it.subtypes:has("elff")), power = add(1),', "static: 'elff' is no word of subtypes; did you mean 'elf'?"),

  -- Rules: finding_NC14, and what no rules have ----------------------------------------
  pack({ at = "mine/rules.lua", says = "1: ruleset: the pack 'classic' has rules already, so 'mine' is another game; load one of them, or write extend { ... }", is_whole = true, code = "content" },
    { ["mine/pack.lua"] = MANIFEST:format('requires = { classic = ">=0.1.0" }, ' .. FIELDS) }),
  rules("return ruleset", "return extend", "1: extend: no pack before it has rules; write ruleset { ... }, or require the pack whose rules it extends"),
  rules("return ruleset", "local it = ruleset", "1: expected ruleset { ... } or extend { ... }, got nothing; write return before it"),
  -- finding_NC04: roles and names that cannot be
  rules("ore = {", 'kind = "int", ore = {', "8: attributes: kind: files of cards use 'kind' for something else, so none could read it; take another name"),
  rules('owner = "owner", name', 'owner = "owner", colour = "kinds", name', "12: roles: no field 'colour'; there are abilities, active, attached, chosen, chosen_player, controller, kinds, left, name, next_player, owner, seat, token"),
  rules("ore = {", '["end"] = "int", ore = {', "8: attributes: end: 'end' is a word of Lua, so no file could write it; take another name"),
  rules("ore = {", '["max-heat"] = "int", ore = {', "8: attributes: max-heat: 'max-heat' is no name: it has letters, digits and _; write 'max_heat'"),
  rules('{ "set", "smith"', '{ "set", nil, "smith"', "6: attributes: kinds: in place 2 of its list stands nothing; write its items one behind the other"),
  rules('{ "set", "smith"', '{ "set", "smith", "smith"', "6: attributes: kinds: 'smith' stands there twice; say it once"),
  rules('{ "all" }', '{ "all", { "late", after = "al" } }', "1: ruleset: layers: late: no layer 'al'; did you mean 'all'?"),
  rules('"all" }', '"all", 7 }', "2: layers: in place 2: expected a name, got 7"),
  rules('zone = "village"', 'zon = "village"', "15: nouns: somebody: no field 'zon'; did you mean 'zone'?"),
  events('event { "end", fields = { who = "ref" } },', "event 'end': a name has lower-case letters, digits and _; it is a word of Lua, so no file could write it; take another"),
  -- finding_NC01: files of tests that would test nothing, or half of what they say.
  test('scenario { name = "it", expect = { "ore(Smith) = 1" } }\n', "1: expected scenario { ... } or a list of them, got nothing; write return before it"),
  test('local a, b = scenario { name = "a", expect = {} }, scenario { name = "b", expect = {} }\nreturn a, b\n', "2: a file returns one value; write several as a list: return { a, b }"),
  test('local a = scenario { name = "a", expect = {} }\nreturn { one = a }\n', "2: in a list 'one' names an item; write items one behind the other"),
  test('local a, b = scenario { name = "a" }, scenario { name = "b" }\nreturn { a, nil, b }\n', "2: in place 2 of its list stands nothing; write its items one behind the other"),
  test('local a = scenario { name = "a", expect = {} }\nreturn { a, a }\n', "2: scenario 'a' stands there twice; say it once"),
  test('return scenario { name = "it",\n  setup = { { "A", "village", "Smith" } },\n  expect = {},\n}\n', "1: scenario 'it': it expects nothing; list in expect what must hold at the end"),
}
