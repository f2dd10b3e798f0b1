--- retired.lua ROOT [NAMES]: names that were given up do not come back.
--
-- retired_names.txt has a line for each: the old name, and the one that replaced it, or "-". A name
-- with a slash is a module of the engine or of a binding, one with a dot a module of scripts/, any
-- other an identifier. A name that got a new meaning later is not in the list.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1])

local FOLDERS <const> = { engine = true, bindings = true, scripts = true, tests = true }
local ENDINGS <const> =
  { c = true, h = true, lua = true, md = true, txt = true, cmake = true, ["in"] = true }

--- Saves and records of old versions hold old words, this lint has its list, and traps plant old
-- names on purpose.
local function is_checked(path)
  local top, ending = path:match("^([^/]+)/"), path:match("%.([^./]+)$")
  return FOLDERS[top]
    and ENDINGS[ending]
    and not path:match("^tests/frozen/")
    and not path:match("^tests/golden/")
    and not path:match("^tests/traps/")
    and not path:match("^tests/lint/retired")
end

--- The old names with what replaced each, and how many there are.
local function read_names(file)
  local retired, count = {}, 0
  for line in io.lines(file) do
    local old, new = line:match("^(%S+) (%S+)$")
    assert(old and not retired[old], "a bad line, or a name twice: " .. line)
    retired[old], count = new, count + 1
  end
  return retired, count
end

-- It names tests by the folder and file of their subject, which look like old modules.
local BUILD <const> = "tests/CMakeLists.txt"

local retired, count = read_names(arg[2] or arg[0]:gsub("[^/]*$", "retired_names.txt"))
assert(count > 0, "the list is empty")

-- Names that confused the first hosts stay in the list (finding_EM27): two views, a run beside a
-- runner, an account that was an explanation, a group.
local CONFUSING <const> = {
  "strata_account", "strata_group", "strata_run", "strata_runner", "strata_view", "strata_view_fn",
}
for _, name in ipairs(arg[2] and {} or CONFUSING) do
  if retired[name] == nil then
    tree.complain("tests/lint/retired_names.txt: %s must stay in it", name)
  end
end

-- What may be an old name, and what a text has that holds one: it begins with st or ST and has an
-- underscore, or it is a path of two words, or a module of scripts/.
local FORMS <const> = {
  { has = "_", form = "()%f[%w_]([sS][tT]%w*_[%w_]+)" },
  { has = "/", form = "()%f[%w_/.](%l+/[%l_]+)%f[^%w_/]" },
  { has = "strata.", form = "()%f[%w_.](strata%.[%l_.]+%l)%f[^%w_]" },
}

--- The line in which a place of a text lies.
local function line_of(text, place)
  local _, ends = text:sub(1, place):gsub("\n", "")
  return ends + 1
end

local function complain_of(path, line, name)
  local new = retired[name]
  local today = new == "-" and "it is gone" or "today it is " .. new
  tree.complain("%s:%d: %s is an old name; %s", path, line, name, today)
end

local function check_form(path, text, form)
  for place, name in text:gmatch(form) do
    if retired[name] and path ~= BUILD then
      complain_of(path, line_of(text, place), name)
    end
  end
end

local function check(path)
  local text = tree.read(path)
  tree.seen = tree.seen + 1
  for _, wanted in ipairs(FORMS) do
    if text:find(wanted.has, 1, true) then
      check_form(path, text, wanted.form)
    end
  end
end

for _, path in ipairs(tree.files(is_checked)) do
  check(path)
end
tree.close()
