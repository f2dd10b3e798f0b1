--- Builds the golden game with each compiler, optimisation and word size, and
--- demands that each prints golden.txt, byte for byte.
---
---   lua5.4 golden.lua <root> <build folder> <32 bits> <engine source>...
---
--- <32 bits> is what runs programs of 32-bit words: a program, "" for the kernel,
--- "none" for nothing. The tests themselves are built by gcc with and without
--- -O3, by clang with -O1, and by gcc for 32 bits: what is left is built here,
--- and everything with STRATA_TEST_FULL in the environment.
---
--- With GOLDEN_WRITE in the environment it writes golden.txt first: only after
--- the format of saves has been changed on purpose.

local FEW <const> = { "clang -O3 -m64" }
local ALL <const> = {
  "gcc -O0 -m64",
  "gcc -O0 -m32",
  "gcc -O3 -m64",
  "gcc -O3 -m32",
  "clang -O0 -m64",
  "clang -O0 -m32",
  "clang -O3 -m64",
  "clang -O3 -m32",
}

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function read(path)
  local file = io.open(path, "rb")
  if not file then
    return ""
  end
  local text = file:read("a")
  file:close()
  return text
end

local function sources(root, engine)
  local list = {}
  for _, path in ipairs(engine) do
    list[#list + 1] = quoted(path)
  end
  for _, path in ipairs({
    "api/kit/kit.c",
    "api/kit/kit_objects.c",
    "api/kit/kit_why.c",
    "fuzz/ops.c",
    "fuzz/ops_effect.c",
    "fuzz/ops_journal.c",
    "fuzz/ops_object.c",
    "fuzz/ops_rules.c",
    "golden/golden.c",
  }) do
    list[#list + 1] = quoted(root .. "/tests/" .. path)
  end
  return table.concat(list, " ")
end

local function command(root, flags, files, program)
  local folders = {}
  for i, folder in ipairs({ "engine", "engine/include", "tests/api/kit", "tests/fuzz" }) do
    folders[i] = "-I" .. quoted(root .. "/" .. folder)
  end
  return ("%s -std=c17 -w %s %s -o %s"):format(
    flags,
    table.concat(folders, " "),
    files,
    quoted(program)
  )
end

--- The first line that is not the same.
local function first_difference(want, got)
  local next_line = got:gmatch("[^\n]*")
  for line in want:gmatch("[^\n]*") do
    local other = next_line()
    if line ~= other then
      return ("want %s\n  got  %s"):format(line, other)
    end
  end
  return "more lines than wanted"
end

--- Build, run, compare: true if the output is the wanted one.
local function check(context, flags)
  local program = context.folder .. "/" .. flags:gsub("[ -]+", "_")
  local output = program .. ".txt"
  if not os.execute(command(context.root, flags, context.files, program)) then
    print(flags .. ": does not compile")
    return false
  end
  local runner = flags:find("-m32", 1, true) and context.runner or ""
  if not os.execute(("%s %s > %s"):format(runner, quoted(program), quoted(output))) then
    print(flags .. ": the game fails")
    return false
  end
  local got = read(output)
  if got ~= context.want then
    print(("%s: differs\n  %s"):format(flags, first_difference(context.want, got)))
    return false
  end
  print(flags .. ": the same")
  return true
end

local function write_golden(context, path)
  local program = context.folder .. "/golden"
  assert(os.execute(command(context.root, "gcc -O1", context.files, program)))
  assert(os.execute(("%s > %s"):format(quoted(program), quoted(path))))
end

--- The builds of this run, without those of 32 bits if nothing runs them.
local function wanted(runner)
  local list = {}
  for _, flags in ipairs(os.getenv("STRATA_TEST_FULL") and ALL or FEW) do
    local is_fine = runner ~= "none" or not flags:find("-m32", 1, true)
    list[#list + 1] = is_fine and flags or nil
  end
  return list
end

local function main(root, folder, runner, ...)
  local context = { root = root, folder = folder, files = sources(root, { ... }) }
  context.runner = runner ~= "" and quoted(runner) or ""
  local path = root .. "/tests/golden/golden.txt"
  assert(os.execute("mkdir -p " .. quoted(folder)))
  if os.getenv("GOLDEN_WRITE") then
    write_golden(context, path)
  end
  context.want = read(path)
  local same, list = 0, wanted(runner)
  for _, flags in ipairs(list) do
    same = same + (check(context, flags) and 1 or 0)
  end
  print(("%d of %d builds agree"):format(same, #list))
  return same == #list and #list > 0 and #context.want > 0
end

os.exit(main(table.unpack(arg)), true)
