--- addresses.lua WORK PROGRAM: no message shows an address of Lua, or a place in the library.
---
--- Values that belong nowhere stand wherever files may say something, each in a file or a pack of
--- its own. `strata check` reads them all and says what is wrong with each (finding_NC13).
local WORK <const>, PROGRAM <const> = arg[1], arg[2]
assert(PROGRAM, "usage: addresses.lua WORK PROGRAM")

local VALUES <const> = {
  "function() end", "{ function() end }", "{ {} }", "{ a = { b = {} } }", "each", "it", "you",
  "named",
  "event", "each.creature", "add", "static", "draw", "draw { player = you }",
  "card { name = 'X' }",
  "true", "1.5", "{}", "{ 1, 'a', x = true }",
}

-- Where they stand: %s is the value.
local CARDS <const> = {
  "name = %s", "id = %s", "types = %s", "types = { %s }", "cost = %s", "power = %s", "text = %s",
  "colors = %s", "back = %s", "%s", "static { %s, power = add(1) }", "static { this, power = %s }",
  "static { this, power = add(%s) }", "static { this, power = { %s } }",
  "static { this, power = add(1), when = %s }", "static { this, power = add(1), layer = %s }",
  "static { this, types = %s }", "static { this, types = add(%s) }",
  "static { this, abilities = %s }",
  "static { this, abilities = grant(%s) }", "static { this, power = add(1), also { %s } }",
  "static { this, becomes_copy(%s) }", "static { each.creature:of(%s), power = add(1) }",
  "static { each.creature:where(%s), power = add(1) }", "static { this, power = add(1):at(%s) }",
  "whenever { %s, act = stop }", "whenever { enter { who = this }, act = %s }",
  "whenever { enter { who = %s }, act = stop }", "whenever { enter { from = %s }, act = stop }",
  "whenever { enter { who = this }, act = draw { player = %s } }",
  "whenever { enter { who = this }, act = draw { player = you, count = %s } }",
  "whenever { enter { who = this }, target = %s, act = stop }",
  "whenever { enter { who = this }, when = %s, act = stop }",
  "whenever { enter { who = this }, limit = %s, act = stop }",
  "whenever { enter { who = this }, zones = %s, act = stop }",
  "whenever { enter { who = this }, optional = %s, act = stop }",
  "whenever { enter { who = this }, act = { choose { %s, as = 'x' } } }",
  "whenever { enter { who = this }, act = { choose { each.creature, as = %s } } }",
  "whenever { enter { who = this }, act = { when { %s, stop } } }",
  "whenever { enter { who = this }, act = { may { %s } } }",
  "whenever { enter { who = this }, act = { let { 'x', %s } } }",
  "whenever { enter { who = this }, act = { each { %s, stop } } }",
  "whenever { enter { who = this }, act = { create { player = you, card = %s } } }",
  "whenever { enter { who = this }, act = effect { %s, power = add(1) } }",
  "whenever { enter { who = this }, act = effect { this, power = add(1), lasts = %s } }",
  "whenever { enter { who = this }, act = start { %s } }",
  "whenever { enter { who = this }, act = handler { %s } }",
  "activated { %s, act = stop }", "activated { cost = %s, act = stop }",
  "activated { 'go', act = %s }",
  "spell { %s }", "spell { act = %s }",
  "replace { damage { who = this }, with = %s }",
  "replace { damage { who = this }, with = { amount = %s } }",
  "replace { damage { who = this }, instead = %s }", "replace { %s, nothing = true }",
  "prevent { damage { who = this }, amount = %s }", "prevent { %s }", "cant { %s }", "more { %s }",
  "enters { with = %s }", "enters { counters = %s }", "redirect { damage { who = this }, to = %s }",
}

local SCENARIOS <const> = {
  "name = %s", "setup = %s", "setup = { %s }", "setup = { { %s, 'battlefield', 'Forest' } }",
  "setup = { { 'A', %s, 'Forest' } }", "setup = { { 'A', 'hand', %s } }",
  "setup = { { 'A', 'hand', { 'Forest', id = %s } } }", "steps = %s", "steps = { %s }",
  "steps = { { damage = %s, amount = 1 } }", "steps = { { damage = 'A', amount = %s } }",
  "steps = { { activate = %s } }", "steps = { { cast = 'Forest', answers = %s } }",
  "steps = { { effect = %s, on = 'A' } }", "steps = { { emit = %s } }",
  "steps = { { phase = %s } }",
  "expect = %s", "expect = { %s }", "players = %s", "properties = %s", "unchanged = %s",
  "wrong = %s",
}

local RULES <const> = {
  "layers = %s", "layers = { %s }", "attributes = %s", "attributes = { x = %s }", "zones = %s",
  "zones = { hand = %s }", "keywords = { %s }", "nouns = { x = %s }", "roles = { name = %s }",
  "families = { x = %s }", "clocks = { %s }", "phases = { %s }", "turn = %s", "costs = %s",
  "symbols = { %s }", "names = { x = %s }", "durations = { x = %s }", "adjectives = { x = %s }",
}

local MANIFESTS <const> = {
  "name = %s", "version = %s", "requires = %s", "requires = { classic = %s }", "cards = %s",
  "rules = %s", "renames = %s", "settings = %s", "provides = %s", "api = %s", "license = %s",
}

local EVENTS <const> = {
  "%s", "event { 'x', %s }", "event { 'x', fields = %s }", "event { 'x', fields = { a = %s } }",
  "event { 'x', does = %s }", "event { 'x', does = { %s } }", "event { %s }",
  "alias { 'x', of = %s }",
  "sba { 'x', who = %s, does = { stop } }",
}

-- -- Files -------------------------------------------------------------------

local function run(form, ...)
  assert(os.execute(form:format(...)))
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  assert(file:write(text))
  assert(file:close())
end

local function manifest(name, more)
  local form = "return { name = %q, version = '1.0.0', description = 'd', license = 'MIT',\n"
    .. "  api = 1, requires = { classic = '*' }, %s }\n"
  return form:format(name, more)
end

local folders, made = {}, 0

--- A pack of its own, and its folder.
local function new_pack(more)
  made = made + 1
  local name = ("wrong_%d"):format(made)
  local folder = WORK .. "/" .. name
  run("mkdir -p '%s/cards' '%s/tests'", folder, folder)
  write(folder .. "/pack.lua", manifest(name, more))
  folders[#folders + 1] = folder
  return folder, name
end

--- Calls a function for each place with each value there.
local function each_mistake(places, visit)
  for _, place in ipairs(places) do
    for _, value in ipairs(VALUES) do
      visit((place:gsub("%%s", (value:gsub("%%", "%%%%")))))
    end
  end
end

local function make_files(places, folder, form)
  local count = 0
  each_mistake(places, function(text)
    count = count + 1
    write(("%s/wrong_%d.lua"):format(folder, count), form:format(text))
  end)
end

-- -- What is said ------------------------------------------------------------

local seen, wrong = 0, 0

local function judge(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  for line in pipe:lines() do
    seen = seen + 1
    local inside = line:find("0x%x%x%x%x") or line:find("strata%.[%w_.]+:%d+:")
      or line:find("stack traceback") or line:find("%[string ")
    if inside then
      wrong = wrong + 1
      print("finding_NC13: " .. line)
    end
  end
  pipe:close()
end

run("rm -rf '%s'", WORK)
make_files(CARDS, new_pack("cards = 'cards'") .. "/cards", "return card { name = 'W', %s }\n")
make_files(SCENARIOS, new_pack("") .. "/tests", "return scenario { name = 's', %s }\n")
for _, folder in ipairs(folders) do
  judge(("%s check '%s'"):format(PROGRAM, folder))
end

folders = {}
each_mistake(RULES, function(text)
  local folder = new_pack("rules = 'rules.lua'")
  write(folder .. "/rules.lua", ("return extend { %s }\n"):format(text))
end)
each_mistake(EVENTS, function(text)
  local folder = new_pack("events = 'events.lua'")
  write(folder .. "/events.lua", ("return { %s }\n"):format(text))
end)
each_mistake(MANIFESTS, function(text)
  write(new_pack("") .. "/pack.lua", manifest("wrong", text))
end)
for _, folder in ipairs(folders) do
  judge(("%s check '%s'"):format(PROGRAM, folder))
end

print(("%d lines looked at, %d with what nobody can know"):format(seen, wrong))
os.exit(wrong == 0 and seen > 1000)
