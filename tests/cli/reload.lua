--- reload.lua WORK PROGRAM: packs are edited while they are played and tested. The program runs
--- beside this script, which waits for its output before the next step.
local work, program = table.unpack(arg)
assert(program, "usage: reload.lua WORK PROGRAM")
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local folder = require("folder")
local shell, quote = folder.command, folder.quote
local write = folder.empty(work, program).write

-- How long something may take before it counts as not happening: enough for any machine.
local PATIENCE <const> = 60

--- What a program has written so far.
local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read("a") or ""
end

--- Wait until an output has a text, and give all of it.
local function wait_for(output, text)
  local since = os.time()
  while true do
    local got = read(output)
    if got:find(text, 1, true) then
      return got
    end
    if os.time() - since > PATIENCE then
      error(("waited for '%s', and there is:\n%s"):format(text, got))
    end
    shell("sleep 0.05")
  end
end

local MANIFEST <const> = [[
return {
  name = "mine", version = "1.0.0", description = "A pack of a test", license = "MIT", api = 1,
  rules = "rules.lua", cards = "cards",
}
]]

local RULES <const> = [[
return ruleset {
  layers = { "add" },
  default_layers = { power = "add" },
  attributes = {
    name = "sym", power = "int", kinds = { "set", "imp" }, gifts = "abilities", controller = "ref",
    owner = "ref",
  },
  roles = {
    controller = "controller", owner = "owner", name = "name", abilities = "gifts", kinds = "kinds",
  },
  zones = { table = { shared = true } },
  home = "table",
  nouns = { body = { zone = "table" } },
}
]]

local function cards(power, bonus)
  local form = 'return card {\n  name = "Imp", kinds = { "imp" }, power = %d,\n'
    .. "  static { each.imp, power = add(%d) },\n}\n"
  write("mine/cards/imp.lua", form:format(power, bonus))
end

for _, inner in ipairs({ "cards", "lib", "tests" }) do
  shell("mkdir -p " .. quote(work .. "/mine/" .. inner))
end
write("mine/pack.lua", MANIFEST)
write("mine/rules.lua", RULES)
cards(1, 1)

local function start(arguments, output)
  local form = "cd %s && exec %s %s > %s 2>&1"
  return assert(io.popen(form:format(quote(work), quote(program), arguments, output), "w"))
end

-- A session: state stays, rules are new, a wrong pack changes nothing.
do
  local output = work .. "/session.txt"
  local session = start("--pack ./mine repl", "session.txt")
  local function say(line, answer)
    session:write(line, "\n")
    session:flush()
    return wait_for(output, answer)
  end
  say('imp = game:put("Imp") h = world:hash() print("first", imp.power)', "first\t2")
  cards(5, 10)
  say(":reload", "changed  card mine:imp, ability mine:imp.1")
  say('print("second", imp.power, world:hash() == h)', "second\t11\ttrue")
  say('print("another", game:put("Imp").power, imp.power)', "another\t25\t21")
  write("mine/cards/imp.lua", "return card {\n")
  say(":reload", "unexpected symbol near <eof>")
  say('print("third", imp.power)', "third\t21")
  write("mine/cards/imp.lua", 'return card { name = "Imp", kinds = { "imp" }, power = 5 }\n')
  say(":reload", "kept     ability mine:imp.1")
  say('print("fourth", imp.power)', "fourth\t1")
  write("mine/rules.lua", (RULES:gsub('"imp" }', '"ogre" }')))
  write("mine/cards/imp.lua", 'return card { name = "Imp", power = 5 }\n')
  say(":reload", "the world uses")
  write("mine/rules.lua", RULES)
  write("mine/lib/numbers.lua", "return { power = 6 }\n")
  write("mine/cards/ogre.lua", 'local numbers = require("lib.numbers")\n'
    .. 'return card { name = "Ogre", power = numbers.power }\n')
  write("mine/cards/imp.lua", 'return card { name = "Imp", power = 7 }\n')
  say(":reload", "changed  card mine:imp")
  say('print("module", game:put("Ogre").power)', "module\t6")
  write("mine/lib/numbers.lua", "return { power = 8 }\n")
  say(":reload", "changed  card mine:ogre")
  say('print("module", game:put("Ogre").power)', "module\t8")
  write("mine/cards/imp.lua", 'return card { name = "Imp", power = 5 }\n')
  say(":reload", "changed  card mine:imp") -- what the ogre took is kept
  write("mine/lib/numbers.lua", "return { power = 9 }\n")
  say(":reload", "changed  card mine:ogre")
  say('print("module", game:put("Ogre").power)', "module\t9")
  write("mine/cards/ogre.lua", 'return card { name = "Ogre", like = "Imp", abstract = false }\n')
  say(":reload", "changed  card mine:ogre")
  say('print("like", game:put("Ogre").power)', "like\t5")
  write("mine/cards/imp.lua", 'return card { name = "Imp", power = 6 }\n')
  say(":reload", "changed  card mine:imp, card mine:ogre")
  say('print("like", game:put("Ogre").power)', "like\t6")
  say('print("fifth", imp.power, world:hash() ~= h)', "fifth\t1\ttrue")
  session:close()
  write("mine/rules.lua", RULES)
end

-- With --watch nobody has to say so.
do
  cards(1, 1)
  local output = work .. "/watched.txt"
  local session = start("--pack ./mine repl --watch", "watched.txt")
  session:write('imp = game:put("Imp") print("first", imp.power)\n')
  session:flush()
  wait_for(output, "first\t2")
  cards(1, 20)
  session:write('print("second", imp.power)\n')
  session:flush()
  wait_for(output, "second\t21")
  session:close()
end

-- Tests run again when a card changes, and say so.
do
  cards(1, 1)
  write("mine/tests/imp.lua", [[
return scenario { name = "imp", setup = { { "A", "table", "Imp" } }, expect = { "Imp: power=2" } }
]])
  local output = work .. "/tests.txt"
  local form = "cd %s && { %s test mine --watch > tests.txt 2>&1 & echo $! > pid; }"
  shell(form:format(quote(work), quote(program)))
  wait_for(output, "# 2 passed, 0 failed\n# waiting")
  cards(1, 2)
  wait_for(output, "# 1 passed, 1 failed\n# waiting")
  cards(1, 1)
  local _, count
  local since = os.time()
  repeat
    _, count = read(output):gsub("# 2 passed, 0 failed\n# waiting", "")
    assert(os.time() - since <= PATIENCE, "it did not run a third time")
    shell("sleep 0.05")
  until count == 2
  shell("kill -INT " .. read(work .. "/pid"):match("%d+"))
  local waiting = "while kill -0 %s 2>/dev/null; do sleep 0.05; done"
  shell(waiting:format(read(work .. "/pid"):match("%d+")))
end
print("ok")
