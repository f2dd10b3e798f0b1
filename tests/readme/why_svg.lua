--- Draws what `strata why FILE VALUE --json` prints as a picture: a waterfall that begins with the
--- base value and has a row for each part, in order, with its layer, its source, and the value that
--- it left; or, struck through, what kept it from being applied, and the rule.
---
--- The picture is one SVG file for light and dark pages: it has a ground of its own, no script, and
--- names no font but the reader's. All numbers in it are integers, so that equal records give equal
--- bytes on any machine.
local M = {}

-- Pixels. A letter of a fixed-width font of 14 pixels is at most 9 wide.
local MARGIN <const>, GAP <const>, LETTER <const>, SMALL_LETTER <const> = 20, 26, 9, 7
local HEAD <const>, ROW <const>, BAR <const>, BARS <const> = 102, 46, 22, 230

local STYLE <const> = [[
svg { --ground: #ffffff; --line: #d0d7de; --ink: #1f2328; --dim: #59636e;
      --up: #2da44e; --down: #cf222e; --still: #6e7781; }
@media (prefers-color-scheme: dark) {
svg { --ground: #0d1117; --line: #30363d; --ink: #e6edf3; --dim: #9198a1;
      --up: #3fb950; --down: #f85149; --still: #8b949e; }
}
text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--ink); }
.title { font-size: 20px; font-weight: 600; }
.small { font-size: 11px; fill: var(--dim); }
.ground { fill: var(--ground); stroke: var(--line); }
.rule { stroke: var(--line); }
.step { stroke: var(--dim); stroke-dasharray: 3 3; }
.up { fill: var(--up); } .down { fill: var(--down); } .still { fill: var(--still); }
.value { font-weight: 600; }
.off { fill: var(--dim); text-decoration: line-through; }]]

local SIGNS <const> = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escaped(text)
  return (tostring(text):gsub('[&<>"]', SIGNS))
end

-- -- What is drawn -------------------------------------------------------------

--- The row of a part that does nothing: the value stays as it is.
local function off_row(row, value)
  local taken = row.taken_by ~= "" and "by " .. row.taken_by or row.status
  return {
    layer = row.layer, what = row.operand, from = row.name, note = row.at or "",
    when = "timestamp " .. row.timestamp, before = value, after = value, look = "still",
    off = ("%s: %s (%s)"):format(row.status, taken, row.rule),
  }
end

local function applied_row(row)
  local look = row.after > row.before and "up" or row.after < row.before and "down" or "still"
  return {
    layer = row.layer, what = row.operand, from = row.name, note = row.at or "",
    when = "timestamp " .. row.timestamp, before = row.before, after = row.after, look = look,
  }
end

--- The rows of the picture: the base value, each part, the result.
local function rows_of(record)
  assert(math.type(record.base) == "integer", "only numbers have a waterfall")
  local rows = { {
    layer = "base", what = "is " .. record.base, note = "", when = "",
    from = record.entity:match("([^, ][^,]-) #%d") or "",
    before = 0, after = record.base, look = "still",
  } }
  for _, row in ipairs(record.rows) do
    local is_on = row.status == "applied"
    rows[#rows + 1] = is_on and applied_row(row) or off_row(row, rows[#rows].after)
  end
  rows[#rows + 1] = {
    layer = record.attribute, what = "is " .. record.value, from = "", note = "", when = "",
    before = 0, after = record.value, look = "still",
  }
  return rows
end

--- How wide a column must be for its texts.
local function width_of(rows, field, small)
  local wide = 0
  for _, row in ipairs(rows) do
    wide = math.max(wide, utf8.len(row[field]) * LETTER, utf8.len(row[small]) * SMALL_LETTER)
  end
  return wide
end

--- Where each column begins, and how wide the whole is.
local function columns_of(rows)
  local x = { layer = MARGIN }
  x.what = x.layer + width_of(rows, "layer", "when") + GAP
  x.from = x.what + width_of(rows, "what", "what") + GAP
  x.bars = x.from + width_of(rows, "from", "note") + GAP
  x.width = x.bars + BARS + GAP + 3 * LETTER + MARGIN
  return x
end

--- The place of a number among the bars.
local function scale_of(rows, x)
  local low, high = 0, 1
  for _, row in ipairs(rows) do
    low, high = math.min(low, row.after), math.max(high, row.after)
  end
  return function(number)
    return x.bars + (number - low) * BARS // (high - low)
  end
end

-- -- Drawing -------------------------------------------------------------------

local function text_at(x, y, class, text)
  if text == "" then
    return ""
  end
  return ('<text x="%d" y="%d"%s>%s</text>\n'):format(x, y, class, escaped(text))
end

--- One row: its texts, and a bar from the value before it to the value after it.
local function draw_row(row, x, y, place)
  local a, b = place(row.before), place(row.after)
  local left, wide = math.min(a, b), math.max(math.abs(a - b), 2)
  local value_x = math.max(a, b) + 8
  local class = row.off and ' class="off"' or ""
  local told = row.off and text_at(value_x, y + 24, ' class="small"', row.off)
    or text_at(value_x, y + 24, ' class="value"', tostring(row.after))
  return table.concat({
    text_at(x.layer, y + 18, class, row.layer),
    text_at(x.layer, y + 33, ' class="small"', row.when),
    text_at(x.what, y + 18, class, row.what),
    text_at(x.from, y + 18, class, row.from),
    text_at(x.from, y + 33, ' class="small"', row.note),
    ('<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="2"/>\n'):format(
      row.look, left, y + 8, wide, BAR),
    told,
  })
end

--- The dashed line from the end of one bar to the beginning of the next one.
local function draw_step(row, y, place)
  local at = place(row.after)
  return ('<line class="step" x1="%d" y1="%d" x2="%d" y2="%d"/>\n'):format(
    at, y + 8 + BAR, at, y + 8 + ROW)
end

local function draw_rule(x, y)
  return ('<line class="rule" x1="%d" y1="%d" x2="%d" y2="%d"/>\n'):format(
    MARGIN, y, x.width - MARGIN, y)
end

local FORM <const> = [[
<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">
<title>%s</title>
<style>
%s
</style>
<rect class="ground" x="0.5" y="0.5" width="%d" height="%d" rx="8"/>
%s</svg>
]]

--- The picture of a record.
---@param record table what `strata why FILE VALUE --json` printed
---@return string svg
function M.draw(record)
  local rows = rows_of(record)
  local x = columns_of(rows)
  local place, height = scale_of(rows, x), HEAD + #rows * ROW + MARGIN // 2
  local who = record.entity:match("^(.-),") or record.entity
  local title = ("Why is %s.%s %s?"):format(who, record.attribute, record.value)
  local parts = {
    text_at(MARGIN, 36, ' class="title"', title),
    text_at(MARGIN, 57, ' class="small"', record.file),
    text_at(x.layer, HEAD - 16, ' class="small"', "layer"),
    text_at(x.what, HEAD - 16, ' class="small"', "change"),
    text_at(x.from, HEAD - 16, ' class="small"', "source"),
    text_at(x.bars, HEAD - 16, ' class="small"', record.attribute .. " after it"),
    draw_rule(x, HEAD - 8),
  }
  for i, row in ipairs(rows) do
    local y = HEAD + (i - 1) * ROW
    parts[#parts + 1] = i < #rows and draw_step(row, y, place) or draw_rule(x, y)
    parts[#parts + 1] = draw_row(row, x, y, place)
  end
  return FORM:format(x.width, height, x.width, height, escaped(title), STYLE, x.width - 1,
    height - 1, table.concat(parts))
end

return M
