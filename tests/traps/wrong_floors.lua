--- wrong_floors.lua ROOT WORK LUA: plants mistakes in the order of the library's own Lua, one at a
-- time, and demands that tests/lint/floors_scripts.lua names each.
local root, work, lua = table.unpack(arg)

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function must(command)
  assert(os.execute(command), command)
end

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local function write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

--- What the lint says of the copy, and whether it is content.
local function judged()
  local lint = root .. "/tests/lint/floors_scripts.lua"
  local pipe = assert(io.popen(("%s %s %s 2>&1"):format(quoted(lua), quoted(lint), quoted(work))))
  local text = pipe:read("a")
  return text, pipe:close() == true
end

-- A file of the copy, what is written behind its text, and what must be said.
local PLANTED <const> = {
  {
    "scripts/strata/base/slug.lua",
    'local semver = require("strata.packs.semver")\n',
    "base/slug is below packs/semver and may not require it",
  },
  {
    "scripts/strata/lang/phrase.lua",
    'function M.late()\n  return require("strata.tools.verbs")\nend\n',
    "lang/phrase is below tools/verbs and may not require it",
  },
  {
    "scripts/strata/packs/semver.lua",
    'local semver = require "strata.packs.semver"\n',
    "packs/semver is below packs/semver and may not require it",
  },
  {
    "scripts/strata/tools/verbs.lua",
    'local semver = require("strata.semver")\n',
    "there is no module 'strata.semver'",
  },
  {
    "scripts/strata/tools/verbs.lua",
    'local semver = require("strata.packs." .. name)\n',
    "there is no module 'strata.packs.'",
  },
  {
    "scripts/strata/tools/verbs.lua",
    "local other = require(name)\n",
    "require wants the name of a module as it is",
  },
  {
    "scripts/strata/tools/verbs.lua",
    'local is_there = pcall(require, "strata.packs.semver")\n',
    "require wants the name of a module as it is",
  },
  { "scripts/strata/tools/unlisted.lua", "return {}\n", "not in the list of floors" },
  { "scripts/strata/tools/slug.lua", "return {}\n", "not in the list of floors" },
  {
    "bindings/planted.c",
    '  stl_library_push(L, "strata.semver");\n',
    "'strata.semver' is in no room",
  },
  {
    "bindings/planted.c",
    '  stl_library_push(L, "strata.packs.semvre");\n',
    "there is no module 'strata.packs.semvre'",
  },
  {
    "tests/planted.lua",
    'local semver = require("strata.tools.semver")\n',
    "there is no module 'strata.tools.semver'",
  },
}

local bad = 0
local function complain(...)
  io.stderr:write(string.format(...), "\n")
  bad = bad + 1
end

local function plant(case)
  local path, more, says = work .. "/" .. case[1], case[2], case[3]
  local file = io.open(path, "rb")
  local before = file and file:read("a")
  if file then
    file:close()
  end
  write(path, (before or "") .. more)
  local text, is_fine = judged()
  if is_fine or not text:find(says, 1, true) then
    complain("%s with %s must be told '%s', got:\n%s", case[1], more, says, text)
  end
  if before then
    write(path, before)
  else
    os.remove(path)
  end
end

--- Change what is embedded: another order, and a name less.
local function plant_embedded()
  local path = work .. "/bindings/CMakeLists.txt"
  local before = read(path)
  local swapped =
    before:gsub("packs/semver packs/pack_settings", "packs/pack_settings packs/semver")
  local shorter = before:gsub("( tools/verbs)%)", ")")
  for _, text in ipairs({ swapped, shorter }) do
    write(path, text)
    local said, is_fine = judged()
    if is_fine or not said:find("bindings/CMakeLists.txt: ", 1, true) then
      complain("another list is embedded, and it is told:\n%s", said)
    end
  end
  write(path, before)
end

--- Take a file away that is listed.
local function plant_missing()
  local path = work .. "/scripts/strata/meta/step_words.lua"
  local before = read(path)
  os.remove(path)
  local said, is_fine = judged()
  if is_fine or not said:find("there is no scripts/strata/meta/step_words.lua", 1, true) then
    complain("a file is missing, and it is told:\n%s", said)
  end
  write(path, before)
end

must(
  ("rm -rf %s && mkdir -p %s/bindings %s/tests"):format(quoted(work), quoted(work), quoted(work))
)
must(("cp -r %s/scripts %s"):format(quoted(root), quoted(work)))
must(("cp %s/bindings/CMakeLists.txt %s/bindings"):format(quoted(root), quoted(work)))
for _, case in ipairs(PLANTED) do
  plant(case)
end
plant_embedded()
plant_missing()
local said, is_fine = judged()
if not is_fine then
  complain("the tree as it is: %s", said)
end
print(("%d mistakes planted, %d complaints"):format(#PLANTED + 3, bad))
os.exit(bad == 0)
