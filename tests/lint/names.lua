--- names.lua ROOT: names that tell a file or a function from all others.
--
-- No name of a source file stands in three folders, and no static function of C has a bare verb for
-- a name, or one that more than three files of the engine have: an editor's list of files and a
-- breakpoint on a name must lead to one place.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1])

local SAME_FILES <const> = 2
local SAME_STATICS <const> = 3

local VERBS <const> = "check look run ask find tell begin add take start settle note make keep"
local BARE <const> = {}
for verb in VERBS:gmatch("%l+") do
  BARE[verb] = true
end

local FOLDERS <const> = { engine = true, bindings = true, scripts = true, tests = true }

--- Packs of the conformance tests, of findings and of old versions are laid out as packs are.
local function is_source(path)
  return FOLDERS[path:match("^[^/]+")]
    and (path:match("%.[ch]$") or path:match("%.lua$"))
    and not path:match("^tests/conformance/")
    and not path:match("^tests/findings/packs/")
    and not path:match("^tests/frozen/")
end

--- A list of lists by key: add a value unless it is the last one already.
local function put(lists, key, value)
  local list = lists[key] or {}
  lists[key] = list
  if list[#list] ~= value then
    list[#list + 1] = value
  end
end

local function complain_of_many(lists, most, what)
  local names = {}
  for name, paths in pairs(lists) do
    if #paths > most then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local paths = lists[name]
    tree.complain("%s '%s' stands in %d files: %s", what, name, #paths, table.concat(paths, ", "))
  end
end

--- The static functions that a file of C defines or declares, with their places in the text.
local function each_static(text)
  return ("\n" .. text):gmatch("\nstatic%f[^%w_][^;{}()=]-%f[%w_]([%w_]+)%s*%(")
end

local files, statics = {}, {}

local function check(path)
  tree.seen = tree.seen + 1
  put(files, path:match("[^/]+$"), path)
  if not path:match("^engine/.*%.[ch]$") and not path:match("^bindings/.*%.[ch]$") then
    return
  end
  for name in each_static(tree.read(path)) do
    if BARE[name] then
      tree.complain("%s: static %s() is a bare verb: say what it is done to", path, name)
    end
    if path:match("^engine/") then
      put(statics, name, path)
    end
  end
end

for _, path in ipairs(tree.files(is_source)) do
  check(path)
end
complain_of_many(files, SAME_FILES, "the file name")
complain_of_many(statics, SAME_STATICS, "static function")
tree.close()
