-- luacheck: no max line length
--- former_rules.lua WORK PROGRAM: rules and files of events that are read as 0.3 read them, because
--- they do not say as_of, and beside each the same as of 0.4.
local work, program = table.unpack(arg)
assert(program, "usage: former_rules.lua WORK PROGRAM")
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local folder = require("folder")
local has = folder.has
local here = folder.empty(work, program)
local run, write = here.run_aloud, here.write

local MANIFEST <const> = [[
return {
  name = "old", version = "0.1.0", description = "A pack of a test", license = "MIT", api = 1,
  rules = "rules.lua",
}
]]

-- -- Attributes that stand for roles -------------------------------------------

local RULES <const> = [[
return ruleset {
  layers = { "all" },
  attributes = { name = { "sym", copiable = true }, points = "int", controller = "ref" },
  nouns = { player = { where = "points > 0" } },
}
]]

write("old/pack.lua", MANIFEST)
write("old/rules.lua", RULES)
local text, status = run("check old")
assert(status == 0, text)
write("old/rules.lua", (RULES:gsub("layers", 'as_of = "0.4", %0')))
text, status = run("check old")
assert(status == 1, text)
has(text, "old/rules.lua:3: attributes: they have no 'owner', which says whose a card is; declare it")

-- -- What triggers beside a file of events as of 0.3 ------------------------------

local FIGHT <const> = [[
return ruleset {
  as_of = "0.4",
  layers = { "all" },
  attributes = {
    name = { "sym", copiable = true }, traits = "abilities", controller = "ref",
    health = { "int", unlayered = true }, armour = { "int", unlayered = true },
    owner = { "ref", unlayered = true, kept = true },
  },
  roles = { controller = "controller", owner = "owner", name = "name", abilities = "traits" },
  zones = { field = { shared = true } },
  home = "field",
}
]]

-- Both blows are one action: what does not wait hardens whom the first one has hit.
local BLOWS <const> = [[
return events {
  as_of = "0.4",
  event { "hit", fields = { who = "ref" }, affected = "who",
    does = { base { event.who, health = sub(larger(5 - event.who.armour, 0)) } } },
  event { "harden", fields = { who = "ref" }, affected = "who",
    does = { base { event.who, armour = add(1) } } },
  event { "combo", fields = { who = "ref" }, affected = "who", one_by_one = { 2, hit { who = event.who } } },
  %s
}
]]

local CRAB <const> = 'return card { name = "Crab", health = 20, whenever { hit { who = this }, act = harden { who = this } } }\n'

local COMBO <const> = 'return scenario { name = "one", setup = { { "A", "field", "Crab" } },\n'
  .. '  steps = { { emit = combo { who = "Crab" }, settle = "all" } }, expect = { "Crab: health=%d" } }\n'

--- Want what a crab has left, with these words in the file of events and packs beside it.
local function fight(play, packs, health)
  write("fight/events.lua", BLOWS:format(play))
  write("fight/tests/one.lua", COMBO:format(health))
  has(run(packs .. "test fight"), "\nok 1 - one")
end

local function manifest(name, more)
  return (MANIFEST:gsub('"old"', '"' .. name .. '"'):gsub('rules = "rules.lua"', more))
end

write("fight/pack.lua", manifest("fight", 'rules = "rules.lua", events = "events.lua", cards = "cards"'))
write("fight/rules.lua", FIGHT)
write("fight/cards/crab.lua", CRAB)
write("guest/pack.lua", manifest("guest", 'requires = { fight = ">=0.1.0" }, events = "events.lua"'))
write("guest/events.lua", 'return events { event { "feast", fields = { who = "ref" }, affected = "who" } }\n')
for _, play in ipairs({ "", "play { always_ask = false }," }) do
  fight(play, "", 11)
  fight(play, "--pack guest ", 10)
end
fight("play { immediate = true },", "--pack guest ", 11)
fight("play { immediate = false },", "", 10)

-- -- Rules of one version, and events of another -----------------------------------

local HALF <const> = "it is read as of 0.3, and the %s as of 0.4; say as_of = \"0.4\" in it"
local AS_OF <const> = '  as_of = "0.4",\n'

--- Want what `check` says of a fight whose rules and events are read so, and no more of it.
local function versions(rules, events, wanted)
  write("fight/rules.lua", rules)
  write("fight/events.lua", events)
  local out, code = run("check fight")
  assert(code == 0, out)
  local found = {}
  for place, message in out:gmatch("fight/([^\n]-): warning: ([^\n]*as of[^\n]*)") do
    found[#found + 1] = place .. ": " .. message
  end
  assert(table.concat(found, "\n") == wanted, out)
end

local EVENTS <const> = BLOWS:format("")
local OLD_RULES <const> = FIGHT:gsub(AS_OF, "")
local OLD_EVENTS <const> = EVENTS:gsub(AS_OF, "")
versions(FIGHT, EVENTS, "")
versions(OLD_RULES, OLD_EVENTS, "")
versions(OLD_RULES, EVENTS, "rules.lua:1: ruleset: " .. HALF:format("events"))
versions(FIGHT, OLD_EVENTS, "events.lua:1: events: " .. HALF:format("rules"))
-- Rules that declare steps have the words that they declare, with as_of or without it.
local STEPS <const> = OLD_RULES:gsub("  home", "  steps = { heal = { writes = { health = 20 } } },\n%0")
versions(STEPS, EVENTS, "")
write("fight/rules.lua", FIGHT)
write("fight/events.lua", EVENTS)
has(run("check guest"), "guest/events.lua:1: warning: events: " .. HALF:format("rules"))
