--- Changes each expected value in turn; the row's test, and it must have run,
--- turns red each time.
---
---   lua5.4 mutate.lua <expected.inc> <test program>...

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

--- Rows in the order of the table: { id, number of values }.
local function read_rows(path)
  local rows = {}
  for line in io.lines(path) do
    local id, values = line:match("^ROW%((%u%d%d), (.+)%)$")
    if id then
      local _, commas = values:gsub(",", "")
      rows[#rows + 1] = { id = id, count = commas + 1 }
    end
  end
  return rows
end

--- Run the tests of one row: how many ran, passed, failed or crashed.
local function run(program, id, mutation)
  local command = ("STRATA_MUTATE=%d %s -j1 --filter %s 2>&1"):format(
    mutation,
    quoted(program),
    quoted("*/seed_" .. id .. "_*")
  )
  local pipe = assert(io.popen(command))
  local output = pipe:read("a")
  pipe:close()
  local tested, passing, failing, crashing =
    output:match("Tested: (%d+) | Passing: (%d+) | Failing: (%d+) | Crashing: (%d+)")
  assert(tested, "no summary of " .. program .. ":\n" .. output)
  return {
    tested = tonumber(tested),
    passing = tonumber(passing),
    red = tonumber(failing) + tonumber(crashing),
  }
end

--- Which program has the test of which row.
local function programs_by_row(programs)
  local by_row = {}
  for _, program in ipairs(programs) do
    local pipe = assert(io.popen(quoted(program) .. " --list 2>&1"))
    for id in pipe:read("a"):gmatch("seed_(%u%d%d)_") do
      assert(not by_row[id], "two tests of seed_" .. id)
      by_row[id] = program
    end
    pipe:close()
  end
  return by_row
end

--- The program that has the row's test, which must be green without a change.
local function find_program(programs, id)
  local program = programs[id]
  if not program then
    return nil, "has no test"
  end
  local result = run(program, id, 0)
  if result.tested ~= 1 or result.passing ~= 1 then
    return program, "is not green before any change"
  end
  return program
end

--- Complaints about one row, whose first value has the number `first`.
local function mutate(programs, row, first)
  local program, problem = find_program(programs, row.id)
  if problem then
    return 0, { ("seed_%s %s"):format(row.id, problem) }
  end
  local red, complaints = 0, {}
  for i = 1, row.count do
    local result = run(program, row.id, first + i - 1)
    if result.red == 1 then
      red = red + 1
    else
      complaints[#complaints + 1] = ("seed_%s stays green when value %d changes"):format(row.id, i)
    end
  end
  return red, complaints
end

--- The rows that there must be, in order.
local function wanted_rows()
  local ids = {}
  local function add(letter, first, last)
    for n = first, last do
      ids[#ids + 1] = ("%s%02d"):format(letter, n)
    end
  end
  add("L", 1, 38)
  add("R", 1, 35)
  add("R", 41, 41)
  add("R", 43, 43)
  add("R", 47, 47)
  add("R", 51, 53)
  add("R", 55, 55)
  add("S", 1, 18)
  add("H", 1, 25)
  return ids
end

local function main(table_path, ...)
  local programs, rows, wanted = programs_by_row({ ... }), read_rows(table_path), wanted_rows()
  local total, red, tests_red, next_value = 0, 0, 0, 1
  for i, row in ipairs(rows) do
    assert(row.id == wanted[i], "rows out of order at " .. row.id)
    local row_red, complaints = mutate(programs, row, next_value)
    for _, complaint in ipairs(complaints) do
      io.stderr:write(complaint, "\n")
    end
    next_value = next_value + row.count
    total = total + row.count
    red = red + row_red
    tests_red = tests_red + (row_red == row.count and 1 or 0)
  end
  print(("values: %d of %d turn their test red"):format(red, total))
  print(("tests: %d of %d"):format(tests_red, #rows))
  return #rows == #wanted and red == total
end

os.exit(main(table.unpack(arg)), true)
