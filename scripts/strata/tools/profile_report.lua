--- Profiles of the evaluation: those of all worlds of a scenario added up, and shown as text.
local json_writer = require("strata.base.json_writer")
local text_width = require("strata.base.text_width")

local M = {}

-- The parts of a pass that belong to no effect, ability or law, in their order.
local STEPS <const> = {
  plan = "(what is in force)",
  classes = "(who is like whom)",
  units = "(beginning a pass)",
  compare = "(comparing passes)",
  update = "(updating a pass)",
  values = "(values)",
}

local FIGURES <const> = {
  "count", "members", "subjects", "trials", "caused", "time", "subject_time", "trial_time",
  "apply_time",
}
local TOTALS <const> = { "passes", "avoided", "values", "lost", "time", "elapsed" }
local MOST <const> = 20 -- lines of a table

--- The cost of evaluation, with a row for each name, layer and definition.
---@class strata.Profile
---@field [integer] strata.ProfileRow
---@field passes integer over all that is in force
---@field avoided integer passes that turned out not to be needed
---@field values integer worked out, not read from a cache
---@field classes integer that the last pass worked on: entities, or fewer
---@field lost integer moments that there was no memory to write down
---@field time integer the sum of all rows
---@field elapsed integer all that passed meanwhile

---@class strata.ProfileRow
--- "order": finding the next effect in a layer; "plan": finding the effects in force; "classes":
--- grouping equal entities; "units": beginning a pass; "compare": comparing it with the last one;
--- "update": applying a change to the finished pass.
---@field what "effect"|"ability"|"law"|"order"|"plan"|"classes"|"units"|"compare"|"update"|"values"
---@field layer string or ""
---@field name string of the effect, ability or law; or ""
---@field card string the definition of whose it is, or ""
---@field ability string by what the rules call it, or ""
---@field count integer how often it was applied, or done
---@field members integer to how many; entities that share a class are one
---@field subjects integer predicates that were tried on everybody
---@field trials integer whether it waits for another (613.8a)
---@field caused integer whether another waits for it
---@field time integer
---@field subject_time integer of this, selecting the affected entities
---@field trial_time integer in trials
---@field apply_time integer what it does to them

--- The sum of the profiles of many worlds.
---@class strata.Measured
---@field scenarios integer
---@field played integer how often any was
---@field rows strata.ProfileRow[]
---@field known table<string, strata.ProfileRow>

---@return strata.Measured
function M.new()
  local sum = { scenarios = 0, played = 0, classes = 0, rows = {}, known = {} }
  for _, name in ipairs(TOTALS) do
    sum[name] = 0
  end
  return sum
end

local function row_like(sum, row, card)
  local key = table.concat({ row.what, row.layer, row.name, card }, "\0")
  local found = sum.known[key]
  if not found then
    found = { what = row.what, layer = row.layer, name = row.name, card = card }
    for _, name in ipairs(FIGURES) do
      found[name] = 0
    end
    sum.known[key] = found
    sum.rows[#sum.rows + 1] = found
  end
  return found
end

--- Add the profile of one scenario's world.
---@param sum strata.Measured
---@param profile strata.Profile
---@param definitions table<string, strata.Card>
function M.add(sum, profile, definitions)
  sum.played = sum.played + 1
  sum.classes = math.max(sum.classes, profile.classes)
  for _, name in ipairs(TOTALS) do
    sum[name] = sum[name] + profile[name]
  end
  for _, row in ipairs(profile) do
    local card = definitions[row.card]
    local known = row_like(sum, row, card and card.name or row.card)
    for _, name in ipairs(FIGURES) do
      known[name] = known[name] + row[name]
    end
  end
end

-- -- Tables ------------------------------------------------------------------

local function is_unit(row)
  return row.what == "effect" or row.what == "ability" or row.what == "law"
end

local function layer_of(row)
  return STEPS[row.what] or row.layer
end

local function name_of(row)
  return is_unit(row) and (row.name ~= "" and row.name or "(no name)") or nil
end

local function card_of(row)
  if not is_unit(row) then
    return nil
  end
  return row.what == "law" and "(laws)" or row.card ~= "" and row.card or "(no card)"
end

--- Whether a row comes before another: rows are sorted by time, then by count, the largest first,
--- then by name.
local function before(a, b)
  if a.time ~= b.time then
    return a.time > b.time
  elseif a.count ~= b.count then
    return a.count > b.count
  end
  return a.name < b.name
end

--- Add up the rows of each name; rows without a name are left out.
local function grouped(rows, name_by)
  local groups, known = {}, {}
  for _, row in ipairs(rows) do
    local name = name_by(row)
    local group = known[name]
    if name and not group then
      group = { name = name, count = 0, members = 0, trials = 0, time = 0 }
      known[name] = group
      groups[#groups + 1] = group
    end
    if name then
      -- Finding an order applies nothing.
      group.count = group.count + (row.what == "order" and 0 or row.count)
      group.members = group.members + row.members
      group.trials = group.trials + row.trials
      group.time = group.time + row.time
    end
  end
  table.sort(groups, before)
  return groups
end

local function duration(nanoseconds)
  for _, unit in ipairs({ { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "us" } }) do
    if nanoseconds >= unit[1] then
      return ("%.1f %s"):format(nanoseconds / unit[1], unit[2])
    end
  end
  return ("%d ns"):format(nanoseconds)
end

local function share(time, total)
  return total > 0 and ("%.1f %%"):format(100 * time / total) or "-"
end

local function line_of(group, total)
  return {
    group.name, tostring(group.count), tostring(group.members), tostring(group.trials),
    duration(group.time), share(group.time, total),
  }
end

--- Columns, the first to the left, all others to the right.
local function aligned(rows, lines)
  for _, line in ipairs(text_width.aligned(rows, function(_, column)
    return column > 1
  end)) do
    lines[#lines + 1] = line
  end
end

local function write_table(lines, title, groups, total)
  local rows = { { title, "count", "members", "trials", "time", "share" } }
  local rest = { name = "", count = 0, members = 0, trials = 0, time = 0 }
  for place, group in ipairs(groups) do
    if place <= MOST then
      rows[#rows + 1] = line_of(group, total)
    else
      for _, field in ipairs({ "count", "members", "trials", "time" }) do
        rest[field] = rest[field] + group[field]
      end
    end
  end
  if #groups > MOST then
    rest.name = ("and %d more"):format(#groups - MOST)
    rows[#rows + 1] = line_of(rest, total)
  end
  lines[#lines + 1] = ""
  aligned(rows, lines)
end

--- Totals, then tables by layer, effect and card.
---@param sum strata.Measured
---@return string
function M.text(sum)
  local form = "%d passes, %d avoided, %d values, at most %d classes; %s of %s in evaluation"
  local lines = {
    form:format(sum.passes, sum.avoided, sum.values, sum.classes, duration(sum.time),
      duration(sum.elapsed)),
  }
  if sum.lost > 0 then
    lines[#lines + 1] = ("%d steps are missing: there was no memory for them"):format(sum.lost)
  end
  write_table(lines, "by layer", grouped(sum.rows, layer_of), sum.time)
  write_table(lines, "by effect", grouped(sum.rows, name_of), sum.time)
  write_table(lines, "by card", grouped(sum.rows, card_of), sum.time)
  return table.concat(lines, "\n")
end

-- -- JSON --------------------------------------------------------------------

--- The profile as a line of JSON; times are in nanoseconds.
---@param sum strata.Measured
---@param pack string
---@return string
function M.json(sum, pack)
  local rows = {}
  table.sort(sum.rows, function(a, b)
    return a.time > b.time
  end)
  for i, row in ipairs(sum.rows) do
    local texts = json_writer.fields(row, { "what", "layer", "name", "card" })
    rows[i] = ("{%s, %s}"):format(texts, json_writer.fields(row, FIGURES))
  end
  local form = '{"pack": %s, "scenarios": %d, "played": %d, "classes": %d, %s, "rows": [%s]}'
  return form:format(json_writer.quoted(pack), sum.scenarios, sum.played, sum.classes,
    json_writer.fields(sum, TOTALS), table.concat(rows, ", "))
end

return M
