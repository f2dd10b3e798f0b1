--- header.lua ROOT VERSION [--write]: the public headers document every function, and tell VERSION.
--
-- A function that returns a strata_status has a /** docstring with lines for
-- Errors, Cost and Since, in this order; any other function has a comment.
-- strata.h includes every header, each after those that it includes itself.
-- The index, engine/include/strata/README.md, has every function, with its
-- header and the first sentence of its comment: --write makes it anew.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1])

local FOLDER <const> = "engine/include/"
local PATH <const> = FOLDER .. "strata.h"
local INDEX <const> = FOLDER .. "strata/README.md"
local LAYOUTS <const> = "tests/api/robust/test_version.c"
local FIELDS <const> = { "Errors", "Cost", "Since" }

-- Fields where they are at all stand in this order.
local RANK <const> = { Errors = 1, Cost = 2, Rule = 3, Since = 4 }

--- The comment that ends right before `at`; a struct may be declared between.
local function comment_before(text, at)
  local before = text:sub(1, at - 1):gsub("%s+$", "")
  before = before:gsub("\nstruct [%w_]+;$", "")
  if not before:match("%*/$") then
    return nil
  end
  local start, from = nil, 1
  while true do
    local found = before:find("/*", from, true)
    if not found then
      return before:sub(start)
    end
    start, from = found, found + 2
  end
end

local function check_order(name, doc)
  local last = 0
  for field in doc:gmatch("\n %* (%u%l+) ") do
    local rank = RANK[field]
    if rank and rank < last then
      tree.complain("%s: '%s' stands too late", name, field)
    end
    last = math.max(last, rank or 0)
  end
end

--- A version as a number: 4 for "0.4", and for "0.4.0".
local function number_of(version)
  local major, minor = version:match("^(%d+)%.(%d+)")
  return major and tonumber(major) * 1000 + tonumber(minor)
end

--- No function is older than itself: what is new since a version that is still to come would be
--- missing in this one (finding_EM10).
local function check_since(name, doc)
  local since = doc:match("\n %* Since +(%S+)")
  local number = since and number_of(since)
  if since and (not number or number > number_of(arg[2])) then
    tree.complain("%s: 'Since %s' is no version up to %s", name, since, arg[2])
  end
end

local function check_status(name, doc)
  if doc:sub(1, 3) ~= "/**" then
    return tree.complain("%s: its comment starts with /*, not /**", name)
  end
  for _, field in ipairs(FIELDS) do
    if not doc:find("\n %* " .. field .. " +%S") then
      tree.complain("%s: no '%s' line", name, field)
    end
  end
  check_order(name, doc)
  check_since(name, doc)
end

local declared = {}

--- The first sentence of a comment, as one line.
local function first_sentence(doc)
  local plain = doc:gsub("^/%*+", ""):gsub("%*/$", ""):gsub("\n%s*%*%f[^%*]", "\n")
  plain = plain:gsub("%s+", " "):gsub("^ ", "")
  for stop in plain:gmatch("()[%.:;]%f[ \0]") do
    local sentence = plain:sub(1, stop - 1)
    local _, opened = sentence:gsub("%(", "")
    local _, closed = sentence:gsub("%)", "")
    if opened == closed then
      return sentence
    end
  end
  return plain
end

local function check_function(page, text, at, decl)
  local name = decl:match("([%w_]+)%s*%(")
  local doc = comment_before(text, at)
  tree.seen = tree.seen + 1
  declared[name] = true
  if not doc then
    return tree.complain("%s: no comment", name)
  end
  page[#page + 1] = ("| `%s` | %s |"):format(name, first_sentence(doc))
  if decl:match("strata_status%s+" .. name) then
    check_status(name, doc)
  end
end

--- Without STRATA_API the shared library would hide it; STRATA_INLINE ones are in the header.
local function check_visible(line)
  local name = line:match("^%a[%w_ %*]*%f[%w_](strata_[%w_]+)%(")
  if name and not declared[name] then
    tree.complain("%s: declared without STRATA_API", name)
  end
end

local function check_version(wanted)
  local text = tree.read(FOLDER .. "strata/status.h")
  local parts = {}
  for i, part in ipairs({ "MAJOR", "MINOR", "PATCH" }) do
    parts[i] = text:match("#define STRATA_VERSION_" .. part .. " (%d+)")
  end
  local told = table.concat(parts, ".")
  if told ~= wanted then
    tree.complain("status.h is of version %s, CMakeLists.txt of %s", told, wanted)
  end
  if text:match('#define STRATA_VERSION_TEXT "([^"]*)"') ~= told then
    tree.complain("STRATA_VERSION_TEXT is not %s", told)
  end
end

--- Headers in the order in which strata.h includes them.
local function headers()
  local list, known = {}, {}
  for name in tree.read(PATH):gmatch('\n#include "(strata/[%w_]+%.h)"') do
    list[#list + 1] = name
    known[name] = #list
  end
  for _, path in ipairs(tree.files(function(path)
    return path:match("^engine/include/strata/.*%.h$") ~= nil
  end)) do
    if not known[path:sub(#FOLDER + 1)] then
      tree.complain("%s is not included by strata.h", path)
    end
  end
  return list, known
end

--- The layout of each struct is recorded.
local function check_layouts(text, layouts)
  for name in text:gmatch("\ntypedef struct (strata_[%w_]+) {") do
    if not layouts:find("SIZE(" .. name .. ",", 1, true) then
      tree.complain("%s: its size is not in %s", name, LAYOUTS)
    end
  end
end

local function check_header(page, name, known)
  local text = tree.read(FOLDER .. name)
  check_layouts(text, tree.read(LAYOUTS))
  local what = text:match("^/%*%s*%*?%s*" .. name:gsub("%p", "%%%0") .. " %- ([^%.]+)%.")
  if not what then
    return tree.complain("%s: its first line is not '%s - what it is.'", name, name)
  end
  local file = name:match("/(.*)")
  local title = what:gsub("%s*\n%s*%*?%s*", " "):gsub("^%l", string.upper)
  page[#page + 1] = ("\n## [%s](%s)\n\n%s.\n"):format(file, file, title)
  for include in text:gmatch('\n#include "(strata/[%w_]+%.h)"') do
    if (known[include] or 0) >= known[name] or known[include] == nil then
      tree.complain("%s includes %s, which comes later in strata.h", name, include)
    end
  end
  local rows = #page
  for at, decl in text:gmatch("\n()(STRATA_[%u_]+%s[^;{]+)[;{]") do
    check_function(page, text, at, decl)
  end
  if #page > rows then
    table.insert(page, rows + 1, "| function | |\n| --- | --- |")
  end
  for line in text:gmatch("[^\n]+") do
    check_visible(line)
  end
end

local function check_index(page)
  local wanted = table.concat(page, "\n") .. "\n"
  if arg[3] == "--write" then
    local file <close> = assert(io.open(arg[1] .. "/" .. INDEX, "wb"))
    file:write(wanted)
  elseif tree.read(INDEX) ~= wanted then
    tree.complain("%s: run tests/lint/header.lua . %s --write", INDEX, arg[2])
  end
end

local page = {
  "# The public functions",
  "",
  "Made by `tests/lint/header.lua --write`: each header of [strata.h](../strata.h) in reading",
  "order, and of each function the first sentence of its comment.",
}
local list, known = headers()
for _, name in ipairs(list) do
  check_header(page, name, known)
end
check_version(arg[2])
check_index(page)
tree.close()
