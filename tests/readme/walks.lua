--- walks.lua SOURCE: what the walks of .github/CONTRIBUTING.md name is there.
--
-- A step of a walk is a line such as
--   3. `path`, `name`: what to do there.
-- The path must be a file or a folder of the checkout, and the name must stand in it. A name in a
-- folder may stand in any of its files.
local source = arg[1]
assert(source, "usage: walks.lua SOURCE")

local PAGE <const> = ".github/CONTRIBUTING.md"
local WALKS <const>, LEAST_STEPS <const> = 4, 5

local bad = 0

local function complain(line, ...)
  io.stderr:write(("%s:%d: "):format(PAGE, line), string.format(...), "\n")
  bad = bad + 1
end

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function is_there(path)
  return os.execute("test -e " .. quoted(source .. "/" .. path)) == true
end

--- Whether a name stands in a file, or in a file of a folder.
local function names(path, name)
  local command = "grep -rqF -e %s %s"
  return os.execute(command:format(quoted(name), quoted(source .. "/" .. path))) == true
end

local function check_step(number, text)
  local path, name = text:match("^%d+%. `([^`]+)`, `([^`]+)`: %S")
  if not path then
    complain(number, "a step is a number, `path`, `name`: what to do there")
  elseif not is_there(path) then
    complain(number, "%s is not there", path)
  elseif not names(path, name) then
    complain(number, "%s does not say %s", path, name)
  end
end

--- Each walk has a heading below "Four walks"; the line of each, and how many steps it has.
local function check_page()
  local walks, number, is_inside = {}, 0, false
  for line in io.lines(source .. "/" .. PAGE) do
    number = number + 1
    if line:match("^## ") then
      is_inside = line == "## Four walks"
    elseif is_inside and line:match("^### ") then
      walks[#walks + 1] = { line = number, steps = 0 }
    elseif is_inside and line:match("^%d+%.") then
      walks[#walks].steps = walks[#walks].steps + 1
      check_step(number, line)
    end
  end
  return walks, number
end

local walks, last = check_page()
if #walks ~= WALKS then
  complain(last, "%d walks, not %d", #walks, WALKS)
end
local steps = 0
for _, walk in ipairs(walks) do
  steps = steps + walk.steps
  if walk.steps < LEAST_STEPS then
    complain(walk.line, "%d steps only", walk.steps)
  end
end
print(("%s: %d walks, %d steps, %d complaints"):format(PAGE, #walks, steps, bad))
os.exit(bad == 0)
