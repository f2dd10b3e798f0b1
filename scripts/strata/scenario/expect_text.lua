--- The text of an expectation line: its blanks, the name and the comparison that it has, lists.
---
--- People write `power = 2`, `power=2` and `pt( x ) = 2/2`; all of these are one line. So blanks
--- around a comparison are removed and several blanks become one before a line is read. What stands
--- in quotes stays as it is.
local M = {}

--- What a line says is not in the grammar. `expect` catches it, tries the other notations, and
--- reports it if none of them reads the line.
---@param form string
function M.refuse(form, ...)
  error({ unread = form:format(...) }, 0)
end

---@param text string
---@return string
function M.trimmed(text)
  return (text:match("^%s*(.-)%s*$"))
end

---@param text string
---@return string
function M.unquoted(text)
  return text:match('^"(.*)"$') or text
end

local function plain_blanks(text)
  text = text:gsub("%s+", " "):gsub(" ?([!<>=]=?) ?", "%1")
  return (text:gsub("%( ", "("):gsub(" %)", ")"):gsub(" :", ":"))
end

--- A line without superfluous blanks.
---@param text string
---@return string
function M.normal(text)
  local list, at = {}, 1
  while at <= #text do
    local start, stop = text:find('%b""', at)
    list[#list + 1] = plain_blanks(text:sub(at, (start or #text + 1) - 1))
    list[#list + 1] = start and text:sub(start, stop) or nil
    at = (stop or #text) + 1
  end
  return M.trimmed(table.concat(list))
end

--- Where the first operator of a text stands: none within quotes, parentheses or brackets.
local function operator_at(text)
  local open = { ['"'] = '%b""', ["("] = "%b()", ["["] = "%b[]" }
  local at = 1
  while at <= #text do
    local letter = text:sub(at, at)
    local _, stop = nil, at
    if open[letter] then
      _, stop = text:find(open[letter], at)
    elseif letter:find("[=<>]") or text:find("^!=", at) then
      return at
    end
    at = (stop or at) + 1
  end
  return nil
end

local WORDS <const> = { "includes", "excludes" }

--- Splits a normal text into the name of what is asked, the operator and the value: "power", "=",
--- "2". The operator is "" where there is none.
---@param text string
---@return string name
---@return string operator
---@return string wanted
function M.split(text)
  for _, word in ipairs(WORDS) do
    local name, wanted = text:match("^(.-) ?%f[%w]" .. word .. " (.+)$")
    if name and not operator_at(name) then
      return name, word, wanted
    end
  end
  local at = operator_at(text)
  if not at then
    return text, "", ""
  end
  local name, operator = text:sub(1, at - 1), text:match("^[!<>=]=?", at)
  local bare = name:match("^(.-) ?in order$")
  if bare and operator == "=" then
    return bare, "in order", text:sub(at + 1)
  elseif operator == "==" then
    M.refuse("a line compares by one =; write '%s=%s'", name, text:sub(at + 2))
  end
  return name, operator, text:sub(at + #operator)
end

--- Splits what stands behind the parentheses of a call: " = 2", " includes land".
---@param rest string normal
---@return string operator
---@return string wanted
function M.split_rest(rest)
  local name, operator, wanted = M.split("x" .. rest)
  if name ~= "x" then
    M.refuse("'%s' behind the parentheses is no comparison; expected =, != or the like", rest)
  end
  return operator, wanted
end

--- The items of "[a, b]", of "a, b" and of "none"; an item may be quoted.
---@param text string
---@return string[]
function M.items(text)
  local inner = text:match("^%[(.*)%]$") or text
  local items, at = {}, 1
  if inner == text and (text == "none" or text == "nothing") then
    return items
  end
  while at <= #inner do
    local quoted, stop = inner:match('^%s*"(.-)"%s*,?()', at)
    if not quoted then
      quoted, stop = inner:match("^%s*([^,]*)%s*,?()", at)
    end
    items[#items + 1] = M.trimmed(quoted)
    at = stop
  end
  return items
end

--- "a=1, b=c" as a list of names and values; nil if it is something else.
---@param text string normal
---@return { name: string, value: string }[]|nil
function M.fields(text)
  local list = {}
  for part in text:gmatch("[^,]+") do
    local name, value = part:match("^%s*([%a_][%w_]*)=(.-)%s*$")
    if not name then
      return nil
    end
    list[#list + 1] = { name = name, value = M.unquoted(value) }
  end
  return list
end

return M
