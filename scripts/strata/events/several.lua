--- Names that stand for several objects: "up to two target creatures".
---
--- Each object has a variable of its own, which is none if fewer were chosen, or if it has become
--- an illegal target (608.2b). In a condition such a name is "one of them". An act about it is one
--- such act for each, all at the same time, with the share that was announced for it (601.2d).
local host = require("strata.host")

local M = {}

-- In which tables of a program names are looked for, at most: what an act contains.
local MOST_NESTED <const> = 16

--- The condition of being one of several; nil for a text that is no name of several.
---@param known table<string, string[]>
---@param text string
---@return string|nil
function M.any_of(known, text)
  local names = known[text:match("^%$([%l_][%l%d_]*)$")]
  if not names then
    return nil
  end
  local tests = {}
  for place, name in ipairs(names) do
    tests[place] = "it = $" .. name
  end
  return ("(%s)"):format(table.concat(tests, " or "))
end

--- A text in which being one of several is said for each: of `:is`, `:except` and count.
---@param known table<string, string[]>
---@param text string
---@return string
function M.in_condition(known, text)
  local function any(name)
    return M.any_of(known, "$" .. name)
  end
  text = text:gsub("%f[%w_]it (!?)= %$([%l_][%l%d_]*)", function(no, name)
    local said = any(name)
    return said and (no == "!" and ("(not %s)"):format(said) or said)
  end)
  return (text:gsub("(%f[%w_]count%()%$([%l_][%l%d_]*)", function(count, name)
    local said = any(name)
    return said and count .. said
  end))
end

--- A value with other names in all of its texts.
local function renamed(value, names, depth)
  assert(depth <= MOST_NESTED)
  if type(value) == "string" then
    return (value:gsub("%$([%l_][%l%d_]*)", names))
  elseif type(value) ~= "table" then
    return value
  end
  local copy = {}
  for key, inner in host.sorted_pairs(value) do
    copy[key] = renamed(inner, names, depth + 1)
  end
  return copy
end

--- The name of several that a deed is about; nil if it is about none.
---@param program strata.Programs
---@param deed table
---@return string|nil
function M.named_in(program, deed)
  if not program.several then
    return nil
  end
  local found
  local function look(_, name)
    local share = program.shares and program.shares[name]
    found = found or (program.several[name] and name) or (share and share.of)
  end
  renamed(deed, setmetatable({}, { __index = look }), 0)
  return found
end

--- The variables of one of several, by the names that stand for all.
local function names_of(program, about, place)
  local names = { [about] = "$" .. program.several[about][place] }
  for share, of in host.sorted_pairs(program.shares or {}) do
    names[share] = of.of == about and "$" .. of.names[place] or nil
  end
  return names
end

--- Appends a deed for each of several that is there.
---@param program strata.Programs
---@param about string their name
---@param deed table
---@param into table[] instructions
function M.add(program, about, deed, into)
  local all = program.happens_at_once and into or { "together" }
  for place, name in ipairs(program.several[about]) do
    local one = renamed(deed, names_of(program, about, place), 0)
    local is_there = ("$%s != none"):format(name)
    one.when = one.when and ("%s and (%s)"):format(is_there, one.when) or is_there
    all[#all + 1] = one
  end
  if all ~= into then
    into[#into + 1] = all
  end
end

return M
