--- threats.lua ROOT: each promise of bindings/threats.md names tests that exist.
--
-- In the table of promises the last cell of a row has files of tests between backticks, and behind
-- a file and a colon the names of tests in quotes, each of which stands in that file.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
local root = arg[1]
tree.open(root)

local PAGE <const> = "bindings/threats.md"
local PROMISES_LEAST <const> = 15

local function text_of(path)
  local file = io.open(root .. "/" .. path)
  local text = file and file:read("a")
  if file then
    file:close()
  end
  return text
end

local function check_promise(number, cell)
  local count = 0
  for path, names in cell:gmatch("`([^`]+)`([^`]*)") do
    local text = text_of(path)
    count = count + 1
    if not path:find("^tests/") or not text then
      tree.complain("%s:%d: there is no test %s", PAGE, number, path)
    end
    for name in names:gmatch('"([^"]+)"') do
      if text and not text:find(name, 1, true) then
        tree.complain("%s:%d: nothing in %s is called '%s'", PAGE, number, path, name)
      end
    end
  end
  if count == 0 then
    tree.complain("%s:%d: a promise that no test holds", PAGE, number)
  end
end

local promises, is_inside = 0, false
for number, line in tree.lines(PAGE) do
  if line:find("^| promise |") then
    is_inside = true
  elseif not line:find("^|") then
    is_inside = false
  elseif is_inside and not line:find("^| %-%-%-") then
    promises, tree.seen = promises + 1, tree.seen + 1
    check_promise(number, line:match("|([^|]*)|$") or "")
  end
end
if promises < PROMISES_LEAST then
  tree.complain("%s: %d promises, where %d are expected", PAGE, promises, PROMISES_LEAST)
end
tree.close()
