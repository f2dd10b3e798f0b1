-- luacheck: no max line length
--- What the program says of packs: their games, locks, settings and checks; cli.lua runs it.
local small_packs = require("small_packs")

local MANIFEST <const>, SMALL_GAME <const> = small_packs.MANIFEST, small_packs.SMALL_GAME
local manifest = small_packs.manifest

--- Three packs: rules with a card that reads a setting, rules that are added, a card of these.
local function three_packs(more, tale)
  return {
    ["mine/pack.lua"] = manifest("mine", [[rules = "rules.lua", settings = {
    bonus = { "int", min = 0, max = 9, default = 0, startup = true },
  },]]),
    ["mine/rules.lua"] = SMALL_GAME["mine/rules.lua"],
    ["mine/cards/imp.lua"] = 'return card { name = "Imp", power = 1 + settings.bonus }\n',
    ["mine/tests/imp.lua"] = 'return scenario { name = "imp", setup = { { "A", "table", "Imp" } },\n'
      .. 'expect = { "Imp: power=4" } }\n',
    ["more/pack.lua"] = manifest("more", 'rules = "rules.lua", ' .. more),
    ["more/rules.lua"] = 'return extend { attributes = { wit = { "int" } } }\n',
    ["more/cards/fox.lua"] = 'return card { name = "Fox", wit = 2 }\n',
    ["tale/pack.lua"] = manifest("tale", tale),
    ["tale/cards/owl.lua"] = 'return card { name = "Owl", wit = 3, id = "tale:wise_owl" }\n',
    ["tale/tests/owl.lua"] = 'return scenario { name = "owl", setup = { { "A", "table", "Owl" } },\n'
      .. 'expect = { "Owl: wit=3" } }\n',
  }
end

--- The same packs, and a lock that wants these of them.
local function with_lock(entries)
  local files = three_packs('requires = { mine = ">=1" },', 'requires = { "more ^1" },')
  files["game.lock"] = "return {\n" .. entries .. "}\n"
  files["plain.lua"] = "print(1)\n"
  return files
end

local HASH <const> = ("0"):rep(64)

-- What is said of the Fox, which no test names.
local UNTESTED <const> = "more/cards/fox.lua:1: warning: card 'Fox': no scenario of the pack names it, so "
  .. '`strata test` says nothing about it; put it into one: setup = { { "A", "table", "Fox" } }\n'

local DECLARED <const> = three_packs('requires = { mine = ">=1" },', 'requires = { "more ^1" },')

--- Two packs that add to the same list of the rules, and a third whose rules they are.
local function quarrel(fields)
  local files = three_packs('requires = { "mine" },', 'rules = "rules.lua", requires = { "mine" },' .. fields)
  files["more/rules.lua"] = 'return extend { layers = { "sooner" } }\n'
  files["more/cards/fox.lua"] = 'return card { name = "Fox", power = 3 }\n'
  files["tale/rules.lua"] = 'return extend { layers = { "later" } }\n'
  files["tale/cards/owl.lua"] = 'return card { name = "Owl", power = 2 }\n'
  files["tale/tests/owl.lua"] = files["tale/tests/owl.lua"]:gsub("wit=3", "power=2")
  return files
end

return {
  -- Games of several packs --------------------------------------------------
  {
    name = "the packs that are installed",
    args = { "packs" },
    out = function(text)
      assert(text:find("^arena +0%.1%.0  A small auto%-battler"), text)
      assert(text:find("\ncraft_tax +0%.1%.0  What others do"), text)
    end,
  },
  {
    name = "a lock has version, hash and startup settings",
    args = { "packs", "more", "--set", "mine:bonus=4", "--lock" },
    files = DECLARED,
    out = function(text)
      local pattern = '^%-%- .-\nreturn {\n  { name = "mine", version = "1.0.0",\n    hash = "(%x+)",\n'
        .. '    settings = { bonus = 4 }, },\n  { name = "more", version = "1.0.0",\n    hash = "%x+", },\n}\n$'
      assert(#(text:match(pattern) or "") == 64, text)
    end,
  },
  {
    name = "a lock is of a game",
    args = { "packs", "--lock" },
    err = "strata packs: --lock is of a game: name its packs\n",
    status = 2,
  },
  {
    name = "packs that are not in a lock, or are others",
    args = { "--lock", "game.lock", "packs", "tale", "--set", "mine:bonus=4" },
    files = with_lock('{ name = "mine", version = "1.0.0", hash = "' .. HASH
      .. '", settings = { bonus = 3 } }, { name = "more", version = "1.1.0", hash = "" },'),
    err = function(text)
      local pattern = "^error: game.lock: mine: 1.0.0 has other files: their hash is %x+ and must be "
        .. HASH .. "\ngame.lock: mine: setting bonus was 3 and is 4\n"
        .. "game.lock: more: it is 1.0.0 and must be 1.1.0\ngame.lock: tale: it is not in the lock\n$"
      assert(text:find(pattern), text)
    end,
    status = 3,
  },
  {
    name = "a pack of a lock that is not loaded",
    args = { "run", "--lock", "game.lock", "plain.lua" },
    files = with_lock('{ name = "mine", version = "1.0.0", hash = "' .. HASH .. '" },'),
    err = "error: game.lock: mine 1.0.0: it is in the lock, and not loaded\n",
    status = 3,
  },
  {
    name = "a lock that is none",
    args = { "test", "mine", "--lock=game.lock" },
    files = with_lock('{ name = "mine" },'),
    out = function(text)
      assert(text:find("game.lock: pack 1: expected { name = , version = , hash = }", 1, true), text)
    end,
    status = 3,
  },
  {
    name = "a lock that is code",
    args = { "run", "--lock", "plain.lua", "plain.lua" },
    files = with_lock(""),
    err = "error: plain.lua:1: only a table of constants, no code: return { ... }\n",
    status = 3,
  },
  {
    name = "a replay needs packs",
    args = { "replay", "plain.txt" },
    err = "strata replay: --pack must say which packs were played with (strata replay --help)\n",
    status = 2,
  },
  {
    name = "a record needs a file to be written to",
    args = { "replay", "cards/delve/tests/numbers.lua" },
    err = "strata replay: --output FILE must say where the replay is written to (strata replay --help)\n",
    status = 2,
  },
  {
    name = "a file that is no replay",
    args = { "replay", "mine/pack.txt", "--pack", "mine" },
    files = {
      ["mine/pack.lua"] = MANIFEST:gsub("api = 1,", 'api = 1, rules = "rules.lua",'),
      ["mine/rules.lua"] = SMALL_GAME["mine/rules.lua"],
      ["mine/pack.txt"] = "return {}",
    },
    err = "error: replay: these bytes are no replay\n",
    status = 3,
  },
  {
    name = "the packs of a game",
    args = { "packs", "tale/" },
    files = DECLARED,
    out = "mine  1.0.0{bonus=0}  mine\nmore  1.0.0           more\ntale  1.0.0           tale\n",
  },
  {
    name = "why packs stand where they do",
    args = { "packs", "tale", "--why" },
    files = DECLARED,
    out = [[
1  mine  1.0.0{bonus=0}  mine  required by more ('mine >=1', more/pack.lua:4)
2  more  1.0.0           more  required by tale ('more ^1', tale/pack.lua:4); after mine (requires)
3  tale  1.0.0           tale  asked for; after more (requires)
]],
  },
  {
    name = "packs in an order that a seed makes",
    args = { "packs", "mine", "more", "tale", "--shuffle", "2" },
    files = three_packs("", ""),
    out = "1  tale  1.0.0           tale\n2  more  1.0.0           more\n"
      .. "3  mine  1.0.0{bonus=0}  mine\n",
  },
  {
    name = "all that stands against a game",
    args = { "packs", "mine", "--pack", "more", "--pack", "tale" },
    files = three_packs('requires = { "mine >=2", "elemnts" },', 'after = { "gone" }, conflicts = { "mine" },'),
    err = [[
error: more/pack.lua:4: requires: 'mine >=2' is wanted (more -> mine), and there is mine 1.0.0 in mine
more/pack.lua:4: requires: there is no pack 'elemnts' (more -> elemnts)
tale/pack.lua:4: conflicts: 'tale' (tale) does not go with mine 1.0.0 in mine (mine)
]],
    status = 3,
  },
  {
    name = "no game of packs that is wrong is run",
    args = { "run", "--pack", "tale", "play.lua" },
    files = { ["play.lua"] = "print(1)", ["tale/pack.lua"] = manifest("tale", 'requires = { "gone" },') },
    err = "error: tale/pack.lua:4: requires: there is no pack 'gone' (tale -> gone)\n",
    status = 3,
  },
  {
    name = "tests in a game of several packs",
    args = { "test", "tale", "--pack", "more", "--pack", "mine", "--shuffle", "3" },
    files = three_packs('requires = { mine = ">=1" },', ""),
    out = "TAP version 13\n1..2\nok 1 - owl\nok 2 - the one card in a small world\n# 2 passed, 0 failed\n",
  },
  {
    name = "the tests of all packs that make a game",
    args = { "test", "--pack", "tale", "--pack", "mine", "--set", "mine:bonus=3" },
    files = DECLARED,
    out = "TAP version 13\n1..4\nok 1 - owl\nok 2 - the one card in a small world\nok 3 - imp\n"
      .. "ok 4 - the one card in a small world\n# 4 passed, 0 failed\n",
  },
  {
    name = "a game that is declared",
    args = { "check", "--pack", "mine", "--pack", "more", "--pack", "tale" },
    files = DECLARED,
    out = UNTESTED .. "3 packs, 10 scripts: ok, 1 warning\n",
  },
  {
    name = "a warning is an error with --werror",
    args = { "check", "--werror", "--pack", "mine", "--pack", "more", "--pack", "tale" },
    files = DECLARED,
    out = UNTESTED .. "3 packs, 10 scripts: ok, 1 warning\n",
    status = 1,
  },
  {
    name = "check as a document",
    args = { "check", "--json", "--pack", "mine", "--pack", "more", "--pack", "tale" },
    files = DECLARED,
    out = function(text)
      local start = '[\n  {"file": "more/cards/fox.lua", "line": 1, "severity": "warning", "code": "untested", '
      assert(text:sub(1, #start) == start and text:sub(-4) == "}\n]\n", text)
    end,
  },
  {
    name = "check as a document, and nothing is found",
    args = { "check", "--json", "mine" },
    files = DECLARED,
    out = "[]\n",
  },
  {
    name = "check as a document, and a manifest is wrong",
    args = { "check", "--json", "mine" },
    files = { ["mine/pack.lua"] = 'return { name = "mine", version = "1", licence = "MIT" }\n' },
    out = function(text)
      local wanted = '"line": 1, "column": 40, "severity": "error", "code": "pack", '
        .. '"message": "no field \'licence\'; did you mean \'license\'?", "remedy": "did you mean \'license\'?"}'
      assert(text:find(wanted, 1, true), text)
    end,
    status = 3,
  },
  {
    name = "check knows its options",
    args = { "check", "--jsn", "mine" },
    err = "strata check: no option '--jsn'; the nearest is '--json' (strata check --help)\n",
    status = 2,
  },
  {
    name = "what a pack uses and has not declared",
    args = { "check", "--pack", "mine", "--pack", "more", "--pack", "tale" },
    files = three_packs('after = { "mine" },', 'requires = { "mine" },'),
    out = [[
more/rules.lua:1: extend: no pack before it has rules; write ruleset { ... }, or require the pack whose rules it extends (pack 'mine' has it, and 'more' does not require that)
tale/cards/owl.lua:1: card 'Owl': no field 'wit'; there are abstract, back, id, like, text, controller, name, owner, power, zone (pack 'more' has it, and 'tale' does not require that)
3 packs, 10 scripts: 2 problems
]],
    status = 1,
  },
  {
    name = "packs whose order matters and is not said",
    args = { "check", "--pack", "mine", "--pack", "more", "--pack", "tale" },
    files = quarrel(""),
    out = "the rules are others (loaded in the order mine, tale, more, and not in the order "
      .. "mine, more, tale: who comes after whom?)\n3 packs, 11 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "packs whose order matters and is said",
    args = { "check", "--pack", "mine", "--pack", "more", "--pack", "tale" },
    files = quarrel('after = { "more" },'),
    out = UNTESTED .. "3 packs, 11 scripts: ok, 1 warning\n",
  },
  {
    name = "a card in the namespace of another pack",
    args = { "check", "mine" },
    files = {
      ["mine/pack.lua"] = SMALL_GAME["mine/pack.lua"],
      ["mine/rules.lua"] = SMALL_GAME["mine/rules.lua"],
      ["mine/cards/a.lua"] = 'return card { name = "A", id = "core:fireball", power = 99 }\n',
      ["mine/cards/b.lua"] = 'return card { name = "B", id = "mine:same" }\n',
      ["mine/cards/c.lua"] = 'return card { name = "C", id = "same" }\n',
      ["mine/cards/d.lua"] = 'return card { name = "D", id = "No such" }\n',
    },
    out = [[
mine/cards/a.lua:1: card 'A': id: 'core:fireball' is in the namespace of pack 'core'; here it is mine, set by the loader
mine/cards/d.lua:1: card 'D': id: expected a name of a-z, 0-9 and _, got No such
mine/cards/c.lua:1: card 'C': 'mine:same' is the id of 'B' in mine/cards/b.lua already; give it another id
1 pack, 6 scripts: 3 problems
]],
    status = 1,
  },
  {
    name = "a setting that a pack has not",
    args = { "test", "mine", "--set", "mine:bnus=3" },
    files = DECLARED,
    out = function(text)
      local message = "setting mine:bnus: the pack has no such setting; did you mean 'bonus'?"
      assert(text:find(message, 1, true), text)
    end,
    status = 3,
  },
  {
    name = "settings of a pack in its tests",
    args = { "test", "mine", "--set=mine:mood=wild" },
    files = {
      ["mine/pack.lua"] = MANIFEST:gsub(
        "api = 1,",
        'api = 1, settings = { mood = { "sym", "calm", "wild", default = "calm" } },'
      ),
      ["mine/tests/a.lua"] = "assert(settings.mood == 'wild')\n",
    },
    out = "TAP version 13\n1..1\nok 1 - mine/tests/a.lua\n# 1 passed, 0 failed\n",
  },
  {
    name = "a setting with a value that it cannot have",
    args = { "check", "mine", "--set", "mine:bonus=12" },
    files = DECLARED,
    out = "setting mine:bonus: expected a number from 0 to 9, got '12'\n1 pack, 4 scripts: 1 problem\n",
    status = 3,
  },
  {
    name = "a setting of a pack that is not there",
    args = { "packs", "mine", "--set", "mind:bonus=1" },
    files = DECLARED,
    err = "error: setting mind:bonus: no pack 'mind' is loaded; did you mean 'mine'?\n",
    status = 3,
  },
  {
    name = "a setting that files do not have",
    args = { "check", "mine" },
    files = {
      ["mine/pack.lua"] = SMALL_GAME["mine/pack.lua"],
      ["mine/rules.lua"] = SMALL_GAME["mine/rules.lua"],
      ["mine/cards/a.lua"] = 'return card { name = "A",\n  power = settings.bonus }\n',
    },
    out = "mine/cards/a.lua:2: card 'A': settings: pack 'mine' has no setting 'bonus'; its pack.lua declares "
      .. "settings = { ... }\n"
      .. "1 pack, 3 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "a setting without a value",
    args = { "packs", "--set", "mine:bonus" },
    err = "strata: PACK:NAME=VALUE must follow '--set' (see strata --help)\n",
    status = 2,
  },
  {
    name = "a seed that is no number",
    args = { "--shuffle=x", "packs" },
    err = "strata: a number must follow '--shuffle' (see strata --help)\n",
    status = 2,
  },
  {
    name = "packs of a folder that is not there",
    args = { "packs", "nowhere" },
    err = "strata packs: no folder 'nowhere' (strata packs --help)\n",
    status = 2,
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
mine/cards/b.lua:1: card 'B': power: expected a number, got the text '1'
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
      assert(text:find("mine/pack.lua:6: rules: expected a file of the pack", 1, true), text)
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
    out = "mine/pack.lua:6: requires: there is no pack 'gone' (mine -> gone)\n"
      .. "1 pack, 2 scripts: 1 problem\n",
    status = 3,
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
      assert(text:find("no field 'verison'; did you mean 'version'?", 1, true), "which key?")
      assert(text:find("5 problems\n", 1, true), "how many?")
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
