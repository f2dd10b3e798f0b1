--- planting.lua ROOT: mistakes that are planted into the packs, and what is said of each.
---
--- Into every table of every pack's cards, events, laws, rules and manifest goes one mistake at a
--- time (plants.lua): an unknown field, a value of another type, a hole, an item twice, a misspelt
--- name. Each must be
---
---   * refused, in the line where it stands,
---   * or accepted because it says something else: then the hash of the rules differs, or a text for
---     people does, and reasons.lua says why such a change is none of the reader's business.
---
--- What changes nothing and is refused by nobody is silent, and there must be none of it. A short
--- run takes one plant in many; STRATA_TEST_FULL takes all, and reports how many there were of each.
local root = arg[1]
for _, folder in ipairs({ "tests/lint", "tests/planting", "scripts" }) do
  package.path = ("%s/%s/?.lua;%s"):format(root, folder, package.path)
end
local tree = require("tree")
tree.open(root)
local trial = require("trial")
trial.install()
local plants = require("plants")
local reasons = require("reasons")

local IS_FULL <const> = os.getenv("STRATA_TEST_FULL") ~= nil
local ONE_IN <const> = IS_FULL and 1 or 29

local counts = { refused = 0, near = 0, named = 0, elsewhere = 0, differs = 0, silent = 0 }
local number = 0

local function complain(what, path, plant, more)
  tree.complain("%s: %s:%d: %s of %s (%s)%s", what, path, plant.line, plant.kind, plant.where,
    plant.what, more)
end

--- Whether a line is about a mistake: that of a table around it, or of its list if something is too
--- much in it.
local function is_near(plant, line)
  local is_listed = plant.kind == "hole" or plant.kind == "double"
  return plant.around[line] or is_listed and plant.first <= line and line <= plant.stop
end

--- Whether a message, which may stand where a name is used, names what was changed.
local function is_about_name(plant, message)
  local new = plant.new:gsub("[\"']", "")
  for word in message:gmatch("'([^']+)'") do
    for part in word:gmatch("[^:]+") do -- "pack:name" names two
      if new:find(part, 1, true) or plant.old:find(part, 1, true) then
        return true
      end
    end
  end
  return false
end

--- Judge a refusal: its line must be that of the mistake, or of a table around it.
local function judge_message(path, plant, message)
  local line = tonumber(message:match("^" .. path:gsub("%p", "%%%0") .. ":(%d+): "))
  if line == plant.line then
    counts.refused = counts.refused + 1
    return
  elseif line and is_near(plant, line) then
    counts.near = counts.near + 1
    return
  elseif is_about_name(plant, message) then
    counts.named = counts.named + 1
    return
  end
  counts.elsewhere = counts.elsewhere + 1
  complain("refused, but not where it stands", path, plant, "\n  " .. message:gsub("\n.*", ""))
end

local function judge(path, plant, try, before)
  local is_fine, hash, said = pcall(try, plant.text)
  if not is_fine then
    return judge_message(path, plant, tostring(hash))
  elseif hash ~= before.hash or said ~= before.said then
    local reason = reasons.of(plant)
    counts.differs = counts.differs + 1
    if not reason then
      complain("accepted without a reason", path, plant, hash == before.hash and " (text)" or "")
    end
    return
  end
  counts.silent = counts.silent + 1
  complain("silent", path, plant, "")
end

local function plant_into(path, try)
  local text = tree.read(path)
  local hash, said = try(text)
  local before = { hash = hash, said = said }
  for _, plant in ipairs(plants.of(text, nil)) do
    number = number + 1
    if number % ONE_IN == 0 then
      tree.seen = tree.seen + 1
      judge(path, plant, try, before)
    end
  end
end

local only = arg[2]
for _, manifest in ipairs(tree.files(function(path)
  return path:find("^cards/[^/]+/pack%.lua$") ~= nil
end)) do
  local folder = manifest:match("^(.*)/")
  if not only or folder:find(only, 1, true) then
    local of = trial.of(folder)
    for _, path in ipairs(trial.files(folder)) do
      local try = (not arg[3] or path:find(arg[3], 1, true)) and of(path)
      if try then
        plant_into(path, try)
      end
    end
  end
end
local form = "refused in its line %d, in the line of its table %d, where a name is used %d, elsewhere %d, accepted with a"
  .. " reason %d, silent %d"
print(form:format(counts.refused, counts.near, counts.named, counts.elsewhere, counts.differs,
  counts.silent))
tree.close()
