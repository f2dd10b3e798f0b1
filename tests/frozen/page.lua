--- A page: lines of Lua about bytes that were written once, and what they gave then.
---
---   --pack delve --set extras:bonus=3      options of the session in which the lines are done
---   world:answer("no")                     is done
---   world:entity(4).hp --> 3               gives what stands behind the arrow
---   $ pack hash PACKS/delve --> 9eca       is an order to the program, which prints that
---
--- A page is a script but for its arrows. FROZEN stands for the folder of this file, PACKS for its
--- packs.
local M = {}

local ARROW <const> = " -->"

---@class frozen.Asked
---@field line integer
---@field text string
---@field want string
---@field is_order boolean

---@class frozen.Page
---@field options string[]
---@field asked frozen.Asked[] in order
---@field script string what a session does: it prints a line for each that is asked of it

local TELL <const> = [[tell(%d, (function() return %s end)())]]

local function words_of(line)
  local words = {}
  for word in line:gmatch("%S+") do
    words[#words + 1] = word
  end
  return words
end

--- Add a line to a page and to its script.
local function add(page, script, number, line)
  local text, want = line:match("^(.-)" .. ARROW:gsub("%p", "%%%0") .. " ?(.*)$")
  local order = text and text:match("^%$ (.*)$")
  if line:sub(1, 3) == "--p" then
    table.move(words_of(line), 1, #words_of(line), #page.options + 1, page.options)
  end
  if text then
    local is_order = order ~= nil
    page.asked[#page.asked + 1] =
      { line = number, text = order or text, want = want, is_order = is_order }
  end
  local is_told = text and not order
  script[number] = is_told and TELL:format(#page.asked, text) or (order and "" or line)
end

--- Read a page. Lines of its script have the numbers that they have in the page.
---@param text string
---@return frozen.Page
function M.read(text)
  local page, script, number = { options = {}, asked = {} }, {}, 0
  for line in text:gmatch("([^\n]*)\n") do
    number = number + 1
    add(page, script, number, line)
  end
  page.script = table.concat(script, "\n") .. "\n"
  return page
end

M.words = words_of

local PRELUDE <const> = [[local hex = "%s" ]]
  .. [[bytes = hex:gsub("..", function(two) return string.char(tonumber(two, 16)) end) ]]
  .. [[function tell(n, v) print("@" .. n .. " " .. tostring(v):gsub("\n%%s*", " | ")) end ]]

--- The script of a page with its bytes in front, on the first line of it.
---@param page frozen.Page
---@param bytes string
---@return string
function M.script(page, bytes)
  local hex = bytes:gsub(".", function(byte)
    return ("%02x"):format(byte:byte())
  end)
  return PRELUDE:format(hex) .. page.script
end

--- What a session has printed, by the numbers of what was asked.
---@param said string
---@return table<integer, string>
function M.answers(said)
  local got = {}
  for number, value in said:gmatch("%f[^\n\0]@(%d+) ([^\n]*)") do
    got[tonumber(number)] = value
  end
  return got
end

--- The text of a page in which what is not said yet is said.
---@param text string
---@param page frozen.Page
---@param got table<integer, string>
---@return string
function M.filled(text, page, got)
  local by_line, number = {}, 0
  for i, asked in ipairs(page.asked) do
    by_line[asked.line] = asked.want == "" and got[i] or nil
  end
  return (text:gsub("([^\n]*)\n", function(line)
    number = number + 1
    return by_line[number] and ("%s %s\n"):format(line, by_line[number]) or nil
  end))
end

--- The text of a page that says nothing yet.
---@param text string
---@return string
function M.emptied(text)
  return (text:gsub("(\n[^\n]*" .. ARROW:gsub("%p", "%%%0") .. ")[^\n]*", "%1"))
end

return M
