--- planting.lua ROOT [all | PACK [FILE]]: mistakes planted into packs, and what is said of each.
---
--- Into every table of every pack's cards, events, laws, rules and manifest one mistake is planted
--- at a time (plants.lua): an unknown field, a value of another type, a hole, an item twice, a
--- misspelt name. Each must be
---
---   * refused, in the line where it stands or in that of a table around it, or where the name that
---     was changed is used,
---   * or told by a warning of `strata check` about that line or name,
---   * or accepted because it says something else: then the hash of the rules differs, or what is
---     said in no hash, and reasons.lua says why no reader can take it for a mistake.
---
--- What changes nothing and is refused by nobody is silent, and there must be none of it. A short
--- run tries a sample, which STRATA_TEST_SEED selects; with an argument all are tried, but for the
--- files of a large pack that are no cards: there each trial loads the whole game, so a sample must
--- do, unless FILE names one. Each run prints a table of how many there were of each, by pack.
local root, only, only_file = table.unpack(arg)
for _, folder in ipairs({ "tests/lint", "tests/planting", "scripts" }) do
  package.path = ("%s/%s/?.lua;%s"):format(root, folder, package.path)
end
local tree = require("tree")
tree.open(root)
local trial = require("trial")
trial.install()
local plants = require("plants")
local reasons = require("reasons")

local IS_FULL <const> = only ~= nil
local SEED <const> = tonumber(os.getenv("STRATA_TEST_SEED")) or 1
-- Of so many plants a short run tries one.
local ONE_IN <const> = 80
local COLUMNS <const> = { "line", "table", "use", "elsewhere", "warning", "reason", "silent" }

local counts

local function complain(what, path, plant, more)
  tree.complain("%s: %s:%d: %s of %s.%s (%s)%s", what, path, plant.line, plant.kind, plant.where,
    plant.field, plant.what, more)
end

-- -- Judging ---------------------------------------------------------------------

--- Whether a line is about a mistake: that of a table around it, or any of its list if the mistake
--- moves the items of the list or takes the place of one.
local function is_near(plant, line)
  local is_listed = plant.kind == "hole" or plant.kind == "double"
    or plant.kind == "type" and plant.field == ""
  return plant.around[line] or is_listed and plant.first <= line and line <= plant.stop
end

--- Whether a message, which may stand where a name is used, names what was changed.
local function is_about_name(plant, message)
  local new = plant.new:gsub("[\"']", "")
  for word in message:gmatch("named%.([%w_]+)") do -- what an act has bound
    if new == word or plant.old:find(word, 1, true) then
      return true
    end
  end
  for word in message:gmatch("'([^']+)'") do
    for part in word:gmatch("[^:.]+") do -- "pack:name" and "pt.modify" name two
      if new:find(part, 1, true) or plant.old:find(part, 1, true) then
        return true
      end
    end
  end
  return false
end

--- In which column a refusal belongs.
local function column_of(path, plant, message)
  local line = tonumber(message:match("^" .. path:gsub("%p", "%%%0") .. ":(%d+): "))
  if line == plant.line then
    return "line"
  elseif line and is_near(plant, line) then
    return "table"
  end
  return is_about_name(plant, message) and "use" or "elsewhere"
end

local function judge_refusal(path, plant, message)
  local column = column_of(path, plant, message)
  if column == "elsewhere" then
    local said = message:gsub("\n.*", "")
    complain("refused, but not where it stands", path, plant, "\n  " .. said)
  end
  return column
end

--- A warning without its line, which a plant may have moved.
local function without_line(warning)
  return (warning:gsub("^([^:]*):%d+:", "%1:"))
end

--- Whether one of some warnings is about what was planted, and was not there before.
local function is_told(path, plant, warnings, before)
  for _, warning in ipairs(warnings) do
    if not before[without_line(warning)] and column_of(path, plant, warning) ~= "elsewhere" then
      return true
    end
  end
  return false
end

--- Tries a plant: the column in which it belongs.
local function judge(path, plant, try, before)
  local is_fine, hash, said, warn = pcall(try, plant.text)
  if not is_fine then
    return judge_refusal(path, plant, tostring(hash))
  elseif is_told(path, plant, warn(), before.warnings) then
    return "warning"
  elseif hash == before.hash and said == before.said then
    complain("silent", path, plant, "")
    return "silent"
  elseif not reasons.of(plant) then
    complain("accepted without a reason", path, plant, hash == before.hash and " (text)" or "")
  end
  return "reason"
end

-- -- Packs -----------------------------------------------------------------------

--- The plants of a file that are tried.
local function chosen(text, is_whole)
  local list = {}
  for _, plant in ipairs(plants.of(text, nil)) do
    if is_whole or math.random(ONE_IN) == 1 then
      list[#list + 1] = plant
    end
  end
  return list
end

local function plant_into(path, of, is_quick)
  local text = tree.read(path)
  local list = chosen(text, IS_FULL and (is_quick or only_file ~= nil))
  local try = #list > 0 and of(path)
  if not try then
    return
  end
  local hash, said, warn = try(text)
  local before = { hash = hash, said = said, warnings = {} }
  for _, warning in ipairs(warn()) do
    before.warnings[without_line(warning)] = true
  end
  for _, plant in ipairs(list) do
    local column = judge(path, plant, try, before)
    counts[column] = counts[column] + 1
    tree.seen = tree.seen + 1
  end
end

local function plant_pack(folder)
  counts = {}
  for _, column in ipairs(COLUMNS) do
    counts[column] = 0
  end
  local of = trial.of(folder)
  for _, path in ipairs(trial.files(folder)) do
    if not only_file or path:find(only_file, 1, true) then
      plant_into(path, of, trial.is_quick(folder, path))
    end
  end
  local row = {}
  for place, column in ipairs(COLUMNS) do
    row[place] = ("%9d"):format(counts[column])
  end
  print(("%-14s %s"):format(folder:match("[^/]+$"), table.concat(row, " ")))
end

local function heading()
  local row = {}
  for place, column in ipairs(COLUMNS) do
    row[place] = ("%9s"):format(column)
  end
  return ("%-14s %s"):format("pack", table.concat(row, " "))
end

math.randomseed(SEED)
print(heading())
for _, manifest in ipairs(tree.files(function(path)
  return path:find("^cards/[^/]+/pack%.lua$") ~= nil
end)) do
  local folder = manifest:match("^(.*)/")
  if (not only or only == "all" or folder == "cards/" .. only) and trial.has_game(folder) then
    plant_pack(folder)
  end
end
tree.close()
