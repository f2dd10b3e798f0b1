--- Plants each fault of lines.lua and of the lists beside it in a copy of the tree and requires
--- that a test then fails: a test that has never failed proves little.
---
---   lua5.4 faults.lua <root> <scratch folder> <cmake> [<Lua pattern>]
---
--- Planting takes minutes, so it is done only with STRATA_TEST_FULL in the environment; a pattern
--- selects the faults whose file matches it. Without STRATA_TEST_FULL only the table is checked:
--- each line must occur in its file exactly once.

local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/?.lua;" .. package.path
local faults = require("lines")
for _, list in ipairs({ "play", "hosts", "waiting", "actions", "found" }) do
  for _, fault in ipairs(require("lines_" .. list)) do
    faults[#faults + 1] = fault
  end
end

--- Tried in this order after the program that a fault names: a test may have moved.
local PROGRAMS <const> = {
  "test_api_layer_order",
  "test_api_ability",
  "test_api_created_effects",
  "test_api_classes",
  "test_api_copy",
  "test_api_explain",
  "test_ability_lists",
  "test_board",
  "test_read_write_sets",
  "test_incremental_entities",
  "test_api_games",
  "test_in_force",
  "test_seed_rules",
  "test_seed_cards",
  "test_api_bulk",
  "test_api_effect",
  "test_api_journal",
  "test_api_trial",
  "test_api_tuning",
  "test_store",
  "test_api_object",
  "test_api_moves",
  "test_api_why",
  "test_refresh",
  "strata-module", -- for the oracle
}
local FOLDERS <const> = "bindings cards engine scripts tests CMakeLists.txt README.md"
local SECONDS <const> = 300

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  file:close()
end

--- Run a command; its output, and whether it succeeded.
local function run(...)
  local pipe = assert(io.popen(string.format(...) .. " 2>&1"))
  local output = pipe:read("a")
  return output, pipe:close() == true
end

local function must(...)
  local output, ok = run(...)
  if not ok then
    error(string.format(...) .. " failed:\n" .. output, 0)
  end
end

-- The table ----------------------------------------------------------------

local function count(text, part)
  local found, at = 0, 1
  while true do
    local first, last = text:find(part, at, true)
    if not first then
      return found
    end
    found, at = found + 1, last + 1
  end
end

--- Report lines that do not occur exactly once; how many there are.
local function check_table(root)
  local wrong = 0
  for _, fault in ipairs(faults) do
    local found = count(read(root .. "/" .. fault.file), fault.from)
    if found ~= 1 then
      wrong = wrong + 1
      io.stderr:write(("%s: %d times: %s\n"):format(fault.file, found, fault.from))
    end
  end
  return wrong
end

-- Planting -----------------------------------------------------------------

local GAMES <const> =
  "cd %s && STRATA_TUNE='%s' LUA_CPATH_5_4=%s/?.so timeout %d %s tests/oracle/differential.lua 300"
local TUNES <const> = { "classes=always sums=always updates=always", "" }

--- Random games, with every way to evaluate used wherever possible, then only where it pays.
local function oracle_fails(context)
  for _, tune in ipairs(TUNES) do
    local _, ok = run(GAMES, context.tree, tune, context.module, SECONDS, quoted(arg[-1]))
    if not ok then
      return true
    end
  end
  return false
end

local PAIRS <const> =
  "cd %s && env -u STRATA_TEST_FULL LUA_CPATH_5_4=%s/?.so timeout %d %s tests/pairs/pairs.lua ."

--- Prompts compared with all orders of pairs of effects.
local function pairs_fail(context)
  local _, ok = run(PAIRS, context.tree, context.module, SECONDS, quoted(arg[-1]))
  return not ok
end

--- The arguments of a test that is a command of the program; nil for other tests.
local function command_of(name)
  return name:match("^cli (.+)$")
end

--- The script of a test that needs no program but Lua; nil for other tests.
local function script_of(name)
  return name:match("^lua (.+)$")
end

local function target_of(name)
  local needs_cli = command_of(name) or script_of(name)
  return name == "pairs" and "strata-module" or needs_cli and "strata-cli" or name
end

--- Build and run one program: true if it fails. A fault that does not compile is an error, as no
--- test noticed it.
local function fails(context, name)
  must("%s --build %s --target %s", context.cmake, context.build, target_of(name))
  if name == "strata-module" then
    return oracle_fails(context)
  elseif name == "pairs" then
    return pairs_fail(context)
  elseif command_of(name) then
    local form = "cd %s && timeout %d %s/bin/strata %s"
    local _, ok = run(form, context.tree, SECONDS, context.build, command_of(name))
    return not ok
  elseif script_of(name) then
    local form = "cd %s && timeout %d %s %s ."
    local _, ok = run(form, context.tree, SECONDS, quoted(arg[-1]), script_of(name))
    return not ok
  end
  local _, ok = run("timeout %d %s/tests/%s -j1", SECONDS, context.build, name)
  return not ok
end

--- The name of the first program that fails, or nil.
local function find_failure(context, first)
  if fails(context, first) then
    return first
  end
  for _, name in ipairs(PROGRAMS) do
    if name ~= first and fails(context, name) then
      return name
    end
  end
end

local function plant(context, fault)
  local path = context.tree_path .. "/" .. fault.file
  local text = read(path)
  local first, last = text:find(fault.from, 1, true)
  write(path, text:sub(1, first - 1) .. fault.to .. text:sub(last + 1))
  local name = find_failure(context, fault.by)
  write(path, text)
  return name
end

local function prepare(root, scratch, cmake)
  local tree, build = scratch .. "/tree", scratch .. "/build"
  local context = { cmake = quoted(cmake), tree_path = tree }
  context.tree, context.build = quoted(tree), quoted(build)
  must("rm -rf %s && mkdir -p %s", quoted(scratch), context.tree)
  must("cd %s && cp -r %s %s", quoted(root), FOLDERS, context.tree)
  must(
    "%s -S %s -B %s -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1",
    context.cmake,
    context.tree,
    context.build
  )
  context.module = quoted(build .. "/lib/lua/5.4")
  return context
end

--- Build the programs together, and require that all pass while no fault is planted.
local function check_programs(context)
  local names, known = {}, {}
  for _, fault in ipairs(faults) do
    if not known[fault.by] then
      known[fault.by] = true
      names[#names + 1] = fault.by
    end
  end
  local targets = {}
  for i, name in ipairs(names) do
    targets[i] = target_of(name)
  end
  must("%s --build %s --target %s", context.cmake, context.build, table.concat(targets, " "))
  for _, name in ipairs(names) do
    if fails(context, name) then
      error(name .. " fails before any fault is planted", 0)
    end
  end
end

--- Keep only the faults whose file matches a pattern.
local function select_faults(pattern)
  for i = #faults, 1, -1 do
    if not faults[i].file:find(pattern) then
      table.remove(faults, i)
    end
  end
end

local function plant_all(root, scratch, cmake)
  local context = prepare(root, scratch, cmake)
  check_programs(context)
  local noticed = 0
  for i, fault in ipairs(faults) do
    local start = os.time()
    local name = plant(context, fault)
    noticed = noticed + (name and 1 or 0)
    local seconds = os.time() - start
    print(("%2d %-16s %3d s  %s"):format(i, name or "NOT NOTICED", seconds, fault.what))
    io.stdout:flush()
  end
  must("rm -rf %s", quoted(scratch))
  print(("%d of %d faults are noticed"):format(noticed, #faults))
  return noticed == #faults
end

local function main(root, scratch, cmake, pattern)
  if check_table(root) > 0 then
    return false
  end
  if not os.getenv("STRATA_TEST_FULL") then
    print(("%d faults, to be planted in a full run"):format(#faults))
    return #faults >= 20
  end
  if pattern then
    select_faults(pattern)
  end
  return plant_all(root, scratch, cmake)
end

os.exit(main(table.unpack(arg)), true)
