--- Remarks: what the comments of a file say of the things that it declares.
---
--- The remark of an event, a field, an attribute or the like is the comment behind its name, in the
--- same line, or else the comment of three dashes in the lines directly above it. Comments of two
--- dashes above something are headings of what follows and no remarks.
local M = {}

--- A line with other signs in place of what stands in quotes, as long as it was.
local function without_texts(line)
  local function covered(text)
    return ("x"):rep(#text)
  end
  local plain = line:gsub('\\.', "xx")
  return (plain:gsub('"[^"]*"', covered):gsub("'[^'\"]*'", covered))
end

--- The comment behind what stands in a line; nil if there is none, or nothing in front of it.
local function behind(line)
  local place = without_texts(line):find("%-%-")
  if not place or line:sub(1, place - 1):find("^%s*$") then
    return nil
  end
  return line:sub(place):match("^%-+%s*(.-)%s*$")
end

--- The lines of a text.
---@param text string
---@return string[]
function M.lines(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do
    lines[#lines + 1] = line
  end
  return lines
end

--- The comment of three dashes above a line; nil if there is none.
local function above(lines, number)
  local said, at = {}, number - 1
  while lines[at] and lines[at]:find("^%s*%-%-%-") do
    table.insert(said, 1, lines[at]:match("^%s*%-+%s*(.-)%s*$"))
    at = at - 1
  end
  return #said > 0 and table.concat(said, " ") or nil
end

--- The remark of what is declared in a line; nil if there is none.
---@param lines string[] of the file
---@param first integer the line where the declaration begins
---@param named? integer the line where its name stands; default: the same line
---@return string|nil
function M.of(lines, first, named)
  local said = behind(lines[named or first] or "") or above(lines, first)
  return said ~= "" and said or nil
end

return M
