--- Width of texts in columns of a terminal. Names may be in any script: a letter may have several
-- bytes, and take no column, one or two.
local host = require("strata.host")

local M = {}

--- How many columns a text takes.
---@param text string UTF-8; each other byte counts as a column
---@return integer
function M.count(text)
  return host.text_width(text)
end

--- A text with blanks, so that it takes so many columns.
---@param text string
---@param width integer
---@param at_right? boolean the blanks stand before it
---@return string
function M.padded(text, width, at_right)
  local blanks = (" "):rep(width - M.count(text))
  return at_right and blanks .. text or text .. blanks
end

--- A text of at most so many columns; of one that is wider the end is replaced.
---@param text string
---@param most integer
---@param mark string what stands in place of the end
---@return string
function M.cut(text, most, mark)
  if M.count(text) <= most then
    return text
  end
  local kept, room = {}, most - M.count(mark)
  for letter in text:gmatch("[^\x80-\xbf][\x80-\xbf]*") do
    room = room - M.count(letter)
    if room < 0 then
      break
    end
    kept[#kept + 1] = letter
  end
  return table.concat(kept) .. mark
end

--- Rows of texts as lines, with each column as wide as its widest text.
---@param rows string[][]
---@param is_right fun(row: integer, column: integer): boolean whether a text stands at the right
---@param columns? integer how many are written; all of the first row's
---@return string[]
function M.aligned(rows, is_right, columns)
  columns = columns or #rows[1]
  local widths, lines = M.widths(rows), {}
  for i, row in ipairs(rows) do
    local cells = {}
    for column = 1, columns do
      cells[column] = M.padded(row[column] or "", widths[column], is_right(i, column))
    end
    lines[i] = table.concat(cells, "  "):gsub("%s+$", "")
  end
  return lines
end

--- How many columns of a terminal the widest text of each column takes.
---@param rows string[][] the first one has a text for each column
---@return integer[]
function M.widths(rows)
  local widths = {}
  for column = 1, #rows[1] do
    widths[column] = 0
    for _, row in ipairs(rows) do
      widths[column] = math.max(widths[column], M.count(row[column] or ""))
    end
  end
  return widths
end

return M
