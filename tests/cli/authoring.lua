--- authoring.lua WORK PROGRAM: from an empty folder to a tested card. The commands run one after
--- the other in one folder, as an author types them.
local work, program = table.unpack(arg)
assert(program, "usage: authoring.lua WORK PROGRAM")
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local folder = require("folder")
local command, has, quote = folder.command, folder.has, folder.quote
local here = folder.empty(work, program)
local must, read, write = here.must, here.read, here.write

-- A folder of tests is emptied if tests have made it, and one that has anything else is not.
do
  write("mine/work.lua", "kept")
  local is_emptied, problem = pcall(folder.empty, work .. "/mine", program)
  assert(not is_emptied and read("mine/work.lua") == "kept")
  has(problem, "/mine' has files that no test has made: name an empty folder, or a new one")
  for _ = 1, 2 do
    local made = folder.empty(work .. "/made", program)
    assert(not pcall(made.read, "left"), "it is not empty")
    made.write("left", "by the first round")
  end
end

-- From nothing: what is made passes at once, for the rules of any pack. A pack in which there is
-- nothing yet has no test: that is no success, and what to do next is said.
do
  assert(must("new pack x") == "x/pack.lua\nx/cards/\nx/tests/\n")
  must("check x")
  local _, untested = must("test x", 1)
  has(untested, "strata test: there is no test;")
  has(untested, "`strata new card PACK:NAME` makes a card and its test")
  assert(must("new card x:y") == "x/cards/y.lua\nx/tests/y.lua\n")
  assert(must("check x") == "1 pack, 3 scripts: ok\n")
  assert(must("test x") == "TAP version 13\n1..2\n"
    .. "ok 1 - Y: two of them, and each helps the other\n"
    .. "ok 2 - the one card in a small world\n# 2 passed, 0 failed\n")
  must("test x --mutate")
  for _, rules in ipairs({ "arena", "craft", "delve", "skirmish" }) do
    must(("new pack packs/%s_more --pack %s"):format(rules, rules))
    must(("new card packs/%s_more:some_one"):format(rules))
    must(("check packs/%s_more"):format(rules))
    must(("test packs/%s_more --mutate"):format(rules))
    has(read(("packs/%s_more/cards/some_one.lua"):format(rules)), 'name = "Some One"')
  end
end

-- A game of one's own is whole from the first moment: finding_NC31.
do
  assert(must("new game nim") == "nim/pack.lua\nnim/rules.lua\nnim/events.lua\nnim/laws.lua\n"
    .. "nim/cards/heap.lua\nnim/tests/game.lua\n")
  assert(must("check nim --werror") == "1 pack, 6 scripts: ok\n")
  has(must("test nim --mutate"), "# 3 passed, 0 failed")
  has(must("test nim --explore 20"), "# 1 passed, 0 failed")
  has(read("nim/pack.lua"), 'name = "nim"')
  local _, err = must("new game nim", 1)
  has(err, "'nim/pack.lua' is there already; nothing was written")
  _, err = must("new game core", 3)
  has(err, "'core' is reserved")
  _, err = must("new play nim", 2)
  has(err, "pack, game or card, not 'play'")
end

-- Nothing is written over, and a name that will not do is told with one that will.
do
  local card = read("x/cards/y.lua")
  local _, err = must("new card x:y", 3)
  has(err, "there is a card 'Y' already, x:y in x/cards/y.lua; choose another name")
  _, err = must("new pack x", 1)
  assert(err == "strata new: 'x/pack.lua' is there already; nothing was written\n")
  write("x/tests/z.lua", "-- mine\n")
  _, err = must("new card x:z", 1)
  assert(err == "strata new: 'x/tests/z.lua' is there already; nothing was written\n")
  assert(not io.open(work .. "/x/cards/z.lua"))
  assert(read("x/tests/z.lua") == "-- mine\n" and read("x/cards/y.lua") == card)
  assert(os.remove(work .. "/x/tests/z.lua"))
  _, err = must("new card 'x:Hill Captain'", 3)
  has(err, "'hill_captain' would do: strata new card x:hill_captain")
  _, err = must("new card x:humility", 3)
  has(err, "there is a card 'Humility' already, classic:humility")
  _, err = must("new card nowhere:y", 3)
  has(err, "to make it: strata new pack nowhere")
  _, err = must("new pack core", 3)
  has(err, "'core' is reserved")
  _, err = must("new pack away/far --pack packs/craft_more", 3)
  has(err, "'craft_more' in packs/craft_more is neither beside away/far nor installed")
  must("new card x", 2)
  must("new", 2)
end

-- Reports for programs ------------------------------------------------------

--- Raise if a text has what no XML may have.
local function check_signs(text)
  assert(not text:find("[%z\1-\8\11\12\14-\31]") and utf8.len(text), "no XML")
  for entity in text:gmatch("&([^;]*;?)") do
    assert(entity:find("^#%d+;$") or ("lt;gt;amp;quot;"):find(entity, 1, true), entity)
  end
end

--- The elements of XML in the order in which they begin, as far as reports use its grammar. Raises
--- where it is not well formed.
local function check_xml(text)
  local at, open, seen = text:match("^<%?xml [^>]*%?>\n()"), {}, {}
  check_signs(text)
  while at and text:find("%S", at) do
    local closes, name, inner, ends
    closes, name, inner, ends, at = text:match("^[^<>]*<(/?)([%w%-]+)([^<>]-)(/?)>()", at)
    assert(name and inner:gsub(' [%l]+="[^"<]*"', "") == "", inner)
    if closes == "/" then
      assert(table.remove(open) == name, name)
    else
      open[#open + 1] = ends == "" and name or nil
      seen[#seen + 1] = { name = name, inner = inner }
    end
  end
  assert(#open == 0 and #seen > 0, "not closed: " .. table.concat(open, ", "))
  return seen
end

do
  write("odd/pack.lua", (read("x/pack.lua"):gsub('"x"', '"odd"')))
  write("odd/tests/odd.lua", [[
return {
  scenario { name = "fine # SKIP it", setup = {}, expect = { "A life=20" } },
  scenario {
    name = "a <b> & \"c\" \7 \xff \u{202e} \u{ffff} ]".."]>",
    setup = { { "A", "battlefield", "Grizzly Bears" } },
    expect = { "pt(Grizzly Bears) = 7/7", "A life=21" },
  },
}
]])
  write("odd/tests/script.lua", "print('said')\nerror('a\\nb <c>')\n")
  command(("mkdir -p %s/odd/cards"):format(quote(work)))
  local out, err = must("test odd --format junit", 1)
  has(err, "# said\n")
  local seen = check_xml(out)
  assert(seen[1].inner:find('^ tests="3" failures="2" errors="0" time="[%d.]+"$'), seen[1].inner)
  assert(seen[2].inner:find('^ name="odd" tests="3" failures="2" errors="0" time="[%d.]+"$'))
  assert(seen[3].inner:find('^ classname="odd/tests/odd.lua" name="fine # SKIP it" '
    .. 'file="odd/tests/odd.lua" line="2" time="[%d.]+"$'), seen[3].inner)
  has(seen[4].inner, "a &lt;b&gt; &amp; &quot;c&quot; \\x07 \\xff \\u{202E} \\u{FFFF} ]]&gt;")
  has(seen[5].inner, 'message="pt(Grizzly Bears) = 7/7: got 2/2 (and 1 more)"')
  has(out, "expected: &quot;A life=21&quot;&#10;")
  has(seen[6].inner, 'line="2"')
  has(seen[7].inner, 'message="odd/tests/script.lua:2: a&#10;b &lt;c&gt;"')

  -- Into a file, with the sum for whoever waits.
  local sum = must("test odd --no-smoke --format=junit --output=report.xml", 1)
  assert(sum == "# said\n# 1 passed, 2 failed\n", sum)
  check_xml(read("report.xml"))
  sum = must("test x --no-smoke --output report.tap")
  assert(sum == "# 1 passed, 0 failed\n", sum)
  assert(read("report.tap"):find("^TAP version 13\n1%.%.1\nok 1"))

  -- TAP, in which "# SKIP" would mean something; JSON, a line for each.
  out = must("test odd", 1)
  has(out, "ok 1 - fine \\# SKIP it\n")
  has(out, '  message: "pt(Grizzly Bears) = 7/7: got 2/2 (and 1 more)"\n'
    .. '  file: "odd/tests/odd.lua"\n  line: 3\n  failures:\n')
  has(out, '  message: "odd/tests/script.lua:2: a\\nb <c>"\n'
    .. '  file: "odd/tests/script.lua"\n  line: 2\n')
  out = must("test odd --format json", 1)
  has(out, '{"test": "fine # SKIP it", "file": "odd/tests/odd.lua", "line": 2, "ok": true}\n')
  has(out, '"test": "a <b> & \\"c\\" \\u0007 \\ufffd \\u202e \\uffff ]]>"')
  has(out, '"ok": false, "message": "pt(Grizzly Bears) = 7/7: got 2/2 (and 1 more)", "details": "')
  local _, said = must("test odd --format=xml", 2)
  assert(said == "strata test: --format: tap, junit or json must follow (strata test --help)\n")
  must("test odd --output", 2)
  _, said = must("test x --output nowhere/at/all.tap", 1)
  assert(said == "strata test: cannot write 'nowhere/at/all.tap'\n")
end

-- What nobody has tested ----------------------------------------------------

do
  write("bare/pack.lua", (read("x/pack.lua"):gsub('"x"', '"bare"')))
  write("bare/cards/all.lua", [[
return {
  card { name = "Seen", types = { "creature" }, power = 1, toughness = 1 },
  card { name = "Unseen", types = { "creature" }, power = 1, toughness = 1 },
  card {
    name = "Idle", types = { "creature" }, power = 1, toughness = 1, "flying",
    static { each.artifact:of(you), power = add(1) },
    whenever { die { who = each.creature }, act = gain_life { player = you, amount = 1 } },
    replace { gain_life { player = you }, with = { amount = event.amount * 2 } },
    activated { "T: nothing", act = lose_life { player = you, amount = 1 } },
  },
}
]])
  write("bare/tests/seen.lua", [[
return scenario {
  name = "they are there", setup = { { "A", "battlefield", "Seen", "Idle" } },
  expect = { "pt(Seen) = 1/1" },
}
]])
  write("bare/tests/more.lua", [[
return {
  scenario {
    name = "some of it is done", setup = { { "A", "battlefield", "Seen", "Idle", "Ornithopter" } },
    steps = { { destroy = "Seen", settle = "all" } },
    expect = { "A life=22", "pt(Ornithopter) = 1/2" },
  },
  scenario {
    name = "and the rest", setup = { { "A", "battlefield", "Unseen", "Idle" } },
    steps = { { activate = "Idle" } }, expect = { "A life=19" },
  },
}
]])
  local out = must("test bare/tests/seen.lua --coverage")
  has(out, "# coverage of bare: 2 of 3 cards were in a scenario, 0 of 4 abilities did something\n"
    .. "#   in none: Unseen (bare/cards/all.lua:3)\n"
    .. "#   did nothing: bare:idle, each artifact you control: power add 1 "
    .. "(bare/cards/all.lua:6)\n")
  has(out, "(bare/cards/all.lua:7)\n")
  has(out, "(bare/cards/all.lua:8)\n")
  has(out, "(bare/cards/all.lua:9)\n# 1 passed, 0 failed\n")
  out = must("test bare --coverage --filter 'some of it'")
  has(out, " 2 of 3 cards were in a scenario, 3 of 4 abilities did something\n"
    .. "#   in none: Unseen (bare/cards/all.lua:3)\n"
    .. "#   did nothing: bare:idle, T: nothing (bare/cards/all.lua:9)\n")
  has(must("test bare --coverage"), " 3 of 3 cards were in a scenario, 4 of 4 abilities did ")
  out = must("test bare/tests/seen.lua --coverage --format json")
  has(out, '\n{"coverage": "bare", "cards": 3, '
    .. '"abilities": 4, "unseen": [{"card": "bare:unseen", "name": "Unseen", '
    .. '"file": "bare/cards/all.lua", "line": 3}], "idle": [{"ability": "bare:idle.2", ')
  local seen = check_xml(must("test bare/tests/seen.lua --coverage --format junit"))
  assert(seen[#seen].name == "system-out")
end

-- Each card in a small world: one of them fails there, and nobody has tested it.
do
  write("sick/pack.lua", (read("x/pack.lua"):gsub('"x"', '"sick"')))
  write("sick/cards/all.lua", [[
return {
  card { name = "Healthy", types = { "creature" }, power = 1, toughness = 1 },
  card {
    name = "Sick", types = { "creature" }, power = 1, toughness = 0,
    whenever { die { who = this }, act = handler(function(ctx)
      error("it is " .. ctx.you.nobody)
    end) },
  },
}
]])
  command(("mkdir -p %s/sick/tests"):format(quote(work)))
  local out = must("test sick", 1)
  has(out, "not ok 1 - each of 2 cards in a small world\n  ---\n  message: \"Sick: handler '")
  has(out, '  file: "sick"\n  failures:\n    - error: "Sick: handler ')
  has(out, "sick/cards/all.lua:6:")
  assert(not out:find("Healthy", 1, true))
  assert(must("test sick --no-smoke", 1) == "")
  assert(must("test sick --filter other", 1) == "")
end

-- A live game as a scenario: what it says passes, what it cannot say stands in it.
do
  local function retold(pack, path, lines)
    local typed = ("%s\n:scenario %s\n"):format(lines, path)
    local out, err = must(("--pack ./%s repl"):format(pack), 0, typed)
    assert(out == path .. ": a scenario of the game as it is now\n" and err == "", out .. err)
    return read(path)
  end
  local text = retold("x", "x/tests/now.lua", [[
b = game:put("Grizzly Bears")
w = game:put("Soul Warden", nil, "B")
c = game:put("Grizzly Bears", "hand", "B")
g = { power = add(3), types = add("artifact"), clock = "turn", on = b, name = "Growth" }
g = world:effect(g)
h = game:put("Glorious Anthem")
t = world:effect { abilities = grant("trample"), toughness = set(7), on = { b, w }, name = "T" }
e = world:effect { power = add(1), on = each.creature, name = "Everybody" }
b.base.damage = 2 w.base.attached = b w.base.p1_p1_counters = 2 A.base.life = 7
]])
  has(text, "-- Left out: the effect Everybody\n"
    .. "-- Left out: power(Grizzly Bears 1) = 7: when it is played it is 6\n"
    .. "-- Left out: power(Grizzly Bears 2) = 3: when it is played it is 2\n"
    .. "-- Left out: power(Soul Warden) = 4: when it is played it is 3\nreturn scenario {\n")
  has(text, '    { "B", "hand", { "Grizzly Bears", id = "Grizzly Bears 2" } },\n'
    .. '    { "A", "battlefield", "Glorious Anthem" },\n'
    .. '    { "B", "battlefield", { "Soul Warden", counters = { ["+1/+1"] = 2 } } },\n')
  has(text, 'base = { A = { acting = false, life = 7 }, ["Grizzly Bears 1"] = { damage = 2 }, '
    .. '["Soul Warden"] = { attached = "Grizzly Bears 1" }, '
    .. '["the game"] = { phase = "none", turn_number = 0 } }')
  has(text, '{ effect = { target, lasts = "turn", power = add(3), types = add("artifact") }, '
    .. 'name = "Growth", on = { "Grizzly Bears 1" } },\n'
    .. '    { restamp = { "Glorious Anthem", "Soul Warden" } },\n')
  has(text, '"toughness(Soul Warden) = 9"')
  has(text, '"counters(Soul Warden, +1/+1) = 2"')
  has(text, '"life(A) = 7"')
  must("test x/tests/now.lua --mutate")
  local _, err = must("--pack ./x repl", 1, ":scenario x/tests/now.lua\n:scenario\n")
  has(err, "cannot write 'x/tests/now.lua', or it is there already")
  has(err, "say which file")
  for _, rules in ipairs({ "arena", "craft", "delve", "skirmish" }) do
    local pack = ("packs/%s_more"):format(rules)
    text = retold(pack, pack .. "/tests/now.lua",
      'a = game:put("Some One") b = game:put("Some One", nil, "B") a.base.controller = B')
    has(text, 'id = "Some One 2"')
    assert(not text:find("Left out", 1, true), text)
    must(("test %s"):format(pack))
  end
  -- What the start of a game makes is not made again: it has its names, and so has one more of it.
  must("new pack packs/noughts_more --pack noughts")
  local path = "packs/noughts_more/tests/now.lua"
  text = retold("packs/noughts_more", path, 'game:step { start = "A" } world:act("mark", { '
    .. 'who = world:select("it.row = 1 and it.column = 1")[1], player = A })\n'
    .. 'n = game:put("a1", "board", "B")')
  has(text, '  setup = {\n    { "B", "board", { "a1", id = "a1 2" } },\n  },\n')
  has(text, '    { go = "turn", of = "B" },\n    { base = { a1 = { mark = "A" } } },\n')
  has(must("test packs/noughts_more"), "# 1 passed, 0 failed")
  _, err = must("--pack noughts repl", 1, ":scenario begun.lua\n")
  has(err, 'this game has not begun; begin it: game:step { start = "A" }')
  _, err = must("--pack noughts repl", 1, 'game:step { start = "A" }\n'
    .. 'world:select("it.row = 1")[1]:remove()\n:scenario gone.lua\n')
  has(err, "which puts 'a1' into board, and here it is gone, or elsewhere; :record FILE writes")
end

-- What was done in a live game, as a replay.
do
  local typed = [[
a = game:put("Grizzly Bears")
b = game:put("Grizzly Bears", nil, "B")
game:step { destroy = "Grizzly Bears@B" }
game:step { gain_life = "A", amount = 3 }
:undo
:record x.replay
]]
  local out = must("--pack ./x repl", 0, typed)
  has(out, "x.replay: what was done so far; strata replay plays it again\n")
  local same = must("replay x.replay --pack ./x")
  assert(same:find("^the same game: hash %x+\n$"), same)
  local _, err = must("replay x.replay --pack delve", 3)
  has(err, "x 0.1.0 is missing")
  _, err = must("--pack ./x repl", 1, ":record x.replay\n:record\n")
  has(err, "cannot write 'x.replay', or it is there already")
  has(err, "say which file, as in :record game.replay")
  _, err = must("repl", 1, ":record y.replay\n")
  has(err, "there is no game of cards here: begin one with --pack PACK")
end

-- finding_RW16: a replay under changed rules knows the players of the session, whose names the
-- rules themselves do not say.
do
  write("cave/pack.lua", [[
return { name = "cave", version = "0.1.0", description = "A rat", license = "MIT", api = 1,
  rules = "rules.lua", cards = "cards" }
]])
  write("cave/rules.lua", [[
return ruleset {
  layers = { "all" },
  attributes = {
    name = { "sym", copiable = true }, hp = { "int", copiable = true }, abilities = "abilities",
    controller = "ref", owner = { "ref", unlayered = true, kept = true },
  },
  zones = { cave = { shared = true } },
  home = "cave",
}
]])
  write("cave/cards/rat.lua", 'return card { name = "Rat", hp = 5 }\n')
  local plays = 'a = game:put("Rat", nil, "B")\na.base.hp = 3\n:record r.replay\n:save r.save\n'
  must("--pack ./cave repl", 0, plays)
  has(must("replay r.replay --pack ./cave"), "the same game: hash ")
  write("cave/cards/rat.lua", 'return card { name = "Rat", hp = 6 }\n')
  local _, err = must("replay r.replay --pack ./cave", 3)
  has(err, "cave 0.1.0")
  has(must("replay r.replay --pack ./cave --allow-changed"), "the same game: hash ")
  -- A save of packs that have changed is refused, and the session's world stays as it is.
  local opens = 'b = game:put("Rat")\n:open r.save\nb.hp, #world:entities()\n'
  local out, why = must("--pack ./cave repl", 1, opens)
  has(out, "6, 3\n")
  has(why, "error: the packs are not those of the save: cave 0.1.0")
  has(why, "Begin a session with those packs, as by strata --pack PACK repl\n")
end
