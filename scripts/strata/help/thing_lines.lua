--- Lines of the help about the things of a game: see `game_help`.
local help_texts = require("strata.help.help_texts")

local M = {}

local SHOWN_MAX <const> = 8 -- names in a line; more are counted

--- What the types of attributes and fields are called.
M.TYPES = {
  int = "a number",
  flag = "true or false",
  ref = "an object or a player",
  sym = "a word",
  set = "a set of words",
  text = "a text",
  abilities = "a list of abilities",
}

--- Add a formatted text, in lines as wide as a terminal.
function M.add(lines, form, ...)
  for _, line in ipairs(help_texts.wrapped(form:format(...), "  ", "    ")) do
    lines[#lines + 1] = line
  end
end

--- "a, b, c and 4 more".
function M.some(names)
  local more = #names - SHOWN_MAX
  local shown = table.concat(names, ", ", 1, math.min(#names, SHOWN_MAX))
  return more > 0 and ("%s and %d more"):format(shown, more) or shown
end

--- Add a list of names behind a title, unless it is empty.
function M.add_some(lines, title, names)
  if #names > 0 then
    M.add(lines, "%s: %s", title, M.some(names))
  end
end

--- "declared in cards/classic/events.lua:323 (classic)".
function M.add_place(lines, thing)
  if thing.path then
    local pack = thing.pack and (", of %s"):format(thing.pack) or ""
    lines[#lines + 1] = ("  declared in %s:%d%s"):format(thing.path, thing.line, pack)
  end
end

--- The head of a thing, and the sentence of the pack.
function M.head(thing, title)
  local lines = { ("%s    (%s)"):format(thing.name, title) }
  if thing.remark then
    local said = thing.remark:sub(1, 1):upper() .. thing.remark:sub(2)
    table.move(help_texts.wrapped(said, "  "), 1, #said, 2, lines)
  end
  return lines
end

return M
