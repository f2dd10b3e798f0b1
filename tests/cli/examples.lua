--- examples.lua ROOT WORK PROGRAM: every example of the help is run.
--
-- Those of scripts are typed into the REPL, and what stands behind "-->" must be printed. Those of
-- cards and events are lines of packs that `strata check` takes; those of steps are scenarios that
-- `strata test` plays. What a handler does is run as a handler.
local root, work, program = table.unpack(arg)
assert(program, "usage: examples.lua ROOT WORK PROGRAM")
package.path = root .. "/tests/lint/?.lua;" .. root .. "/tests/cli/?.lua;" .. package.path
local folder = require("folder")
local tree = require("tree")
tree.open(root)
local described = require("described")
described.install(root)

local FOLDER <const> = work .. "/examples"
local command, quoted = folder.command, folder.quote
local write_file = folder.empty(FOLDER, program).write

--- What the program prints, errors too.
local function run(arguments, input)
  write_file("input", input or "")
  local form = "cd %s && %s %s <input 2>&1"
  local pipe = assert(io.popen(form:format(quoted(FOLDER), quoted(program), arguments)))
  local text = pipe:read("a")
  return text, pipe:close()
end

--- The entries of a book that have an example, by name.
local function examples(book)
  local list = {}
  for _, entry in ipairs(described.help.books()[book].entries) do
    if #entry.example > 0 then
      list[#list + 1] = entry
    end
  end
  return list
end

-- -- Typed into the REPL -----------------------------------------------------

--- What is typed, and what is printed then.
local function split(lines)
  local typed, printed = {}, {}
  for _, line in ipairs(lines) do
    local input, output = line:match("^(.-) ?%-%-> (.*)$")
    if output and input == "" then
      printed[#printed + 1] = output
    elseif output then
      typed[#typed + 1], printed[#printed + 1] = input, output
    elseif not line:match("^%-%- ") then
      typed[#typed + 1] = line
    end
  end
  return typed, printed
end

local function compare(name, printed, wanted)
  printed = printed:gsub("[ \t]*\n", "\n"):gsub("\n+$", "")
  wanted = (wanted .. "\n"):gsub("[ \t]*\n", "\n"):gsub("\n+$", "")
  if printed ~= wanted then
    tree.complain("%s: its example prints\n%s\nand not\n%s", name, printed, wanted)
  end
end

--- Handlers of an example stand in rules, in the chain of an event.
local AROUND_HANDLERS <const> = [[
made, given, codes, chained = {}, {}, {}, {}
for name, handler in pairs(handlers) do
  made["test:" .. name] = handler
  codes["test:" .. name] = { "handle", "hit", phase = "after", everywhere = true,
    { "run", "test:" .. name } }
end
world = strata.rules({
  layers = { "only" },
  attributes = { name = "text", life = "counter", colors = { "set", "red", "blue" } },
  events = {
    gain = { fields = { player = "ref", amount = "int" }, affected = "player",
      does = { { "add", "life", who = event.player, value = event.amount } } },
    hit = { fields = { player = "ref", amount = "int" }, affected = "player",
      phases = { "do", "after" }, does = {} },
  },
  handlers = made,
  codes = codes,
}):world({ on_fault = "stop" })
ann = world:spawn({ name = "Ann" })
world:policy(function(decision) return 1 end)
]] .. 'for name in pairs(made) do print(world:act("hit", { player = ann, amount = 1 })) end\n'

local function run_handlers(entry)
  local input = table.concat(entry.example, "\n") .. "\n" .. AROUND_HANDLERS
  compare(entry.name, run("repl", input), "done")
end

--- Many in one session: what each has changed is taken back.
local function run_session(pack, list)
  local input, wanted = {}, {}
  for i, entry in ipairs(list) do
    local typed, printed = split(entry.example)
    typed[#typed + 1] = "print('-- end')\n:goto 0\nprint('-- begin')\n"
    input[i], wanted[i] = table.concat(typed, "\n"), table.concat(printed, "\n")
  end
  local i, text = 0, "-- begin\n" .. run(pack .. "repl", table.concat(input))
  for printed in text:gmatch("%-%- begin\n(.-)%-%- end\n") do
    i = i + 1
    tree.seen = tree.seen + 1
    compare(list[i].name, printed, wanted[i])
  end
  if i ~= #list then
    tree.complain("%s: only %d of %d examples were run", pack, i, #list)
  end
end

-- What is no state of the world is not taken back.
local function is_alone(entry)
  return table.concat(entry.example):find("world:policy") or entry.name == "World:view"
end

local sessions = {}

local function sort_into_sessions(entry)
  local pack = entry.example[1]:match("^%-%- strata (.*)repl$") or ""
  if entry.example[1]:match("^handlers = ") then
    run_handlers(entry)
    tree.seen = tree.seen + 1
  elseif is_alone(entry) then
    run_session(pack, { entry })
  else
    sessions[pack] = sessions[pack] or {}
    table.insert(sessions[pack], entry)
  end
end

-- Those of scripts, of a session's game, and of Lua's own functions.
for _, book in ipairs({ 1, 4, 5 }) do
  for _, entry in ipairs(examples(book)) do
    if entry.kind ~= "step" then
      sort_into_sessions(entry)
    end
  end
end
for pack, list in pairs(sessions) do
  run_session(pack, list)
end

-- -- In packs ----------------------------------------------------------------

local MANIFEST <const> = [[
return {
  name = "%s", version = "1.1.0", description = "Examples of the help", license = "MIT", api = 1,
  cards = "cards", %s
}
]]

local function manifest(pack, rest)
  write_file(pack .. "/pack.lua", MANIFEST:format(pack, rest))
  command("mkdir -p " .. quoted(FOLDER .. "/" .. pack .. "/cards"))
end

--- An ability of a card; an act is one of an ability.
local function as_card(entry, text)
  local is_act = table.concat(entry.text):match("^An act[:, ]")
  if is_act and text:match("^" .. entry.short .. "%f[^%w_]") then
    text = ('activated { "example", target = each.creature, act = { %s } }'):format(text)
  end
  local form = "return card {\n  name = %q,\n%s,\n}\n"
  return form:format(("Example of %s %s"):format(entry.book, entry.short), text)
end

local extra = {}

--- Rules and laws, which a pack has once, in packs of their own.
local function write_pack(entry, word, text)
  local pack = word .. "_" .. entry.short
  local file = word == "laws" and "laws" or "rules"
  local needs = word == "ruleset" and "" or 'requires = { classic = "*" },'
  extra[#extra + 1] = pack
  write_file(("%s/%s.lua"):format(pack, file), text .. "\n")
  manifest(pack, ('%s = "%s.lua", %s'):format(file, file, needs))
end

local OWN_PACK <const> = { extend = true, laws = true, ruleset = true }

--- An example as a file, in the pack of which it says it is.
local function write_example(entry)
  local of = entry.example[1]:match("^%-%- in a pack that requires (%a+)$")
  local text = table.concat(entry.example, "\n", of and 2 or 1)
  local word = text:match("^return (%a+)")
  if OWN_PACK[word] then
    write_pack(entry, word, text)
  elseif word == "properties" then
    local pack = "of_" .. entry.short
    extra[#extra + 1] = pack
    write_file(pack .. "/tests/properties.lua", text .. "\n")
    manifest(pack, 'requires = { classic = "*" },')
  elseif word == "scenario" then
    write_file("example/tests/" .. entry.short .. ".lua", text .. "\n")
  else
    local path = ("%s/cards/%s.lua"):format(of and "of_" .. of or "example", entry.short)
    write_file(path, word and text .. "\n" or as_card(entry, text))
  end
  tree.seen = tree.seen + 1
end

--- An example of a file of events, as an entry of one of these lists.
local function sort_event(entry, files)
  local first = entry.example[1]
  local of = first:match("^%-%- in a pack that requires (%a+)$")
  local is_card = first == "-- on a card"
  local text = table.concat(entry.example, "\n", (of or is_card) and 2 or 1)
  if is_card then
    return write_file("example/cards/event_" .. entry.short .. ".lua", as_card(entry, text))
  end
  if text:match("%f[%w]course {") then -- a game has one course, so a pack of its own has it
    local pack = "course_" .. entry.short
    extra[#extra + 1] = pack
    text = text:match("^return events") and text or ("return events {\n%s,\n}"):format(text)
    write_file(pack .. "/events.lua", text .. "\n")
    return manifest(pack, 'requires = { delve = "*" }, events = "events.lua",')
  end
  local list = files[of and "of_" .. of or "example"]
  list[#list + 1] = text:gsub("^return events {\n?(.*)}$", "%1"):gsub(",?%s*$", "")
end

--- One file for each pack that they need.
local function write_events()
  local files = { example = {}, of_delve = {} }
  for _, entry in ipairs(examples(3)) do
    sort_event(entry, files)
    tree.seen = tree.seen + 1
  end
  for pack, list in pairs(files) do
    write_file(pack .. "/events.lua", "return events {\n" .. table.concat(list, ",\n") .. "\n}\n")
  end
end

-- What the example of a field of rules may name; its own field takes the place of one here.
local RULES <const> = {
  attributes = '{ name = "sym", power = "int", types = { "set", "elf", "land", "planeswalker" }, '
    .. 'subtypes = { "set" }, traits = "abilities", controller = "ref", owner = "ref", '
    .. 'seat = "int", is_the_game = "flag", face_down = "flag", transformed = "flag", '
    .. 'linked_to = "ref", linked_as = "sym", loyalty = "int", mana_value = "int" }',
  clocks = '{ "turn", "upkeep" }',
  default_layers = '{ traits = "text" }',
  families = '{ subtypes = { land = { "island" } } }',
  for_others = '{ "attributes", "clocks", "counters", "keywords", "symbols" }',
  counters = '{ "loyalty" }',
  home = '"battlefield"',
  keywords = '{ "flying" }',
  layers = '{ "text", { "pt", "set", "modify" } }',
  phases = '{ { "main" } }',
  roles = '{ controller = "controller", owner = "owner", name = "name", abilities = "traits" }',
  seats = '{ "A", "B" }',
  zones = '{ battlefield = { shared = true }, hand = { hidden = true } }',
}

-- Fields that name attributes.
local OF_ATTRIBUTES <const> = { default_layers = true, families = true, roles = true }

--- A ruleset with the example of one of its fields.
local function write_rules(entry)
  local fields = {}
  for name, value in pairs(RULES) do
    local is_other = entry.short == "attributes" and OF_ATTRIBUTES[name]
    local is_there = name ~= entry.short and not is_other
    fields[#fields + 1] = is_there and ("  %s = %s,\n"):format(name, value) or nil
  end
  table.sort(fields)
  local example = table.concat(entry.example, "\n")
  local form = "return ruleset {\n%s  %s,\n}"
  write_pack(entry, "ruleset", form:format(table.concat(fields), example))
  tree.seen = tree.seen + 1
end

--- The examples of cards, and those of rules.
local function write_examples()
  for book, write in pairs({ [2] = write_example, [6] = write_rules }) do
    for _, entry in ipairs(examples(book)) do
      write(entry)
    end
  end
end

write_examples()

write_events()
local WITH_EVENTS <const> = 'requires = { %s = "*" }, events = "events.lua",'
local SETTINGS <const> =
  'settings = { bonus = { "int", min = 0, max = 9, default = 1, description = "more" } },'
local MIGRATION <const> = ' migrations = { { to = "1.1.0", file = "migrations/1_1.lua" } }'
local LAWS <const> = ' laws = "laws.lua",'
manifest("example", WITH_EVENTS:format("classic") .. LAWS .. SETTINGS .. MIGRATION)
-- What the examples of the steps `act` and `answer` do.
write_file(
  "example/laws.lua",
  "return laws {\n  action { 'rest', by = each.player, with = each.creature:of(you),"
    .. " act = untap { who = this } },\n  action { 'buy', by = each.player,"
    .. " act = may { gain_life { player = you, amount = 1 } } },\n}\n"
)
command("mkdir -p " .. quoted(FOLDER .. "/example/migrations"))
write_file("example/migrations/1_1.lua", "return function() end\n")
manifest("of_delve", WITH_EVENTS:format("delve"))

local text, is_fine = run("check example of_delve " .. table.concat(extra, " "))
if not is_fine then
  tree.complain("the examples of cards and events:\n%s", text)
end

-- -- As steps ----------------------------------------------------------------

local SCENARIO <const> = [[
scenario {
  name = %q,
  setup = {
    {
      "A", "battlefield", "bear: Grizzly Bears", "anthem: Glorious Anthem",
      "staff: Chimeric Staff", "hammer: Colossus Hammer", "outlaw: Kruin Outlaw",
      "Soul Warden", "mimic: Battlegate Mimic",
      { "Grinning Demon", id = "demon", face_down = true },
    },
    { "B", "battlefield", "jugg: Juggernaut" },
    { "A", "hand", "clone: Clone", "shock: Shock", "elves: Llanowar Elves" },
    { "A", "library", "Forest", "Island", "Swamp" },
  },
  steps = { %s },
  unchanged = true,
  expect = { "A is in the game=true", %s },
},
]]

--- A line of `expect` about the moment that an example names, without which it names it in vain.
local function line_about(example)
  local moment = example:match('check = "([^"]+)"')
  return moment and ('"%s: A is in the game=true"'):format(moment) or ""
end

--- A step that begins a game, in a pack whose game begins by an event.
local function write_start(example)
  local form = 'return scenario { name = "start", steps = { %s }, expect = { %q } }\n'
  write_file("of_noughts/tests/start.lua", form:format(example, "A: acting=true"))
  manifest("of_noughts", 'requires = { noughts = "*" },')
end

local list = {}

local function add_step(entry)
  local example = table.concat(entry.example, "\n")
  tree.seen = tree.seen + 1
  if example:find("start =", 1, true) then
    return write_start(example)
  end
  list[#list + 1] = SCENARIO:format(entry.name, example, line_about(example))
end

for _, entry in ipairs(examples(4)) do
  if entry.kind == "step" then
    add_step(entry)
  end
end
write_file("example/tests/steps.lua", "return {\n" .. table.concat(list) .. "}\n")
text, is_fine = run("test example of_noughts")
if not is_fine then
  tree.complain("the examples of steps:\n%s", text)
end
-- -- Of the verbs: finding_NC17 --------------------------------------------------

-- What takes long, or needs what no example makes.
local LEFT_OUT <const> = { "^strata bench", "%-%-watch", "%-%-repeat", "%-%-explore" }

local function is_left_out(line)
  for _, pattern in ipairs(LEFT_OUT) do
    if line:find(pattern) then
      return true
    end
  end
  return false
end

--- The examples of a verb's help, each a line for a shell.
local function verb_examples(verb)
  local lines = {}
  local told = run(verb .. " --help"):match("\nExamples:\n(.*)$") or ""
  for line in told:gmatch("  (strata[^\n]*)") do
    lines[#lines + 1] = not is_left_out(line) and line or nil
  end
  return lines
end

--- Run the examples of a verb where `cards` is, as a reader of the help would.
local function try_verb(verb)
  for _, line in ipairs(verb_examples(verb)) do
    local form = "cd %s && strata() { %s \"$@\"; } && { %s; } </dev/null 2>&1"
    local pipe = io.popen(form:format(quoted(FOLDER), quoted(program), line))
    local said = pipe:read("a")
    tree.seen = tree.seen + 1
    if not pipe:close() or said:find("# 0 passed", 1, true) then
      tree.complain("help %s: its example fails: %s\n%s", verb, line, said)
    end
  end
end

command(("ln -s %s %s"):format(quoted(root .. "/cards"), quoted(FOLDER .. "/cards")))
for verb in run("--help"):gmatch("\n  (%l[%l-]*) ") do
  try_verb(verb)
end
tree.close()
