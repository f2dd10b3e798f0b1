--- Plays the games of scripts in several processes: with addresses where the system puts them,
--- with fixed ones, with a small and a large environment. Each has a hash seed of its own, as Lua
--- takes that from addresses and time. All must print scripts.txt, and so must every build.
---
---   lua5.4 processes.lua <golden folder> <strata>
local FOLDER <const>, STRATA <const> = arg[1], arg[2]

local function output(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read("a")
  pipe:close()
  return text
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

--- The first line that is not the same.
local function first_difference(want, got)
  local next_line = got:gmatch("[^\n]*")
  for line in want:gmatch("[^\n]*") do
    local other = next_line()
    if line ~= other then
      return ("want %s, got %s"):format(line, tostring(other))
    end
  end
  return "more lines than wanted"
end

local command = ("'%s' run '%s/scripts.lua' 2>&1"):format(STRATA, FOLDER)
local ways = {
  { "as it is", command },
  { "again", command },
  { "small environment", "env -i " .. command },
  { "large environment", ("PAD=%s "):format(("x"):rep(30000)) .. command },
}
-- A sandbox may forbid it; then addresses stay as they are.
if os.execute("setarch -R true 2>/dev/null") then
  ways[#ways + 1] = { "fixed addresses", "setarch -R " .. command }
end

local want, failed = read(FOLDER .. "/scripts.txt"), 0
for _, way in ipairs(ways) do
  local got = output(way[2])
  if got ~= want then
    failed = failed + 1
    print(("%s: %s"):format(way[1], first_difference(want, got)))
  end
end
print(("%d of %d processes agree"):format(#ways - failed, #ways))
os.exit(failed == 0 and #want > 0, true)
