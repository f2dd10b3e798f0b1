--- The page that `strata why --html` writes for a value: one file without scripts or external
--- files. The steps are listed in order, those without effect struck through with the reason;
--- numbers have a waterfall beside them, and the dependencies between modifications follow below.
local text_width = require("strata.base.text_width")
local host = require("strata.host")

local M = {}

local STYLE <const> = [[
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #667080; --line: #d5dae1; --paper: #fff;
  --up: #2f7d4f; --down: #b3402e; --still: #8a94a3; --box: #f4f6f9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --dim: #97a1b0; --line: #3a424e;
  --paper: #15181d; --up: #57b57f; --down: #e07a66; --still: #7b8594; --box: #20252d; } }
* { box-sizing: border-box; }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p, small, .dim { color: var(--dim); }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .6rem; text-align: left;
  vertical-align: top; overflow-wrap: break-word; }
th { color: var(--dim); font-weight: 600; }
td:first-child { white-space: nowrap; }
td.value { font-variant-numeric: tabular-nums; }
td small { display: block; }
.off del { color: var(--dim); }
.total td { border-bottom: 0; font-weight: 700; }
.fall { min-width: 12rem; width: 30%; }
@media (max-width: 50rem) { td { overflow-wrap: anywhere; } .fall { min-width: 6rem; } }
svg { display: block; overflow: visible; }
.fall svg { width: 100%; height: 1.4rem; }
.bar.up { fill: var(--up); } .bar.down { fill: var(--down); } .bar.still { fill: var(--still); }
.zero { stroke: var(--line); }
.scroll { overflow-x: auto; }
.node { fill: var(--box); stroke: var(--line); } .node.off { stroke-dasharray: 4 3; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg text.dim { fill: var(--dim); }
.wait { fill: none; stroke: var(--down); stroke-width: 1.5; }
.tip { fill: var(--down); }
]]

local SIGNS <const> = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

-- Names are written by strangers, and a browser obeys signs that nobody sees.
local function escaped(value)
  return (host.safe_text(tostring(value)):gsub('[&<>"]', SIGNS))
end

--- Fill `$name` in a form; what is filled in is escaped, unless it is called `$name!`.
local function fill(form, with)
  return (form:gsub("%$([%w_]+)(!?)", function(name, raw)
    local value = with[name]
    if value == nil then
      error("why_page: nothing to fill in for $" .. name)
    end
    return raw == "!" and value or escaped(value)
  end))
end

local function value_text(value)
  return value == nil and "" or tostring(value)
end

-- -- The waterfall -----------------------------------------------------------

-- Units of a bar's picture, whatever its width on the screen.
local WIDE <const>, HIGH <const> = 1000.0, 20

--- The range of the numbers of an explanation, which includes 0; nil for a value that is no number.
local function range_of(record)
  if math.type(record.base) ~= "integer" or math.type(record.value) ~= "integer" then
    return nil
  end
  local range = { low = math.min(0, record.base), high = math.max(0, record.base) }
  for _, row in ipairs(record.rows) do
    for _, number in ipairs({ row.before or 0, row.after or 0 }) do
      if row.status == "applied" and math.type(number) == "integer" then
        range.low, range.high = math.min(range.low, number), math.max(range.high, number)
      end
    end
  end
  return range
end

-- As floats: the difference of two integers may be none.
local function place_in(range, number)
  local length = range.high + 0.0 - range.low
  return length == 0 and 0.0 or (number + 0.0 - range.low) / length * WIDE
end

local BAR <const> = [[
<svg viewBox="0 0 $wide $high" preserveAspectRatio="none" role="img" aria-label="$label">
<line class="zero" x1="$zero" y1="0" x2="$zero" y2="$high"/>
<rect class="bar $kind" x="$x" y="3" width="$width" height="14"/></svg>]]

--- A bar from one number to another.
local function bar(range, from, to)
  local a, b = place_in(range, from), place_in(range, to)
  local kind = to > from and "up" or to < from and "down" or "still"
  return fill(BAR, {
    wide = ("%.0f"):format(WIDE),
    high = HIGH,
    zero = ("%.1f"):format(place_in(range, 0)),
    label = ("%d to %d"):format(from, to),
    kind = kind,
    x = ("%.1f"):format(math.min(a, b)),
    -- A step that changes nothing is still to be seen.
    width = ("%.1f"):format(math.max(math.abs(b - a), WIDE / 250)),
  })
end

-- -- The steps ---------------------------------------------------------------

local REASONS <const> = {
  condition = "its condition does not hold",
  subject = "its subject leaves this one out",
  stacking = "of its group another one counts",
  lost = "its ability was lost before it began",
  zone = "its ability does not work in this zone",
}

local ORDERS <const> = {
  priority = "before others by its priority",
  cda = "first: it says what its own card is",
  law = "a law of the rules",
  depends = "it waits for",
  loop = "they wait for each other, so by timestamp:",
}

--- The reason for the place of a step, or for its having no effect.
local function reason(row)
  local parts = {}
  if row.status ~= "applied" then
    local rule = row.rule ~= "" and (" (%s)"):format(row.rule) or ""
    parts[#parts + 1] = (REASONS[row.status] or row.status) .. rule
  elseif ORDERS[row.because] then
    local whom = row.waited_for ~= "" and " " .. row.waited_for or ""
    parts[#parts + 1] = ORDERS[row.because] .. whom
  end
  if row.difference ~= "" then
    parts[#parts + 1] = row.difference
  elseif row.taken_by ~= "" then
    parts[#parts + 1] = "by " .. row.taken_by
  end
  return table.concat(parts, ": ")
end

local function origin(row)
  local parts = {}
  if row.source then
    parts[#parts + 1] = "from " .. row.source
  end
  if row.at then
    parts[#parts + 1] = row.at
  end
  parts[#parts + 1] = "timestamp " .. row.timestamp
  return table.concat(parts, ", ")
end

local STEP <const> = [[
<tr class="$class"><td>$layer</td><td>$open!$operand$close!$formula!$reason!</td>
<td>$open!$name$close!<small>$origin</small></td>$fall!<td class="value">$value</td></tr>
]]

local function small(text)
  return text ~= "" and fill("<small>$text</small>", { text = text }) or ""
end

local function fall_cell(range, from, to)
  if not range then
    return ""
  end
  return ('<td class="fall">%s</td>'):format(from and bar(range, from, to) or "")
end

--- The bar of a step from a number to a number.
local function step_cell(range, row)
  local is_number = math.type(row.before) == "integer" and math.type(row.after) == "integer"
  if row.status ~= "applied" or not is_number then
    return fall_cell(range)
  end
  return fall_cell(range, row.before, row.after)
end

-- Around what came to nothing.
local STRUCK <const> = { open = "<del>", close = "</del>", class = "off" }
local SOUND <const> = { open = "", close = "", class = "on" }

local function step(range, row)
  local is_on = row.status == "applied"
  local marks = is_on and SOUND or STRUCK
  return fill(STEP, {
    class = marks.class,
    open = marks.open,
    close = marks.close,
    layer = row.layer,
    operand = row.operand,
    formula = small(row.formula),
    reason = small(reason(row)),
    name = row.name ~= "" and row.name or "?",
    origin = origin(row),
    fall = step_cell(range, row),
    value = is_on and value_text(row.after) or "not applied",
  })
end

local TABLE <const> = [[
<table><thead><tr><th>Layer</th><th>Step</th><th>By</th>$fall!<th>Value</th></tr></thead><tbody>
<tr class="base"><td>base</td><td></td><td></td>$start!<td class="value">$base</td></tr>
$steps!<tr class="total"><td colspan="3">$attribute</td>$total!<td class="value">$value</td></tr>
</tbody></table>
]]

local function steps(record)
  local range, rows = range_of(record), {}
  for i, row in ipairs(record.rows) do
    rows[i] = step(range, row)
  end
  return fill(TABLE, {
    fall = range and '<th class="fall">From, to</th>' or "",
    start = fall_cell(range, 0, record.base),
    base = value_text(record.base),
    steps = table.concat(rows),
    attribute = record.attribute,
    total = fall_cell(range, 0, record.value),
    value = value_text(record.value),
  })
end

-- -- Dependencies ------------------------------------------------------------

-- Pixels: a box, and what is between two.
local BOX_WIDE <const>, BOX_HIGH <const>, GAP_WIDE <const>, GAP_HIGH <const> = 200, 44, 70, 16
local TOP <const> = 24

--- The effects that act in a layer; several rows may belong to one effect.
local function find_node(column, row)
  for _, node in ipairs(column.nodes) do
    local other = node.row
    local is_same = other.name == row.name and other.source == row.source
    if is_same and other.timestamp == row.timestamp then
      return node
    end
  end
  return nil
end

--- A column for each layer with the effects that act in it, in their order.
local function columns_of(record)
  local columns, by_layer = {}, {}
  local count = 0
  for _, row in ipairs(record.rows) do
    local column = by_layer[row.layer]
    if not column then
      column = { layer = row.layer, x = #columns * (BOX_WIDE + GAP_WIDE), nodes = {} }
      columns[#columns + 1], by_layer[row.layer] = column, column
    end
    local node = find_node(column, row)
    if not node then
      count = count + 1
      local y = TOP + #column.nodes * (BOX_HIGH + GAP_HIGH)
      node = { row = row, order = count, x = column.x, y = y }
      column.nodes[#column.nodes + 1] = node
    end
    node.is_on = node.is_on or row.status == "applied"
  end
  return columns
end

local NODE <const> = [[
<g><title>$title</title><rect class="$class" x="$x" y="$y" width="$wide" height="$high" rx="6"/>
<text x="$text_x" y="$name_y">$order. $name</text>
<text class="dim" x="$text_x" y="$what_y">$what</text></g>
]]

-- A box holds about this many letters.
local LETTERS <const> = 25

local function shortened(text)
  return text_width.cut(text, LETTERS, "\u{2026}")
end

local function draw_node(node)
  local row = node.row
  return fill(NODE, {
    title = ("%s: %s"):format(row.name, row.operand),
    class = node.is_on and "node" or "node off",
    x = node.x,
    y = node.y,
    wide = BOX_WIDE,
    high = BOX_HIGH,
    text_x = node.x + 10,
    name_y = node.y + 18,
    what_y = node.y + 35,
    order = node.order,
    name = shortened(row.name),
    what = shortened(node.is_on and row.operand or "not applied: " .. row.status),
  })
end

local WAIT <const> = [[
<path class="wait" d="M $x1 $y1 C $bend $y1 $bend $y2 $x2 $y2"/>
<path class="tip" d="M $x2 $y2 l 8 -4 v 8 z"/>
]]

--- An arrow from a modification to the one that it depends on, on the right of both.
local function draw_wait(node, other)
  local high = BOX_HIGH // 2
  return fill(WAIT, {
    x1 = node.x + BOX_WIDE,
    y1 = node.y + high,
    x2 = other.x + BOX_WIDE,
    y2 = other.y + high,
    bend = math.max(node.x, other.x) + BOX_WIDE + GAP_WIDE - 10,
  })
end

local function draw_waits(columns, parts)
  for _, column in ipairs(columns) do
    for _, node in ipairs(column.nodes) do
      for _, other in ipairs(column.nodes) do
        local is_meant = other ~= node and node.row.waited_for == other.row.name
        parts[#parts + 1] = is_meant and draw_wait(node, other) or nil
      end
    end
  end
end

local GRAPH <const> = [[
<div class="scroll"><svg class="graph" width="$wide" height="$high" role="img" aria-label="order">
$parts!</svg></div>
]]

local function graph(record)
  local columns, parts, high = columns_of(record), {}, 0
  for _, column in ipairs(columns) do
    local head = { x = column.x, layer = column.layer }
    parts[#parts + 1] = fill('<text class="dim" x="$x" y="14">$layer</text>\n', head)
    for _, node in ipairs(column.nodes) do
      parts[#parts + 1] = draw_node(node)
      high = math.max(high, node.y + BOX_HIGH + GAP_HIGH)
    end
  end
  draw_waits(columns, parts)
  local wide = #columns * (BOX_WIDE + GAP_WIDE)
  return fill(GRAPH, { wide = wide, high = high, parts = table.concat(parts) })
end

-- -- The page ----------------------------------------------------------------

local PAGE <const> = [[
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$entity: $attribute</title><style>
$style!</style></head><body>
<h1>$entity: $attribute = $value</h1>
<p>$scenario <span class="dim">($file)</span></p>
<h2>Steps</h2>
$steps!$amended!$graph!</body></html>
]]

local function amended(record)
  local lines = {}
  for i, line in ipairs(record.amended) do
    lines[i] = fill("<li>$line</li>\n", { line = line })
  end
  return #lines == 0 and ""
    or "<h2>What packs changed of the card</h2>\n<ul>\n" .. table.concat(lines) .. "</ul>\n"
end

--- Draw an explained value.
---@param record strata.Explained
---@return string a page of HTML
function M.of(record)
  local order = "<h2>Who acted in which layer, and waited for whom</h2>\n"
  return fill(PAGE, {
    entity = record.entity,
    attribute = record.attribute,
    style = STYLE,
    value = value_text(record.value),
    scenario = record.scenario,
    file = record.file,
    steps = steps(record),
    amended = amended(record),
    graph = #record.rows > 0 and order .. graph(record) or "",
  })
end

return M
