--- Plays the rows of the table that are scenarios of packs without C, with each line that they
--- expect changed in turn: a row is green as it stands, and no change of it is.
---
---   lua5.4 scenarios.lua <strata> <pack>...

--- The rows that there must be, each once.
local function wanted_rows()
  local wanted = {}
  local function add(letter, first, last)
    for n = first, last or first do
      wanted[("%s%02d"):format(letter, n)] = 0
    end
  end
  add("E", 1, 5)
  add("E", 12)
  add("E", 19, 20)
  add("E", 22, 23)
  add("E", 27, 30)
  add("E", 32, 38)
  add("E", 42)
  add("E", 45)
  add("E", 51)
  add("E", 59)
  add("H", 50, 56) -- finding_RW11
  return wanted
end

local function main(program, ...)
  local wanted, green, rows = wanted_rows(), 0, 0
  local command = ("'%s' test --mutate '%s'"):format(program, table.concat({ ... }, "' '"))
  local pipe = assert(io.popen(command))
  for line in pipe:lines() do
    local id = line:match("^ok %d+ %- seed_(%u%d%d)[:_]")
    if line:find("^not ok") then
      io.stderr:write(line, "\n")
    elseif id then
      wanted[id] = assert(wanted[id], id .. " is no row") + 1
    end
  end
  local is_fine = pipe:close()
  for id, times in pairs(wanted) do
    rows = rows + 1
    green = green + (times == 1 and 1 or 0)
    if times ~= 1 then
      io.stderr:write(("seed_%s: %d scenarios pass\n"):format(id, times))
    end
  end
  print(("rows: %d of %d, and none of them changed"):format(green, rows))
  return is_fine and green == rows
end

os.exit(main(table.unpack(arg)), true)
