-- luacheck: no max line length
--- What a browser makes of the pages of `strata why --html`: arguments are the browser, the program
--- and a folder to write to. A script is added to a copy of each page; it measures what is seen.
local browser, program, folder = table.unpack(arg)
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local quoted = require("folder").quote

local MEASURE <const> = [[
<script>
const $ = (q) => [...document.querySelectorAll(q)];
const box = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const nodes = $("rect.node").map(box);
const bars = $("rect.bar").map(box);
const facts = {
  title: document.title,
  heading: $("h1")[0].innerText,
  steps: $("tbody tr").length,
  applied: $("tr.on").length,
  off: $("tr.off").length,
  struck: $("tr.off del").filter((e) => getComputedStyle(e).textDecorationLine == "line-through").length,
  dels: $("del").length,
  values: $("td.value").map((e) => e.innerText).join("|"),
  bars: bars.map((b) => Math.round(b[2] - b[0])).join("|"),
  starts: bars.map((b) => Math.round(b[0] - bars[0][0])).join("|"),
  nodes: nodes.length,
  overlaps: nodes.filter((a, i) => nodes.some((b, k) => k > i && overlap(a, b))).length,
  spilled: $("svg.graph g text").filter((e) => {
    const b = box(e.parentNode.querySelector("rect")), t = box(e);
    return t[0] < b[0] || t[2] > b[2] || t[1] < b[1] || t[3] > b[3];
  }).length,
  waits: $("path.wait").length,
  too_wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  clipped: $("td, th").filter((e) => e.scrollWidth > e.clientWidth + 1).length,
  loaded: performance.getEntriesByType("resource").length,
  unreadable: $("h1, td, small").filter((e) =>
    getComputedStyle(e).color == getComputedStyle(document.body).backgroundColor).length,
};
document.body.innerHTML = "";
const list = document.createElement("pre");
list.textContent = Object.entries(facts).map(([k, v]) => "@" + k + "=" + v).join("\n") + "\n@end";
document.body.append(list);
</script></body>]]

local function run(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read("a")
  local is_fine, _, status = pipe:close()
  return text, is_fine, status
end

local function write(name, text)
  local path = folder .. "/" .. name
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end

local SIGNS <const> = { ["&lt;"] = "<", ["&gt;"] = ">", ["&quot;"] = '"', ["&amp;"] = "&" }

--- What the browser sees of a page in a window so wide.
local function look(name, page, wide)
  -- The policy of the page forbids scripts, so that of the copy may not stand.
  local copy, policies = page:gsub('<meta http%-equiv="Content%-Security%-Policy".->', "")
  assert(policies == 1, "the page says that nothing may be loaded and run")
  local ends
  copy, ends = copy:gsub("</body>", function()
    return MEASURE
  end)
  assert(ends == 1, "the page ends")
  local path = write(name .. ".html", copy)
  local form = "%s --headless --no-sandbox --disable-gpu --user-data-dir=%s --window-size=%d,900 "
    .. "--dump-dom %s 2>%s"
  local profile, log = quoted(folder .. "/profile"), quoted(folder .. "/browser.log")
  local dom = run(form:format(quoted(browser), profile, wide, quoted("file://" .. path), log))
  local facts = {}
  local text = dom:match("<pre>(.-)@end") or error("the browser measured nothing: " .. dom)
  for key, value in text:gmatch("@([%w_]+)=([^\n]*)") do
    facts[key] = value:gsub("&%a+;", SIGNS)
  end
  return facts
end

local count = 0

local function check(name, facts, want)
  for key, value in pairs(want) do
    count = count + 1
    if facts[key] ~= tostring(value) then
      error(("%s: %s is '%s', expected '%s'"):format(name, key, tostring(facts[key]), value), 0)
    end
  end
end

--- What holds of every page.
local SOUND <const> = {
  overlaps = 0,
  spilled = 0,
  too_wide = "false",
  clipped = 0,
  loaded = 0,
  unreadable = 0,
}

local function page_of(file, what, filter)
  local form = "%s why %s %s --html%s"
  local more = filter and " --filter " .. quoted(filter) or ""
  local page, is_fine = run(form:format(quoted(program), quoted(file), quoted(what), more))
  assert(is_fine, page)
  assert(not page:find("https?://") and not page:find("src=") and not page:find("href="),
    "the page needs no other file")
  return page
end

local function try(name, of, want)
  local page = page_of(table.unpack(of, 1, 3))
  for _, wide in ipairs({ 1100, 700 }) do
    local facts = look(name, page, wide)
    check(("%s, %d wide"):format(name, wide), facts, SOUND)
    check(("%s, %d wide"):format(name, wide), facts, want)
  end
  return page
end

os.execute("mkdir -p " .. quoted(folder))

try("anthem", { "cards/classic/tests/power.lua", "Grizzly Bears.power" }, {
  heading = "Grizzly Bears #5:1: power = 3",
  title = "Grizzly Bears #5:1: power",
  steps = 3,
  applied = 1,
  off = 0,
  values = "2|3|3",
  nodes = 1,
  waits = 0,
})

-- Two wait for each other, and so the one with the older timestamp is applied first.
try("loop", { "tests/conformance/tests/loops.lua", "bay.subtypes" }, {
  steps = 5,
  applied = 3,
  off = 0,
  struck = 0,
  bars = "",
  nodes = 2,
  waits = 1,
})

-- An ability that was lost before it began is struck out, with what it would have done.
try("lost", { "cards/classic/tests/abilities.lua", "Humility.power", "older one last" }, {
  steps = 5,
  applied = 2,
  off = 1,
  struck = 2,
  dels = 2,
  values = "0|1|4|not applied|4",
  waits = 0,
})

-- The bars are as long as the numbers are: 2, 2 to 1, 1 to 4, and 4 of 4.
local page = page_of("cards/classic/tests/power.lua", "Grizzly Bears.power", "Giant Growth")
local facts = look("growth", page, 1100)
check("growth", facts, SOUND)
local widths = {}
for width in facts.bars:gmatch("%d+") do
  widths[#widths + 1] = tonumber(width)
end
local whole = widths[#widths]
local values = {}
for value in facts.values:gmatch("%-?%d+") do
  values[#values + 1] = tonumber(value)
end
assert(#widths == #values, "a bar for each value")
for i, value in ipairs(values) do
  local from = (i == 1 or i == #values) and 0 or values[i - 1]
  local want = math.abs(value - from) / values[#values] * whole
  count = count + 1
  assert(math.abs(widths[i] - want) <= 2 or value == from,
    ("bar %d is %d wide, expected %.0f"):format(i, widths[i], want))
end

print(("%d passed, 0 failed"):format(count))
