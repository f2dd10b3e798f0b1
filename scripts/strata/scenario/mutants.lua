--- Mutants: expectation lines with one change, none of which may hold.
---
--- A test that fails for no change of its expectations tests nothing. So each number is increased
--- by one, true and yes become false and no, lists lose an element, comparisons and words are
--- inverted. A line that contains none of these is negated.
local M = {}

-- What a line compares by, and the opposite: a larger number would say no more.
local OPPOSITES <const> = {
  { " contains ", " lacks " },
  { " lacks ", " contains " },
  { " includes ", " excludes " },
  { " excludes ", " includes " },
  { "!=", "=" },
  { ">=", "<" },
  { "<=", ">" },
}

local WORDS <const> = { { "true", "false" }, { "false", "true" }, { "yes", "no" }, { "no", "yes" } }

--- The line with its comparison turned round; nil if it has none of these.
local function turned(text)
  for _, pair in ipairs(OPPOSITES) do
    local start, stop = text:find(pair[1], 1, true)
    if start then
      return text:sub(1, start - 1) .. pair[2] .. text:sub(stop + 1)
    end
  end
  return nil
end

--- Where what a line demands begins: behind its last "=", or at its beginning.
local function value_start(text)
  return text:match("^.*=()") or 1
end

local function add_mutant(list, before, middle, after)
  list[#list + 1] = before .. middle .. after
end

--- Each number by itself one larger.
local function add_numbers(text, from, list)
  local at = from
  while true do
    local start, digits, stop = text:match("()%f[%w_#](%d+)%f[^%w_]()", at)
    if not start then
      return
    end
    local larger = tostring(math.tointeger(tonumber(digits)) + 1)
    add_mutant(list, text:sub(1, start - 1), larger, text:sub(stop))
    at = stop
  end
end

local function add_words(text, from, list)
  for _, pair in ipairs(WORDS) do
    local start, stop = text:find("%f[%w]" .. pair[1] .. "%f[%W]", from)
    if start then
      add_mutant(list, text:sub(1, start - 1), pair[2], text:sub(stop + 1))
    end
  end
end

--- A list without its last item, an empty one with an item, one in order with two exchanged.
local function add_lists(text, from, list)
  local start, inner, stop = text:match("()%[(.*)%]()%s*$", from)
  if not start then
    return
  end
  local before, after = text:sub(1, start - 1), text:sub(stop)
  if inner == "" then
    add_mutant(list, before, "[nobody]", after)
    return
  end
  local rest = inner:match("^(.*),[^,]*$")
  add_mutant(list, before, ("[%s]"):format(rest or ""), after)
  local first, second = inner:match("^([^,]+),%s*([^,]+)")
  if text:find("in order", 1, true) and second and first ~= second then
    local _, last = inner:find("^[^,]+,%s*[^,]+")
    add_mutant(list, before, ("[%s, %s%s]"):format(second, first, inner:sub(last + 1)), after)
  end
end

--- What stands behind "=" as another text.
local function add_text(text, from, list)
  if from > 1 then
    list[#list + 1] = text .. "x"
  end
end

--- All changes of a line, at least one.
---@param text string as strata.scenario.expect judges it
---@return string[]
function M.of(text)
  local bare = text:match("^not%s+(.+)$")
  if bare then
    return { bare }
  end
  local list, other = {}, turned(text)
  if other then
    local many, count = text:match("^(.+ contains .+ x)(%d+)$")
    return { other, many and many .. math.tointeger(tonumber(count)) + 1 }
  end
  local from = value_start(text)
  add_lists(text, from, list)
  if #list == 0 then
    add_numbers(text, from, list)
    add_words(text, from, list)
  end
  if #list == 0 then
    add_text(text, from, list)
  end
  list[#list + 1] = "not " .. text
  return list
end

return M
