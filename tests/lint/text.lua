--- text.lua ROOT: what no file may hold, and what every folder must have.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1])

local LIMIT <const> = 800
local FOLDERS <const> = { "engine", "bindings", "scripts", "cards", "tests" }
local TOP <const> = {
  ["CMakeLists.txt"] = true,
  ["CMakePresets.json"] = true,
  ["README.md"] = true,
  LICENSE = true,
  run = true,
}
for _, folder in ipairs(FOLDERS) do
  TOP[folder] = true
end

-- Spelt in halves, or this file would find itself.
local MARKS <const> = { "TO" .. "DO", "FIX" .. "ME", "XX" .. "X" }
local MACHINES <const> = { "/tm" .. "p/", "/wor" .. "k/", "/roo" .. "t/", "/hom" .. "e/" }

--- Recorded results and inputs of fuzzers are data, not text of ours.
local function is_data(path)
  return path:match("^tests/golden/") or path:match("^tests/fuzz/corpus/")
end

local function check_line(path, number, line)
  -- Criterion takes equal numbers for greater ones: such a test may not be able to fail.
  if path:match("^tests/.*%.[ch]$") and line:find("%f[%w_]g" .. "t%(") then
    tree.complain("%s:%d: gt holds of equal numbers here; write lt(T, b, a)", path, number)
  end
  for _, mark in ipairs(MARKS) do
    if line:find("%f[%w_]" .. mark .. "%f[^%w_]") then
      tree.complain("%s:%d: %s left behind", path, number, mark)
    end
  end
  for _, folder in ipairs(MACHINES) do
    if line:find("%f[/%w]" .. folder .. "%l") then
      tree.complain("%s:%d: a path of one machine", path, number)
    end
  end
  -- Markdown and keystrokes mean something by it.
  if line:find("[ \t]$") and not path:match("%.md$") and not path:match("%.steps$") then
    tree.complain("%s:%d: ends in a blank", path, number)
  end
end

local function check(path)
  local text = tree.read(path)
  if text:find("\0", 1, true) then
    return
  end
  tree.seen = tree.seen + 1
  local count = 0
  for number, line in tree.lines(path) do
    check_line(path, number, line)
    count = number
  end
  if path:match("%.[ch]$") or path:match("%.lua$") then
    if count > LIMIT then
      tree.complain("%s: %d lines; split at %d", path, count, LIMIT)
    end
  end
  if #text > 0 and text:sub(-1) ~= "\n" then
    tree.complain("%s: the last line has no end", path)
  end
end

--- A page with a block of code is in the list of those that are run. The page of all words is made
-- from what cli.examples runs.
local function check_pages()
  local list = "tests/readme/CMakeLists.txt"
  local documents = tree.read(list)
  for _, path in ipairs(tree.files(function(path) return path:match("%.md$") ~= nil end)) do
    local is_fenced = ("\n" .. tree.read(path)):find("\n```")
    local is_made = path == "scripts/reference.md"
    if is_fenced and not is_made and not documents:find("\n  " .. path, 1, true) then
      tree.complain("%s: its blocks are not run; add it to DOCUMENTS in %s", path, list)
    end
  end
end

for _, path in ipairs(tree.files(function(path) return not is_data(path) end)) do
  local top = path:match("^[^/]+")
  if not TOP[top] and top:sub(1, 1) ~= "." then
    tree.complain("%s: the top level has no room for it", path)
  end
  check(path)
end
for _, folder in ipairs(FOLDERS) do
  local wanted = folder .. "/README.md"
  if #tree.files(function(path) return path == wanted end) == 0 then
    tree.complain("%s is missing", wanted)
  end
end
check_pages()
tree.close()
