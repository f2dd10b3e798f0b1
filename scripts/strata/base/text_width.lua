--- Texts by their letters: names may be in any script, and a letter may have several bytes.
local M = {}

--- How many letters a text has. A terminal shows most of them in a column each.
---@param text string UTF-8; of other bytes those are counted that begin something
---@return integer
function M.count(text)
  return #text - select(2, text:gsub("[\x80-\xbf]", ""))
end

--- A text with blanks, so that it has so many letters.
---@param text string
---@param width integer
---@param at_right? boolean the blanks stand before it
---@return string
function M.padded(text, width, at_right)
  local blanks = (" "):rep(width - M.count(text))
  return at_right and blanks .. text or text .. blanks
end

--- A text of at most so many letters; of one that is longer the end is replaced.
---@param text string
---@param most integer
---@param mark string what stands in place of the end, of letters of a byte each, or one letter
---@return string
function M.cut(text, most, mark)
  if M.count(text) <= most then
    return text
  end
  local kept = {}
  for letter in text:gmatch("[^\x80-\xbf][\x80-\xbf]*") do
    kept[#kept + 1] = letter
  end
  return table.concat(kept, "", 1, most - M.count(mark)) .. mark
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

--- How many letters the widest text of each column has.
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
