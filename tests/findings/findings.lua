--- findings.lua ROOT PROGRAM: what a first use of version 0.3 found, and the test of each.
---
--- README.md has a row for each finding: its id, what was wrong, and the file of its test, in which
--- `finding_ID` stands, or the word `open` and what it waits for. A test that names a finding must
--- be that of a row, so neither can be deleted unnoticed. Each folder of packs/ is a pack of which
--- `strata check` says nothing bad and whose scenarios pass; there is at least one finding in each.
local root, program = table.unpack(arg)
assert(program, "usage: findings.lua ROOT PROGRAM")
package.path = root .. "/tests/lint/?.lua;" .. package.path
local tree = require("tree")
tree.open(root)

local PAGE <const> = "tests/findings/README.md"
local PATTERN <const> = "finding_(%u%u%d%d)%f[^%w]"

--- The rows of the page: the file of a finding's test by its id, false where it is open.
local function rows_of_page()
  local rows = {}
  for number, line in tree.lines(PAGE) do
    local id, what, test = line:match("^| (%u%u%d%d) | (.-) | (.-) |$")
    if id then
      local file, open = test:match("^`([^`]+)`$"), test:match("^open: .+")
      if rows[id] ~= nil or what == "" or not (file or open) then
        local form = "%s:%d: %s stands twice, or its row says neither a test nor 'open: why'"
        tree.complain(form, PAGE, number, id)
      end
      rows[id] = file or false
    end
  end
  return rows
end

--- The findings that tests name: by id, the set of their files.
local function named_by_tests()
  local named = {}
  for _, path in ipairs(tree.files(function(path)
    return path:find("^tests/") and path ~= PAGE and path:find("%.[clh]u?a?$") ~= nil
  end)) do
    for id in tree.read(path):gmatch(PATTERN) do
      named[id] = named[id] or {}
      named[id][path] = true
    end
  end
  return named
end

local function compare(rows, named)
  for id, file in pairs(rows) do
    if file and not (named[id] and named[id][file]) then
      tree.complain("%s: 'finding_%s' does not stand in %s", PAGE, id, file)
    elseif not file and named[id] then
      tree.complain("%s: %s is open, yet %s tests it", PAGE, id, next(named[id]))
    end
  end
  for id, files in pairs(named) do
    if rows[id] == nil then
      tree.complain("%s: no row for finding_%s, which %s names", PAGE, id, next(files))
    end
  end
end

--- Run the program on a pack; what it prints is shown if it fails.
local function run(verb, pack)
  local line = ("'%s' %s 'tests/findings/packs/%s' 2>&1"):format(program, verb, pack)
  local pipe = assert(io.popen("cd '" .. root .. "' && " .. line))
  local said = pipe:read("a")
  if not pipe:close() then
    tree.complain("%s\n%s", line, said)
  end
end

local function packs()
  local found = {}
  for _, path in ipairs(tree.files(function(path)
    return path:find("^tests/findings/packs/[^/]+/pack%.lua$") ~= nil
  end)) do
    found[#found + 1] = path:match("packs/([^/]+)/")
  end
  return found
end

local rows = rows_of_page()
compare(rows, named_by_tests())
local count = 0
for _ in pairs(rows) do
  count = count + 1
end
if count < 120 then
  tree.complain("%s: only %d rows", PAGE, count)
end
for _, pack in ipairs(packs()) do
  run("check", pack)
  run("test --no-smoke", pack)
end
os.exit(tree.bad == 0)
