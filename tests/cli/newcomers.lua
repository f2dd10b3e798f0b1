-- luacheck: no max line length
--- Cases of mistakes that newcomers make, in cards, tests, manifests, commands and sessions, and
--- what the program must say of each: what is wrong, and what to write instead. cli.lua runs them.

local MANIFEST <const> = [[
return { name = "mine", version = "0.1.0", description = "Mine", license = "MIT", api = 1,
  requires = { classic = ">=0.1.0" }, cards = "cards" }
]]

local CARD <const> = [[
return card {
  name = "Hill Captain", cost = "2R", types = { "creature" }, power = 2, toughness = 3,
  %s
}
]]

local TEST <const> = [[
return scenario {
  name = "mine",
  %s
}
]]

local SETUP <const> = 'setup = { { "A", "battlefield", "Grizzly Bears" } }, '

--- A text must stand in what is printed.
local function has(says)
  return function(text)
    assert(text:find(says, 1, true), says .. "\nis not in\n" .. text)
  end
end

local function case(name, args, files, says, is_err)
  files["mine/pack.lua"] = files["mine/pack.lua"] or MANIFEST
  local made = { name = "a newcomer's mistake: " .. name, args = args, files = files, status = 1 }
  made.out, made.err = not is_err and has(says) or nil, is_err and has(says) or nil
  return made
end

--- A line of a card.
local function card(name, line, says)
  local path = "mine/cards/captain.lua"
  return case(name, { "check", "mine" }, { [path] = CARD:format(line) }, path .. ":3: card "
    .. "'Hill Captain'" .. says)
end

local function ability(name, line, says)
  local word = line:match("^%l+")
  return card(name, line, (", ability 1 (%s): %s"):format(word, says))
end

--- A file of cards.
local function cards(name, text, says)
  return case(name, { "check", "mine" }, { ["mine/cards/all.lua"] = text }, says)
end

--- The fields of a scenario.
local function test(name, fields, says)
  local files = { ["mine/tests/t.lua"] = TEST:format(fields) }
  files["mine/cards/all.lua"] = 'return card { name = "Stone", types = { "artifact" } }\n'
  return case(name, { "test", "mine" }, files, says)
end

local function command(name, args, says, status)
  local files = { ["mine/cards/all.lua"] = 'return card { name = "Stone", types = { "artifact" } }\n' }
  files["mine/tests/t.lua"] = TEST:format(SETUP .. 'expect = { "life(A) = 20" }')
  local made = case(name, args, files, says, true)
  made.status = status
  return made
end

local function session(name, line, says)
  local made = case(name, { "--pack", "classic", "repl" }, {}, says, true)
  made.input = line .. "\n"
  return made
end

--- A session of which all that is printed is given.
local function played(name, input, out, err)
  local args = { "--pack", "classic", "repl" }
  return { name = name, args = args, input = input, out = out, err = err, status = err and 1 or 0 }
end

local pack_file = command("the manifest for the pack", { "check", "mine/pack.lua" }, "", 0)
pack_file.out, pack_file.err = has("1 pack, 3 scripts: ok"), nil

return {
  -- Cards -------------------------------------------------------------------
  card("keywords in a field", 'keywords = { "flying" },',
    ": no field 'keywords'; abilities and keywords stand in the list of the card, as in card { "),
  card("abilities in a field", 'abilities = { "flying" },', ": no field 'abilities'; abilities and "),
  card("a keyword in capitals", '"Flying",', ": unknown keyword 'Flying'; did you mean 'flying'?"),
  ability("a word in quotes", 'static { each.creature:of("you"), power = add(1) },',
    "of: expected an object, got the text 'you'; write you without quotes"),
  ability("me", "static { each.creature:of(me), power = add(1) },",
    "unknown word 'me'; did you mean 'you'?"),
  ability("self", "static { self, power = add(1) },", "unknown word 'self'; did you mean 'this'?"),
  ability("a plain word for all that have it", "static { creature, power = add(1) },",
    "unknown word 'creature'; did you mean each.creature?"),
  ability("two values", "static { each.giant, power = add(1, 1) },",
    "add: it takes one value, and this has 2; give several words as a list, in braces"),
  ability("a short form of other games", 'static { each.giant, pt = "+1/+1" },',
    "static: no attribute or field 'pt'; `strata --pack PACK help attributes` lists the attributes"),
  ability("a condition as a text", 'static { power = add(1), when = "you.life > 10" },',
    "static: when: expected a condition, got a text; write it without quotes, as you.life:at_most(5)"),
  ability("the word for how it enters", "whenever { enters { who = this }, act = tap { who = this } },",
    "whenever: expected the event that it is about, as draw { player = you }, got enters { ... }; "
      .. "did you mean the event enter { ... }?"),
  ability("a field without its name", "whenever { enter { this }, act = tap { who = this } },",
    "enter: in place 1 of its list is this; say fields by name, as in enter { who = ... }"),
  ability("an act like a call", "whenever { enter { who = this }, act = draw_cards(1) },",
    "draw_cards: expected its fields in braces, as draw_cards { ... }, got 1"),
  ability("an act as a text", 'whenever { enter { who = this }, act = "draw a card" },',
    "act: expected an act or a list of acts, such as draw { ... }, got the text 'draw a card'"),
  ability("mana as an act", 'activated { act = mana("G") },',
    "act: in place 1 of its list expected an act, got T: add G; mana(...) is an ability of its own, "
      .. "and stands in the list of the card"),
  ability("a letter as a cost", 'activated { cost = "T", act = tap { who = this } },',
    "cost: expected an act or a list of acts, such as draw { ... }, got the text 'T'"),
  cards("a comma is missing", 'return card {\n  name = "X", types = { "artifact" }\n  "flying",\n}\n',
    "is a comma missing before it"),
  cards("quotes are missing", "return card {\n  name = Hill Captain,\n}\n",
    "mine/cards/all.lua:2: '}' expected (to close '{' at line 1) near 'Captain'; is a comma missing "
      .. "before it, or quotes around it?"),
  cards("curly quotes", "return card {\n  name = \u{201C}Hill\u{201D},\n}\n",
    "letters such as curly quotes stand only within a text, in plain ones"),
  cards("a name is missing", 'return card {\n  types = { "artifact" },\n}\n',
    "mine/cards/all.lua:1: card: name: expected its name as a text, got nothing"),
  case("the folder of cards has another name", { "check", "mine" },
    { ["mine/card/all.lua"] = 'return card { name = "X", types = { "artifact" } }\n' },
    "mine/pack.lua: cards: there is no folder 'cards' in the pack; make it, or name the one that "
      .. "has the cards"),

  -- Tests -------------------------------------------------------------------
  test("players as names of a list", 'setup = { A = { "Stone" } }, expect = { "life(A) = 20" },',
    [[setup: 'A' stands in a list; write what it is without a name, as in setup = { { \"A\", \"b]]),
  test("steps without their braces", 'steps = { destroy = "Stone" }, expect = { "life(A) = 20" },',
    [[steps: 'destroy' stands in a list; write what it is without a name, as in steps = { { destroy = \"]]),
  test("expectations without braces", 'expect = "life(A) = 20",',
    "expect: expected a list in braces, got the text 'life(A) = 20'"),
  test("an event as a step", SETUP .. 'steps = { { attack = "Grizzly Bears" } }, '
    .. 'expect = { "life(A) = 20" },',
    "no verb in this step; 'attack' is an event, which a step makes by emit = attack { ... }"),
  test("one Bear of Grizzly Bears", SETUP .. 'expect = { "pt(Grizzly Bear) = 2/2" },',
    "no object or card is called 'Grizzly Bear'; did you mean 'Grizzly Bears'?"),
  test("a small letter for a player", SETUP .. 'expect = { "life(a) = 20" },',
    "there is no 'a'; did you mean 'A'?"),

  -- Commands ----------------------------------------------------------------
  pack_file,
  command("a pack is no script", { "run", "mine" }, "'mine' is a folder, not a script; of a pack: "
    .. "strata test mine, or strata --pack mine repl", 2),
  command("a pack is no verb", { "mine" }, "strata: no verb 'mine'; of a pack: strata check mine, "
    .. "strata test mine, or strata --pack mine repl", 2),
  command("a pack has no value", { "why", "mine", "x.power" },
    "strata why: 'mine' is a folder; name a file of its tests", 2),

  -- Sessions ----------------------------------------------------------------
  session("a point for a colon", 'game.put("Humility")',
    "error: game.put: call it with a colon, as game:put(...)"),
  session("a card without quotes", "game:put(Humility)",
    "error: game:put: expected the name of a card in quotes, as game:put("),
  session("a card that is a table", "game:put({})", 'game:put("Abzan Banner"), got nothing'),
  session("a zone that is a table", 'game:put("Humility", { under = "B" })', "error: game:put: expected the "
    .. 'name of a zone, got { under = B }; say game:put("Humility", "battlefield", "B")'),
  session("a player that is none", 'game:put("Humility", "hand", 2)', "error: game:put: expected the "
    .. 'name of a player, got 2; say game:put("Humility", "battlefield", "B")'),
  session("a zone that there is not", 'game:put("Humility", "bttlefield")',
    "error: game:put: no zone 'bttlefield'; did you mean 'battlefield'?"),
  session("a period of nobody", 'game:step { go = "upkeep", of = "C" }',
    "error: go: of: no player 'C'; there are A, B"),
  session("an object in a message", 'one = game:put("Humility")\nerror("it is not " .. one.id, 0)',
    "error: it is not Humility #4:1\n"),
  session("a step as a method", 'game:cast("Humility")', "error: game has no 'cast'; it has legal, "
    .. "put, scenario, step, take, why_not; 'cast' is a step: game:step { cast = ... }"),
  session("a verb without =", 'game:step { "destroy", "Humility" }',
    "no verb in this step; write its verb as a field, as in { destroy = ... }"),
  session("a command as a call", "help()", "a command begins with a colon: :help"),
  session("no command is near", ":put Humility", "error: no command ':put'; :help lists them"),
  played("help of one command", ":help undo\n:help :whynot\n:help goot\n",
    "  :undo [COUNT]             take back the last changes of the world\n"
      .. "  :why_not CARD.CODE        what kept it from doing anything\n",
    "error: no command ':goot'; the nearest is ':goto'\n"),
  played("a branch of a misspelled name", "game:put('Humility')\n:branch mian\n:branch main\n",
    "Humility #4:1\n* mian, 1 step, a new branch\n* main, 1 step\n"),
}
