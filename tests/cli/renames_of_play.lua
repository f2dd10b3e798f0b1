-- luacheck: no max line length
--- renames_of_play.lua WORK PROGRAM: actions and periods get other names, or are gone, while saves,
--- sessions and clients know them by those that they had.
local work, program = table.unpack(arg)
assert(program, "usage: renames_of_play.lua WORK PROGRAM")
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local folder = require("folder")
local shell, quote = folder.command, folder.quote
local has = folder.has
local here = folder.empty(work, program)
local read, run, write = here.read, here.run_aloud, here.write

-- -- A pack, as it calls its things ------------------------------------------

local MANIFEST <const> = [[
return {
  name = "duel", version = "%s", description = "A pack of a test", license = "MIT", api = 1,
  rules = "rules.lua", events = "events.lua", laws = "laws.lua",
  %s
}
]]

local RULES <const> = [[
return ruleset {
  layers = { "all" },
  attributes = {
    name = { "sym", copiable = true }, hits = { "int", unlayered = true }, seat = { "int", unlayered = true },
    acting = { "flag", unlayered = true }, next_player = { "ref", unlayered = true },
    owner = { "ref", unlayered = true, kept = true }, controller = { "ref", unlayered = true },
  },
  roles = { name = "name", owner = "owner", controller = "controller" },
  zones = { table = { shared = true }, stack = { shared = true } },
  home = "table",
  nouns = { player = { where = "seat > 0" } },
  seats = { "A", "B" },
}
]]

local EVENTS <const> = [[
return events {
  as_of = "0.4",
  event { "start_game", fields = { player = "ref" }, affected = "player", does = {} },
  event {
    "hit", fields = { player = "ref", amount = "int" }, affected = "player",
    does = { base { event.player, hits = add(event.amount) } },
  },
  event {
    "prolong", fields = { player = "ref" }, affected = "player",
    does = { adds_period { "$rest", player = event.player, after = "$main" } },
  },
  event { "pass", fields = { player = "ref" }, affected = "player", does = { passes { event.player } } },
  check { "$too many", each.player & it.hits:at_least(1000), act = hit { player = it, amount = -1000 } },
  play {
    starts = "start_game", next_player = "next_player", acting = "acting", stack = "stack",
    turn_player = each.player & it.acting,
  },
  course {
    period {
      "turn", of = "next",
      period { "$main", acts = each.player & it:is(you) },
      period { "$rest", acts = each.player & it:is(you) },
    },
  },
}
]]

local LAWS <const> = [[
return laws {
  action {
    "$strike", by = each.player & it.acting,
    act = { choose { "number", as = "many", least = 1, most = 3 }, hit { player = you, amount = named.many } },
  },
  action { "$curse", by = each.player & it.acting, stacked = true, act = hit { player = you, amount = 10 } },
  action { "prolong", by = each.player & it.acting, act = prolong { player = you } },
  action { "pass", by = each.player & it.acting, act = pass { player = you } },
}
]]

--- Write the pack: its things are called as a table says, or as here. `take` takes out of a text.
local function write_pack(version, more, names, take)
  local function named(text)
    text = take and text:gsub(take, "") or text
    return (text:gsub("%$([%a_]+)", function(name)
      return names[name] or name
    end))
  end
  shell("rm -rf " .. quote(work .. "/duel"))
  write("duel/pack.lua", MANIFEST:format(version, more))
  write("duel/rules.lua", RULES)
  write("duel/events.lua", named(EVENTS))
  write("duel/laws.lua", named(LAWS))
end

local NEW <const> = { strike = "punch", curse = "dark hex", main = "day", rest = "long night", too = "far too" }
local RENAMES <const> = [[renames = {
    strike = "punch", curse = "dark hex", main = "day", rest = "long night", ["too many"] = "far too many",
  },]]

-- -- The saves ---------------------------------------------------------------

local PRINT <const> = [[
print(("save " .. world:save():gsub(".", function(c) return ("%02x"):format(c:byte()) end)))
]]

local function save_of(text)
  return (assert(text:match("save (%x+)"), text))
end

local BEGIN <const> = 'game:step { start = "A" }\n'

write_pack("1.0.0", "", {})
-- An action waits for a decision, in a period that is open.
local open = save_of(run("--pack ./duel repl", BEGIN
  .. 'world:act { code = "duel:strike", you = A }\n' .. PRINT))
-- A period is added, and an action lies on the stack.
local stacked = save_of(run("--pack ./duel repl", BEGIN .. 'game:step { act = "prolong", by = "A" }\n'
  .. 'world:act { code = "duel:curse", you = A, settling = "place" }\n' .. PRINT))

--- Load a save under the pack as it is now, and do these lines; `world` is what was loaded.
local function load(save, lines)
  local form = 'bytes = ("%s"):gsub("%%x%%x", function(h) '
    .. 'return string.char(tonumber(h, 16)) end)\n'
    .. "world = world.rules:load(bytes, { allow_changed = true })\n%s"
  return (run("--pack ./duel repl", form:format(save, lines)))
end

local LOOK <const> = [[
local function course()
  local names = {}
  for i, row in ipairs(world:course()) do names[i] = row.period end
  return table.concat(names, " ")
end
local a = world:select("it.seat = 1")[1]
]]
local GO_ON <const> = LOOK .. [[
print("open", #world:decisions(), course())
local outcome = world:answer(2)
print("first", outcome)
if outcome == "decide" then world:answer(2) end
print("answered", #world:decisions(), a.hits)
local codes = {}
for i, one in ipairs(world:legal(a)) do codes[i] = one.code end
print("legal", table.concat(codes, " "))
]]
local RESOLVE <const> = LOOK .. [[
print("stacked", a.hits, course())
print("resolved", world:act("pass", { player = a }, { settling = "all" }), a.hits)
print("added", course())
print("own", world:advance(), course())
print("then", world:advance(), course())
]]

-- Under the names that they had: the control.
has(load(open, GO_ON), "open\t1\tturn main\nfirst\tdone\nanswered\t0\t2\n"
  .. "legal\tduel:curse duel:pass duel:prolong duel:strike")
local told = load(stacked, RESOLVE)
has(told, "stacked\t0\tturn main\nresolved\tdone\t10\nadded\tturn rest\nown\tdone\tturn rest\nthen\tdone\tturn")

-- -- Under other names ---------------------------------------------------------

write_pack("2.0.0", RENAMES, NEW)
-- What an action has asked is asked again, as whenever names change.
told = load(open, GO_ON)
has(told, "open\t1\tturn day\nfirst\tdecide\nanswered\t0\t2\n"
  .. "legal\tduel:dark_hex duel:pass duel:prolong duel:punch")
told = load(stacked, RESOLVE)
has(told, "stacked\t0\tturn day\nresolved\tdone\t10\nadded\tturn long_night\nown\tdone\tturn long_night\n"
  .. "then\tdone\tturn")

-- Steps, scripts and clients that know the old ones do what has the new ones.
write("duel/tests/old.lua", [[
return scenario {
  name = "old names",
  steps = {
    { start = "A" },
    { act = "strike", by = "A", answers = { 3 } },
    { act = "duel:strike", by = "A", answers = { 1 } },
    { go = "rest" },
  },
  expect = { "hits(A) = 4" },
}
]])
has(run("test --no-smoke duel"), "\nok 1 - old names")
has(run("--pack ./duel repl", BEGIN .. [[
print(world:act { code = "duel:strike", you = A, with = {} })
world:answer(2)
print("hits", A.hits)
]]), "hits\t2")
has(run("serve duel", [[
{"begin": 1}
{"act": "duel:strike", "by": "A"}
{"answer": 2}
{"values": "A"}
]]), '"hits":2')

-- -- What is gone --------------------------------------------------------------

--- What is said under rules in which one thing alone is gone, without a rename.
local function without(name, save)
  write_pack("2.0.0", "", { [name] = NEW[name] })
  return load(save, GO_ON)
end

local OR_RENAME <const> = "; load it with the packs of the save, or let a rename say what it is called now"
has(without("strike", open), "the open action cannot go on: these rules have no action or watcher "
  .. "'duel:strike'; load it under rules that have it, or give the action up")
has(without("curse", stacked), "the rules lack a code (an action, or what watches for an event) that "
  .. "the save uses, for what waits on the stack" .. OR_RENAME)
has(without("main", open), "the rules lack a period that the save uses, as one that is open, is added "
  .. "or was the last" .. OR_RENAME)
has(without("rest", stacked), "the rules lack a period that the save uses")
-- What the save does not use may go.
has(without("rest", open), "open\t1\tturn main\nfirst\tdone")

-- -- Migrations ----------------------------------------------------------------

local STEPS <const> = '\n  migrations = { { to = "2.0.0", file = "migrations/second.lua" } },'
write_pack("2.0.0", RENAMES .. STEPS, NEW)
write("duel/migrations/second.lua", [[
return function(world)
  local course = world:course()
  world:select("it.seat = 1")[1].base.hits = course[#course].period == "day" and 100 or 1
  world:advance()
end
]])
has(load(stacked, LOOK .. 'print("migrated", a.hits, course())'), "migrated\t110\tturn long_night")

-- -- What cannot be --------------------------------------------------------------

local function check(wanted)
  has((run("check duel")), wanted)
end

write_pack("2.0.0", 'renames = { strike = "punsh" },', NEW)
check("renames: 'strike' became 'punsh', and this pack has none; did you mean 'punch'?")
write_pack("2.0.0", 'renames = { main = "long night" },', { rest = "long night" })
check("renames: 'main' became 'long night', and there is again a period of this name")

-- -- Reloading -----------------------------------------------------------------

local COURSE <const> = "c = {} for i, r in ipairs(world:course()) do c[i] = r.period end "
  .. "print('course', table.concat(c, ' '), world:hash() == h)"

-- The session has read the pack once it has written this file.
local AS_BEGUN <const> = "for i in $(seq 600); do test -e run/begun.save && break; sleep 0.1; done; "

--- Begin a game of the pack, do a line, change a file of it by pairs of what it says and says then,
--- reload it, and do another line.
local function reloaded(before, file, changes, after)
  write_pack("1.0.0", "", {})
  local text = read("duel/" .. file)
  for _, change in ipairs(changes) do
    local at, last = text:find(change[1], 1, true)
    text = text:sub(1, at - 1) .. change[2] .. text:sub(last + 1)
  end
  write("run/changed.lua", text)
  local lines = { 'game:step { start = "A" }', before, "h = world:hash()", ":save run/begun.save",
    ("sh cp run/changed.lua duel/%s"):format(file), ":reload", COURSE, after }
  local session = {}
  for i, line in ipairs(lines) do
    local own = line:match("^sh (.*)$")
    session[i] = own and AS_BEGUN .. own or ("printf '%%s\\n' %s"):format(quote(line))
  end
  local form = "cd %s && rm -f run/begun.save && (%s) | %s --pack ./duel repl > run/output.txt 2>&1"
  os.execute(form:format(quote(work), table.concat(session, "; "), quote(program)))
  return read("run/output.txt")
end

local MAIN <const> = 'period { "main", acts = each.player & it:is(you) },'
local REST <const> = 'period { "rest", acts = each.player & it:is(you) },'
local BEHIND_MAIN <const> = { ', after = "main"', "" }
local STRIKES <const> = 'world:act { code = "duel:strike", you = A }'
local CURSES <const> = 'world:act { code = "duel:curse", you = A, settling = "place" }'
local ENDS <const> = 'print("then", world:act("pass", { player = A }), A.hits)'

-- Within a period that says something else now, the game goes on.
told = reloaded("", "events.lua", { { REST, 'period { "rest", acts = each.player },' } }, "")
has(told, "changed  period rest")
has(told, "course\tturn main\ttrue")
told = reloaded("", "events.lua", { { REST, 'period { "noon", acts = each.player }, ' .. REST } },
  "world:advance() print(world:course()[2].period)")
has(told, "added    period noon")
has(told, "course\tturn main\ttrue\nnoon")
-- A period that the game does not stand in may go, one in which it does may not, nor move.
told = reloaded("", "events.lua", { { REST, "" }, { 'adds_period { "rest"', 'adds_period { "turn"' }, BEHIND_MAIN }, "")
has(told, "removed  period rest")
has(told, "course\tturn main\ttrue")
told = reloaded("", "events.lua", { { MAIN, "" }, BEHIND_MAIN }, "")
has(told, "period 'main' is gone from the packs, and the world uses it")
has(told, "course\tturn main\ttrue")
told = reloaded("", "events.lua", { { MAIN, 'period { "day", ' .. MAIN .. " }," }, BEHIND_MAIN }, "")
has(told, "reload: its rows do not fit together: these rules have the periods that are open or added in other places")
has(told, "course\tturn main\ttrue")
-- An action that waits for a decision asks again what it asks now, and one that is gone does not go on. What lies on the
-- stack does what it says now.
told = reloaded(STRIKES, "laws.lua", { { "most = 3", "most = 2" } },
  'print("then", world:answer(2), world:decisions()[1].most, world:answer(2), A.hits)')
has(told, "changed  action duel:strike")
has(told, "then\tdecide\t2\tdone\t2")
told = reloaded(STRIKES, "laws.lua", { { 'action {\n    "strike", by', 'action {\n    "punch", by' } },
  'print("then", pcall(world.answer, world, 2)) print(#world:decisions(), world:hash() == h) world:cancel() print("hits", A.hits)')
has(told, "the open action cannot go on: these rules have no action or watcher 'duel:strike'")
has(told, "1\ttrue\nhits\t0")
told = reloaded(CURSES, "laws.lua", { { "amount = 10", "amount = 7" } }, ENDS)
has(told, "changed  action duel:curse")
has(told, "then\tdone\t7")
told = reloaded(CURSES, "laws.lua", { { 'action { "curse", by', 'action { "hex", by' } }, ENDS)
has(told, "kept     code duel:curse")
has(told, "then\tdone\t0")
told = reloaded("", "events.lua", { { "amount = -1000", "amount = -900" } }, "")
has(told, "changed  check too_many")
print("renames of play: ok")
