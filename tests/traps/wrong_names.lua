--- wrong_names.lua ROOT WORK LUA: plants mistakes in names of a copy of the tree, one at a time,
-- and demands that the lints door.lua, names.lua, one_game.lua, retired.lua and where.lua say so.
local root, work, lua = table.unpack(arg)

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function must(command)
  assert(os.execute(command), command)
end

local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read("a")
end

local function write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

--- What a lint says of the copy, and whether it is content.
local function judged(lint)
  local path = ("%s/tests/lint/%s.lua"):format(root, lint)
  local pipe = assert(io.popen(("%s %s %s 2>&1"):format(quoted(lua), quoted(path), quoted(work))))
  local text = pipe:read("a")
  return text, pipe:close() == true
end

local STATIC <const> = "static int more_than_three(int x) { return x; }\n"

--- A change of a text: what a pattern finds becomes something else.
local function replaced(pattern, by)
  return function(text)
    local new, count = text:gsub(pattern, by)
    assert(count > 0, pattern)
    return new
  end
end

-- A lint, files of the copy with what is written behind their texts or how they are changed (false:
-- the file is removed), and what the lint must say.
local PLANTED <const> = {
  {
    "door",
    {
      ["engine/include/strata/worlds.h"] = "int strata_peep(const strata_world *world);\n",
      ["engine/api/world/api_world.c"] = "\nint strata_peep(const strata_world *world) {\n"
        .. "  return world->busy;\n}\n",
    },
    "api_world.c: strata_peep must begin with st_world_go_back(world)",
  },
  {
    "door",
    { ["engine/include/strata/worlds.h"] = "int strata_peep(const strata_world *world);\n" },
    "strata_peep: its body is not found",
  },
  {
    "door",
    { ["engine/api/world/api_world.c"] = replaced("(strata_world_rules%b() {\n)",
      "%1  st_world_go_back(world);\n") },
    "strata_world_rules goes back, and needs no reason to stay ahead",
  },
  {
    "door",
    { ["engine/include/strata/decisions.h"] = replaced("strata_peek%(", "strata_peep(") },
    "door.lua: there is no function strata_peek",
  },
  {
    "door",
    { ["engine/include/strata/entities.h"] = replaced("strata_get_int%(", "strata_got_int(") },
    "door.lua: there is no function strata_get_int",
  },
  {
    "names",
    { ["engine/base/mem.c"] = "static void\nlook(int x) {\n}\n" },
    "engine/base/mem.c: static look() is a bare verb",
  },
  {
    "names",
    { ["bindings/cli/repl/repl.c"] = "static bool run(void);\n" },
    "repl.c: static run() is a bare verb",
  },
  {
    "names",
    {
      ["engine/base/mem.c"] = STATIC,
      ["engine/base/arena.c"] = STATIC,
      ["engine/base/hash.h"] = STATIC,
      ["engine/base/text.c"] = STATIC,
    },
    "static function 'more_than_three' stands in 4 files",
  },
  {
    "names",
    { ["engine/play/arena.c"] = "\n", ["bindings/lua/arena.c"] = "\n" },
    "the file name 'arena.c' stands in 3 files",
  },
  {
    "one_game",
    { ["scripts/strata/stage/observe.lua"] = 'local ZONE <const> = "graveyard"\n' },
    "'graveyard' is a zone of cards/classic/rules.lua",
  },
  {
    "one_game",
    { ["scripts/strata/stage/observe.lua"] = "local function f(entity) return entity.power end\n" },
    "entity.power is an attribute of cards/classic/rules.lua",
  },
  {
    "one_game",
    { ["scripts/strata/stage/observe.lua"] = "local P <const> = attributes.power\n" },
    "attributes.power is an attribute of cards/classic/rules.lua",
  },
  {
    "one_game",
    { ["scripts/strata/stage/observe.lua"] = "local P <const> = '%s.power > 0'\n" },
    ": %s.power is an attribute of cards/classic/rules.lua",
  },
  {
    "one_game",
    {
      ["scripts/strata/tools/why_page.lua"] = "local P <const> = f([[\n"
        .. "entity.power\n]], entity.power)\n",
    },
    "entity.power is an attribute of cards/classic/rules.lua",
  },
  {
    "one_game",
    { ["scripts/strata/stage/observe.lua"] = "local P <const> = [[\nentity.power\n]]\n" },
    "entity.power is an attribute of cards/classic/rules.lua",
  },
  {
    "one_game",
    { ["bindings/cli/repl/repl.c"] = 'static const char *const DIES = "destroy";\n' },
    "'destroy' is a type of event of cards/classic/events.lua",
  },
  {
    "one_game",
    { ["engine/base/mem.c"] = '#define X "goblin" /* "elf" */\n' },
    "'goblin' is a word of a set of cards/classic/rules.lua",
  },
  {
    "retired",
    { ["engine/base/mem.c"] = "/* st_pen_put64 writes it */\n" },
    "st_pen_put64 is an old name; today it is st_cell_writer_put64",
  },
  {
    "retired",
    { ["engine/base/README.md"] = "See `world/pen`.\n" },
    "world/pen is an old name; today it is world/store/cell_writer",
  },
  {
    "retired",
    { ["scripts/strata/base/slug.lua"] = "--- see strata.drafts\n" },
    "strata.drafts is an old name; today it is strata.link.card_drafts",
  },
  {
    "where",
    { ["engine/play/settle/loop_detector.c"] = false },
    "there is no engine/play/settle/loop_detector.c",
  },
  {
    "where",
    { ["engine/GLOSSARY.md"] = "| a | b | `engine/base/mem.c` | `st_nowhere` |\n" },
    "'st_nowhere' does not stand in engine/base/mem.c",
  },
  {
    "where",
    { ["engine/README.md"] = "It is `st_no_such_name` of `base/no_such_file`.\n" },
    "the engine has no st_no_such_name",
  },
  {
    "where",
    { ["engine/base/README.md"] = "It is in `base/no_such_file`.\n" },
    "there is no base/no_such_file",
  },
  {
    "where",
    { ["tests/lint/floors.lua"] = '  "attic/room/module",\n' },
    "engine/README.md: the rooms are these: ",
  },
}

local bad = 0
local function complain(...)
  io.stderr:write(string.format(...), "\n")
  bad = bad + 1
end

--- Change files of the copy; returns what brings them back.
local function plant(files)
  local before = {}
  for path, more in pairs(files) do
    local text = read(work .. "/" .. path)
    before[path] = text or false
    if type(more) == "function" then
      write(work .. "/" .. path, more(text))
    elseif more then
      write(work .. "/" .. path, (text or "") .. more)
    else
      os.remove(work .. "/" .. path)
    end
  end
  return before
end

local function restore(before)
  for path, text in pairs(before) do
    if text then
      write(work .. "/" .. path, text)
    else
      os.remove(work .. "/" .. path)
    end
  end
end

must(("rm -rf %s && mkdir -p %s/tests/lint"):format(quoted(work), quoted(work)))
for _, folder in ipairs({ "engine", "bindings", "cards", "scripts" }) do
  must(("cp -r %s/%s %s"):format(quoted(root), folder, quoted(work)))
end
-- Of tests/ pages name the files alone: empty ones will do.
local copy = "cd %s && find tests -type %%s | (cd %s && xargs %%s)"
local list = copy:format(quoted(root), quoted(work))
must(list:format("d", "mkdir -p"))
must(list:format("f", "touch"))
must(("cp %s/tests/lint/floors.lua %s/tests/lint"):format(quoted(root), quoted(work)))
for _, case in ipairs(PLANTED) do
  local lint, files, says = table.unpack(case)
  local before = plant(files)
  local text, is_fine = judged(lint)
  if is_fine or not text:find(says, 1, true) then
    complain("%s.lua must say '%s', got:\n%s", lint, says, text)
  end
  restore(before)
end
for _, lint in ipairs({ "door", "names", "one_game", "retired", "where" }) do
  local text, is_fine = judged(lint)
  if not is_fine then
    complain("the tree as it is: %s", text)
  end
end
print(("%d mistakes planted, %d complaints"):format(#PLANTED, bad))
os.exit(bad == 0)
