--- header.lua ROOT VERSION: strata.h documents every function, and tells VERSION.
--
-- A function that returns a strata_status has a /** docstring with lines for
-- Errors, Cost and Since, in this order; any other function has a comment.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1])

local PATH <const> = "engine/include/strata.h"
local FIELDS <const> = { "Errors", "Cost", "Since" }

-- Fields where they are at all stand in this order.
local RANK <const> = { Errors = 1, Cost = 2, Rule = 3, Since = 4 }

local text = tree.read(PATH)

--- The comment that ends right before `at`; a struct may be declared between.
local function comment_before(at)
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
end

local declared = {}

local function check_function(at, decl)
  local name = decl:match("([%w_]+)%s*%(")
  local doc = comment_before(at)
  tree.seen = tree.seen + 1
  declared[name] = true
  if not doc then
    tree.complain("%s: no comment", name)
  elseif decl:match("strata_status%s+" .. name) then
    check_status(name, doc)
  end
end

--- Without STRATA_API the shared library would hide it.
local function check_visible(line)
  local name = line:match("^%a[%w_ %*]*%f[%w_](strata_[%w_]+)%(")
  if name and not declared[name] then
    tree.complain("%s: declared without STRATA_API", name)
  end
end

local function check_version(wanted)
  local parts = {}
  for i, part in ipairs({ "MAJOR", "MINOR", "PATCH" }) do
    parts[i] = text:match("#define STRATA_VERSION_" .. part .. " (%d+)")
  end
  local told = table.concat(parts, ".")
  if told ~= wanted then
    tree.complain("strata.h is of version %s, CMakeLists.txt of %s", told, wanted)
  end
  if text:match('#define STRATA_VERSION_TEXT "([^"]*)"') ~= told then
    tree.complain("STRATA_VERSION_TEXT is not %s", told)
  end
end

for at, decl in text:gmatch("\n()(STRATA_API%s[^;]+);") do
  check_function(at, decl)
end
for line in text:gmatch("[^\n]+") do
  check_visible(line)
end
check_version(arg[2])
tree.close()
