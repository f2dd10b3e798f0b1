--- run.lua FOLDER STRATA WORK: scripts and cards that want to do harm.
--
-- Those of FOLDER/scripts are run as a stranger's; those of FOLDER/cards are each made a pack in
-- the folder WORK, and checked.
--
-- What must come of each is on its first line: "expect: " and alternatives with | between them:
--   ok           it ends well
--   error 'x'    it fails, and says x
--   reject 'x'   it is not even run, and x says why
--   limit        it has taken more than it may
--   output 'x'   it prints x
--   same-output  it prints the same in each process
--   check 'x'    `strata check` finds a problem in it, and says x
local FOLDER <const>, STRATA <const>, WORK <const> = arg[1], arg[2], arg[3]
local PATIENCE <const> = 60 -- seconds, for the slowest build

local MANIFEST <const> = [[
return {
  name = "stranger",
  version = "0.1.0",
  description = "One card of a stranger's",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
}
]]

--- Make the card file a pack of its own; its folder.
local function packed(path)
  local folder = ("%s/%s"):format(WORK, path:match("([^/]+)%.lua$"))
  local command = "rm -rf '%s' && mkdir -p '%s/cards' && cp '%s' '%s/cards'"
  assert(os.execute(command:format(folder, folder, path, folder)))
  local file = assert(io.open(folder .. "/pack.lua", "w"))
  file:write(MANIFEST)
  file:close()
  return folder
end

local function run(path)
  local verb = "run --limited"
  if path:find("/cards/[^/]+$") then
    verb, path = "check", packed(path)
  end
  local command = ("timeout %d '%s' %s '%s' 2>&1"):format(PATIENCE, STRATA, verb, path)
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
  check = function(status, said, text)
    return status >= 1 and status <= 3 and says(said, text) and says(said, "1 problem")
  end,
  limit = is_over,
  output = function(_, said, text)
    return says(said, text)
  end,
  ["same-output"] = function(status, said, _, path)
    local again, second = run(path)
    return status <= 1 and again == status and second == said
  end,
}

local function comes_true(alternative, path, status, said)
  local word, text = alternative:match("^([%a-]+)%s*(.*)$")
  text = (text:match("^'(.*)'$") or ""):gsub("\\\\", "\\")
  return COMES[word](status, said, text, path)
end

local function check(path, expects)
  local status, said = run(path)
  if said:find("[\27\7\r]") then
    io.write(("%s: it prints what a terminal obeys\n"):format(path))
    return false
  end
  for alternative in (expects .. "|"):gmatch("%s*(.-)%s*|") do
    if comes_true(alternative, path, status, said) then
      return true
    end
  end
  io.write(("%s: expected %s, got status %d: %s\n"):format(path, expects, status, said:sub(1, 300)))
  return false
end

local count, failed = 0, 0
local list = assert(io.popen(("ls '%s'/scripts/*.lua '%s'/cards/*.lua"):format(FOLDER, FOLDER)))
for path in list:lines() do
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
