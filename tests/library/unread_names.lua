--- unread_names.lua ROOT: warnings about names that are set and never read, or read and never set.
--
-- A small pack has all kinds of names, and each of them is used; each case takes one use away or
-- adds a name that has none. The packs are read by scripts/strata itself, without an engine.
package.path = arg[1] .. "/tests/lint/?.lua;" .. arg[1] .. "/scripts/?.lua;" .. package.path
local tree = require("tree")
tree.open(arg[1])

local files = {}
local plainhost = require("plainhost")
plainhost.install(files)
package.loaded["strata.check.function_code"] = {
  --- What stands in a function is that which a case says.
  walk = function(handler)
    return { { texts = handler() } }
  end,
}
package.loaded["strata.host"].list = function(folder)
  return folder == "mine/cards" and { "mine/cards/all.lua" } or {}
end

local linker = require("strata.link.linker")
local unread_names = require("strata.check.unread_names")

local PARTS <const> = {
  ["mine/pack.lua"] = [[
return { name = "mine", version = "0.1.0", description = "All kinds of names", license = "MIT",
  api = 1, rules = "rules.lua", events = "events.lua", laws = "laws.lua", cards = "cards" }
]],
  ["mine/rules.lua"] = [[
return ruleset {
  layers = { "all" },
  default_layers = { set = "all", add = "all", traits = "all" },
  attributes = {
    name = { "sym", copiable = true },
    kinds = { "set", "smith", copiable = true },
    traits = "abilities",
    ore = { "int", min = 0, unlayered = true },
    skill = { "int", copiable = true },
    mood = { "sym", unlayered = true },
    limit = { "int", default = 3, open = true },
    controller = "ref",
    owner = { "ref", unlayered = true, kept = true },
    finder = { "ref", unlayered = true },
    found_as = { "sym", unlayered = true },
  },
  keywords = { "quick" },
  counters = { "soot" },
  symbols = { "glad" },
  zones = { village = { shared = true } },
  home = "village",
  clocks = { "day", "week_1", "week_2" },
  durations = { day = { clock = "day" }, week = { clock = "week", of = "you" } },
  seats = { "A", "B" },
  turn = { ends = { "day", "week" } },
  links = { holder = "finder", name = "found_as" },
  roles = {
    controller = "controller", owner = "owner", name = "name", abilities = "traits",
  },
}
]],
  ["mine/events.lua"] = [[
return events {
  event {
    "dig",
    fields = { who = "ref", count = "int" },
    affected = "who",
    can = event.count:at_most(event.who.limit) & event.who.skill:at_least(1),
    does = {
      base { event.who, ore = add(event.count), mood = "glad" },
      counts { event.who, kind = "soot", count = 1 },
    },
  },
  event { "find", fields = { who = "ref", link = "sym" }, affected = "who",
    does = base { event.who, found_as = event.link } },
  event { "doze", fields = { who = "ref" }, affected = "who" },
  alias { "dig_much", of = "dig", where = event.count:at_least(3) },
}
]],
  ["mine/laws.lua"] = [[
return laws {
  law { "rest", whenever { dig_much { who = each.smith:with("quick") },
    act = doze { who = event.who } } },
  law { "joy", whenever { doze {}, when = event.who.mood:is("glad") & event.who.ore:at_least(1),
    act = dig { who = event.who, count = 1 } } },
}
]],
  ["mine/cards/all.lua"] = [[
return {
  card { name = "Smith", kinds = { "smith" }, skill = 2, "quick" },
  card { name = "Finder", kinds = { "smith" },
    whenever { dig {}, act = find { who = this, link = "gem" } },
    whenever { find {}, act = dig { linked("gem"), who = it, count = 1 } } },
}
]],
}

--- The warnings about the pack, without what to do.
local function warnings(texts)
  local found = {}
  local game = linker.load("mine")
  game.kinds.handlers = texts.handlers or {}
  unread_names.find(game, { texts = texts.tests or {} }, function(place, form, ...)
    local text = form:format(...):gsub("; take it out, or, if .*$", "")
    found[#found + 1] = ("%s:%d: %s"):format(place.path:match("[^/]+$"), place.line, text)
  end)
  table.sort(found)
  return table.concat(found, "\n")
end

--- What is said of the pack in which a text is another one. `texts` are of tests and handlers.
local function says(wanted, file, old, new, texts)
  for path, text in pairs(PARTS) do
    files[path] = text
  end
  if file then
    local path = "mine/" .. file
    local first, last = files[path]:find(old, 1, true)
    assert(first, old)
    files[path] = files[path]:sub(1, first - 1) .. new .. files[path]:sub(last + 1)
  end
  tree.seen = tree.seen + 1
  local got = warnings(texts or {})
  if got ~= wanted then
    local line = debug.getinfo(2, "l").currentline
    tree.complain("tests/library/unread_names.lua:%d: expected\n%s\ngot\n%s", line, wanted, got)
  end
end

-- All is used.
says("")

-- Attributes.
says(
  "rules.lua:9: attribute 'skill': it is set and nothing reads it, so it makes no difference",
  "events.lua", " & event.who.skill:at_least(1)", ""
)
says(
  "rules.lua:9: attribute 'skill': it is read and nothing sets it, so it is always the same",
  "cards/all.lua", "skill = 2, ", ""
)
says(
  "rules.lua:10: attribute 'mood': it is read and nothing sets it, so it is always the same",
  "events.lua", ', mood = "glad"', ""
)
says(
  "rules.lua:11: attribute 'limit': it is set and nothing reads it, so it makes no difference",
  "events.lua", "event.count:at_most(event.who.limit) & ", ""
)
says("rules.lua:4: attribute 'gold': nothing sets or reads it", "rules.lua", "attributes = {",
  'attributes = { gold = "int",')

-- What a function, a test or the rules name is used.
local function gold()
  return { gold = true }
end

local GOLD <const> = 'attributes = { gold = "int",'
says("", "rules.lua", "attributes = {", GOLD, { handlers = { pay = gold } })
says("", "rules.lua", "attributes = {", GOLD, { tests = { ["gold(Smith) = 3"] = true } })
says("", "rules.lua", "attributes = {", 'for_others = { "gold" }, ' .. GOLD)
says("", "rules.lua", "attributes = {", 'for_others = { "attributes" }, ' .. GOLD)
says("rules.lua:4: attribute 'gold': nothing sets or reads it"
  .. "\nrules.lua:4: for_others: nothing is called 'golld'; did you mean 'gold'?",
  "rules.lua", "attributes = {", 'for_others = { "golld" }, ' .. GOLD)

-- Keywords, counters, symbols, clocks.
says("rules.lua:17: keyword 'quick': cards have it and nothing asks for it or says what it does",
  "laws.lua", ':with("quick")', "")
says("rules.lua:17: keyword 'quick': it means something and nothing has it", "cards/all.lua",
  ', "quick"', "")
says("rules.lua:17: keyword 'slow': nothing has it or asks for it", "rules.lua", '{ "quick" }',
  '{ "quick", "slow" }')
says("rules.lua:18: counter 'soot': nothing puts it, takes it or asks for it", "events.lua",
  '\n      counts { event.who, kind = "soot", count = 1 },', "")
says("rules.lua:19: symbol 'sad': no value has it and no condition asks for it", "rules.lua",
  '{ "glad" }', '{ "glad", "sad" }')
says("rules.lua:22: clock 'day': things last until it ticks and nothing lets it tick, so they "
  .. "never end", "rules.lua", 'ends = { "day", ', "ends = { ")
says("rules.lua:22: clock 'day': it ticks and nothing lasts until then", "rules.lua",
  'day = { clock = "day" }, ', "")

-- Links.
says("all.lua:4: link: nothing asks for what is linked as 'gemm'; did you mean 'gem'?"
  .. "\nall.lua:5: linked: no ability links anything as 'gem', so there is never any; "
  .. "did you mean 'gemm'?", "cards/all.lua", 'link = "gem"', 'link = "gemm"')
says("", "cards/all.lua", ', act = dig { linked("gem"), who = it, count = 1 }',
  ", act = find { who = this }", { tests = { gem = true } })
says("all.lua:4: link: nothing asks for what is linked as 'gem'", "cards/all.lua",
  'dig { linked("gem"), who = it, count = 1 }', "find { who = this }")
says("", "rules.lua", 'links = {', 'for_others = { "gem" }, links = {')

-- Events and their fields.
says("events.lua:14: event 'doze': it does nothing and nothing watches it", "laws.lua", "doze {}",
  "dig {}")
says("events.lua:15: alias 'dig_much': nothing watches it", "laws.lua", "dig_much {", "dig {")
says("events.lua:2: event 'idle': nothing makes it", "events.lua", "return events {",
  'return events {\n  event { "idle" },')
says("", "events.lua", "return events {", 'return events {\n  event { "idle" },',
  { tests = { idle = true } })
local QUIT <const> = [[return events {
  event { "quit", fields = { loser = "ref" }, affected = "loser",
    does = base { event.loser, mood = "glad" } },
]]
says("events.lua:2: event 'quit': field 'loser': it is read and no act gives it"
  .. "\nevents.lua:2: event 'quit': nothing makes it", "events.lua", "return events {", QUIT)
says("", "events.lua", "return events {", QUIT .. '  play { concedes = "quit" },')
says("events.lua:4: event 'dig': field 'depth': no act gives it and nothing reads it", "events.lua",
  'count = "int" }', 'count = "int", depth = "int" }')
says("events.lua:4: event 'dig': field 'depth': it is read and no act gives it", "events.lua",
  'count = "int" },\n    affected = "who",',
  'count = "int", depth = "int" },\n    affected = "who",\n    matters = event.depth:is(0),')
tree.close()
