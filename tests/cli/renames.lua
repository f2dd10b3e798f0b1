--- renames.lua WORK PROGRAM: a save of a pack is loaded with a later version that renames things.
--- One session of the REPL makes the save with the earlier version, others load it.
local work, program = table.unpack(arg)
assert(program, "usage: renames.lua WORK PROGRAM")
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local folder = require("folder")
local shell, quote = folder.command, folder.quote
local has, lacks = folder.has, folder.lacks
local here = folder.empty(work, program)
local read, run, write = here.read, here.run_aloud, here.write

-- -- A pack, as it calls its things ------------------------------------------

local MANIFEST <const> = [[
return {
  name = "cave", version = "%s", description = "A pack of a test", license = "MIT", api = 1,
  rules = "rules.lua", events = "events.lua", cards = "cards",
  %s
}
]]

local RULES <const> = [[
return ruleset {
  layers = { "all" },
  default_layers = { set = "all", add = "all", gifts = "all" },
  attributes = {
    name = { "sym", copiable = true },
    kinds = { "set", "imp", "elf", copiable = true },
    gifts = "abilities",
    $might = { "int", copiable = true },
    wounds = { "int", unlayered = true },
    lore = { "int", unlayered = true },
    controller = "ref",
    owner = { "ref", unlayered = true, kept = true },
  },
  keywords = { "$zap", "$high_noon" },
  counters = { "$rust" },
  roles = {
    controller = "controller", owner = "owner", name = "name", abilities = "gifts", kinds = "kinds",
  },
  zones = { $den = { shared = true } },
  home = "$den",
  nouns = { body = { zone = "$den" } },
  clocks = { "turn" },
}
]]

local EVENTS <const> = [[
return events {
  event {
    "$blow",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    phases = { "before", "do" },
    does = { base { event.who, wounds = add(event.amount) } },
  },
}
]]

-- It takes 1 of two hits.
local IMP <const> = [[
return card {
  name = "$Old_Imp", kinds = { "imp" }, $might = 1,
  static { each.imp, $might = add(2) },
  "$zap",
  on.$blow.before {
    "hide",
    store = { hits = "int" },
    with = { amount = larger(event.amount - 1, 0) },
    act = let { "hits", named.hits + 1 },
    drop = named.hits:at_least(2),
  },
}
]]

--- Write the pack: its things are called as a table says, or as here.
local function write_pack(version, more, names)
  local function named(text)
    return (text:gsub("%$([%a_]+)", function(name)
      local now = names[name] or name
      return (now:gsub("_", name == "Old_Imp" and " " or "_"))
    end))
  end
  shell("rm -rf " .. quote(work .. "/cave"))
  write("cave/pack.lua", MANIFEST:format(version, more))
  write("cave/rules.lua", named(RULES))
  write("cave/events.lua", named(EVENTS))
  write(("cave/cards/%s.lua"):format(names.old_imp or "old_imp"), named(IMP))
end

local NEW <const> = {
  might = "power", zap = "zing", high_noon = "noon", rust = "rot", den = "cave", blow = "hit",
  Old_Imp = "Imp", old_imp = "imp",
}
local RENAMES <const> = [[renames = {
    might = "power", zap = "zing", high_noon = "noon", rust = "rot", den = "cave", blow = "hit",
    ["Old Imp"] = "Imp", old_imp = "imp",
  },]]


-- -- The save ----------------------------------------------------------------

local PRINT <const> = [[
print(("save " .. world:save():gsub(".", function(c) return ("%02x"):format(c:byte()) end)))
]]

local function save_of(text)
  return (assert(text:match("save (%x+)"), text))
end

write_pack("1.0.0", "", {})
local first = save_of(run("--pack ./cave repl", [[
imp = game:put("Old Imp")
growth = world:effect { name = "Growth", on = imp, might = add(10) }
world:act("blow", { who = imp, amount = 5 })
print(imp.might, imp.wounds)
]] .. PRINT))
has(read(".out"), "13\t4")

--- Load the save under the pack as it is now, and do these lines; `world` is what was loaded.
local function load(lines, save, options)
  local form = 'bytes = ("%s"):gsub("%%x%%x", function(h) '
    .. 'return string.char(tonumber(h, 16)) end)\n'
    .. "world = world.rules:load(bytes%s)\n%s"
  return (run("--pack ./cave repl", form:format(save or first, options or "", lines)))
end

local LOOK <const> = [[
for _, e in ipairs(world:entities()) do if e.wounds > 0 then imp = e end end
world:act("hit", { who = imp, amount = 5 })
world:act("hit", { who = imp, amount = 5 })
print(imp.name, imp.power, imp.wounds, imp.gifts:has("zing"), imp:definition(), imp.zone, imp.lore)
]]
local ANY <const> = ", { allow_changed = true }"

-- Names alone: it is the same game, which is about the second of two hits.
write_pack("2.0.0", RENAMES, NEW)
local told = load(LOOK, first, ANY)
has(told, "Imp\t13\t13\ttrue\tcave:imp\tcave\t0")
has(load("", first), "the packs are not those of the save: cave 1.0.0 is upgraded to 2.0.0.")

-- Without them it is refused as ever.
write_pack("2.0.0", "", NEW)
has(load("", first, ANY), "the rules lack a")

-- A game that is played while its pack gets other names goes on.
do
  write_pack("1.0.0", "", {})
  write("run/change.sh", "cp -r cave2/* cave/; rm cave/cards/old_imp.lua\n")
  shell(("cd %s && rm -rf cave2 && mv cave cave1"):format(quote(work)))
  write_pack("2.0.0", RENAMES, NEW)
  shell(("cd %s && mv cave cave2 && mv cave1 cave"):format(quote(work)))
  local form = "cd %s && (printf '%%s\\n' 'imp = game:put(\"Old Imp\")'; sleep 1; "
    .. "sh run/change.sh; printf '%%s\\n' ':reload' 'print(imp.power, imp:definition())') "
    .. "| %s --pack ./cave repl > run/output.txt 2>&1"
  shell(form:format(quote(work), quote(program)))
  has(read("run/output.txt"), "3\tcave:imp")
  write_pack("2.0.0", "", NEW)
end

-- -- Migrations --------------------------------------------------------------

local STEPS <const> = [[
  migrations = {
    { to = "1.0.0", file = "migrations/none.lua" },
    { to = "1.5.0", file = "migrations/first.lua" },
    { to = "2.0.0", file = "migrations/second.lua" },
  },]]

write_pack("2.0.0", RENAMES .. STEPS, NEW)
write("cave/migrations/first.lua", [[
return function(world, from)
  for _, e in ipairs(world:entities()) do
    if e:definition() == "cave:imp" then
      e.base.lore = from == "1.0.0" and 6 or 1
    end
  end
end
]])
write("cave/migrations/second.lua", [[
return function(world)
  for _, e in ipairs(world:entities()) do
    e.base.lore = e.lore * 7
  end
end
]])
told = load(LOOK .. PRINT, first)
has(told, "Imp\t13\t13\ttrue\tcave:imp\tcave\t42")

-- What is saved then is of this version: nothing runs again.
has(load("for _, e in ipairs(world:entities()) do print('lore', e.lore) end", save_of(told)),
  "lore\t42")
told = load("for _, one in ipairs(world.rules:compare(bytes)) do "
  .. "print(one.state, table.concat(one.migrations, ' ')) end", first)
has(told, "upgraded\t1.5.0 2.0.0")

-- A scenario shows what becomes of a state.
write("cave/tests/steps.lua", [[
return {
  scenario {
    name = "lore",
    setup = { { "A", "cave", "Imp" } },
    steps = { { migrate = "1.0.0" }, { check = "first" }, { migrate = "1.9.0" } },
    expect = { "first: lore(Imp) = 42", "lore(Imp) = 294" },
  },
  scenario {
    name = "nothing to do",
    setup = { { "A", "cave", "Imp" } },
    steps = { { migrate = "2.0.0" } },
    expect = { "lore(Imp) = 0" },
  },
}
]])
told = run("test cave")
has(told, "\nok 1 - lore")
has(told, "migrate: 'cave' has no migration past 2.0.0")

-- One that fails: nothing is loaded, and who, from where to where, which line.
write("cave/migrations/second.lua", [[
return function(world)
  for _, e in ipairs(world:entities()) do
    e.base.lore = 1
  end
  error("there is no lore")
end
]])
told = load("print('world', world:entities()[1] and #world:entities())", first)
has(told, "pack 'cave', from 1.0.0 to 2.0.0: ./cave/migrations/second.lua:5: there is no lore")
lacks(told, "world\t3")
write("cave/migrations/second.lua", "return 3\n")
has(load("", first), "second.lua: expected return function(world, from), got number")
write("cave/migrations/second.lua", "return function() while true do end end\n")
has(load("", first), "./cave/migrations/second.lua:1: instruction budget: more than")

-- -- Chains ------------------------------------------------------------------

write_pack("3.0.0", RENAMES:gsub('might = "power"', 'might = "power", power = "strength"')
  :gsub('old_imp = "imp"', 'old_imp = "imp", imp = "devil"'),
  { might = "strength", zap = "zing", high_noon = "noon", rust = "rot", den = "cave", blow = "hit",
    Old_Imp = "Imp", old_imp = "devil" })
has(load(LOOK, first, ANY), "Imp\t13\t13\ttrue\tcave:devil\tcave\t0")

-- -- What cannot be ----------------------------------------------------------

local function check(wanted, ...)
  local text, status = run("check " .. table.concat({ ... }, " "))
  has(text, wanted)
  return text, status
end

write_pack("2.0.0", "renames = {\n    old_imp = 'imq',\n  },", NEW)
check("cave/pack.lua:5: renames: 'old_imp' became 'imq', and this pack has none; "
  .. "did you mean 'imp'?", "cave")
write_pack("2.0.0", RENAMES, NEW)
write("cave/cards/old_imp.lua", 'return card { name = "Another", power = 1 }\n')
check("cave/pack.lua:6: renames: 'old_imp' became 'imp', and there is again a card of this name, "
  .. "cave/cards/old_imp.lua:1; give one of them another name", "cave")

-- -- Others who say old names ------------------------------------------------

write_pack("2.0.0", RENAMES, NEW)
write("other/pack.lua", [[
return {
  name = "other", version = "1.0.0", description = "Says old names", license = "MIT", api = 1,
  requires = { cave = "*" }, cards = "cards",
}
]])
write("other/cards/elf.lua", [[
return {
  card {
    name = "Elf", kinds = { "elf" },
    might = 4,
    "zap",
    static { each.elf, when = this.might:at_least(1), might = add(1), gifts = grant("high_noon") },
    on.blow.before { with = { amount = 1 } },
  },
  amend "cave:old_imp" { might = add(1) },
}
]])
write("other/tests/elf.lua", [[
return scenario {
  name = "an elf",
  setup = { { "A", "cave", "Elf", "i: Old Imp" } },
  expect = { "Elf: power=5", "has(Elf, zing)", "has(Elf, noon)", "power(i) = 4" },
}
]])
local text, status = check("3 scripts", "other")
assert(status == 0, text)
local says = "other/cards/elf.lua:%d: warning: '%s' is '%s' now, says cave/pack.lua:%d; write '%s'"
has(text, says:format(4, "might", "power", 5, "power"))
has(text, says:format(5, "zap", "zing", 5, "zing"))
has(text, says:format(6, "might", "power", 5, "power"))
has(text, says:format(6, "high_noon", "noon", 5, "noon"))
has(text, says:format(7, "blow", "hit", 5, "hit"))
has(text, says:format(9, "cave:old_imp", "cave:imp", 6, "cave:imp"))
has(run("test other"), "# 2 passed, 0 failed")

print("saves of older versions: ok")
