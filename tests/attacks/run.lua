--- run.lua FOLDER STRATA: scripts that want to do harm, each run as a stranger's.
--
-- What must come of each is on its first line: "expect: " and alternatives with | between them:
--   ok           it ends well
--   error 'x'    it fails, and says x
--   reject 'x'   it is not even run, and x says why
--   limit        it has taken more than it may
--   output 'x'   it prints x
--   same-output  it prints the same in each process
local FOLDER <const>, STRATA <const> = arg[1], arg[2]
local PATIENCE <const> = 60 -- seconds, for the slowest build

local function run(path)
  local command = ("timeout %d '%s' run --limited '%s' 2>&1"):format(PATIENCE, STRATA, path)
  local pipe = assert(io.popen(command))
  local said = pipe:read("a")
  local _, _, status = pipe:close()
  return status, said
end

local function says(said, text)
  return said:find(text, 1, true) ~= nil
end

local function is_over(status, said)
  for _, what in ipairs({ "instruction budget", "memory limit", "output limit" }) do
    if status == 1 and says(said, what) then
      return true
    end
  end
  return false
end

--- What has come (status, what was said) is what a word and its text say.
local COMES <const> = {
  ok = function(status)
    return status == 0
  end,
  error = function(status, said, text)
    return status == 1 and says(said, text)
  end,
  reject = function(status, said, text)
    return status >= 1 and status <= 3 and says(said, text)
  end,
  limit = is_over,
  output = function(_, said, text)
    return says(said, text)
  end,
  ["same-output"] = function(_, said, _, path)
    local _, again = run(path)
    return said == again
  end,
}

local function comes_true(alternative, path, status, said)
  local word, text = alternative:match("^([%a-]+)%s*(.*)$")
  text = (text:match("^'(.*)'$") or ""):gsub("\\\\", "\\")
  return COMES[word](status, said, text, path)
end

local function check(path, expects)
  local status, said = run(path)
  for alternative in (expects .. "|"):gmatch("%s*(.-)%s*|") do
    if comes_true(alternative, path, status, said) then
      return true
    end
  end
  io.write(("%s: expected %s, got status %d: %s\n"):format(path, expects, status, said:sub(1, 300)))
  return false
end

local count, failed = 0, 0
local list = assert(io.popen(("ls '%s'"):format(FOLDER)))
for name in list:lines() do
  local path = FOLDER .. "/" .. name
  local file = assert(io.open(path, "rb"))
  local first = file:read("l")
  file:close()
  local expects = first:match("expect: (.*)")
  if expects then
    count = count + 1
    expects = expects:gsub("%s*%-%- why.*", "")
    failed = failed + (check(path, expects) and 0 or 1)
  end
end
list:close()
io.write(("%d attacks, %d harmful\n"):format(count, failed))
os.exit(count > 0 and failed == 0)
