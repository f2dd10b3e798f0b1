--- Finds packs by name in folders and archives, resolves them to a game, and lists them.
local spelling = require("strata.base.spelling")
local text_width = require("strata.base.text_width")
local host = require("strata.host")
local lock_file = require("strata.packs.lock_file")
local pack_settings = require("strata.packs.pack_settings")
local semver = require("strata.packs.semver")
local solver = require("strata.packs.solver")

local M = {}

-- -- Folders -----------------------------------------------------------------

--- The folder in which a folder is.
local function parent(folder)
  if folder == "." or folder == ".." or folder:find("/%.%.?$") then
    return folder .. "/.."
  end
  local above = folder:match("^(.*)/[^/]*$")
  return above == "" and "/" or above or "."
end

local function join(folder, name)
  if folder == "." then
    return name
  end
  return folder == "/" and "/" .. name or folder .. "/" .. name
end

--- The folders in which packs are searched: those of the requested packs, then those of installed
--- packs.
local function roots_of(folders)
  local list, seen = {}, {}
  for _, folder in ipairs(folders) do
    local root = parent(folder)
    list[#list + 1] = not seen[root] and root or nil
    seen[root] = true
  end
  local installed = host.installed()
  list[#list + 1] = not seen[installed or ""] and installed or nil
  return list
end

--- Read the manifest of a folder. Mistakes in it are part of the result.
---@param folder string
---@return strata.Candidate
function M.read(folder)
  local is_fine, result = pcall(host.manifest, folder)
  if is_fine then
    return { path = folder, manifest = result }
  end
  return { path = folder, problem = tostring(result) }
end

--- A pack that was found by the name of its folder. Its manifest must have the same name.
local function read_named(folder, name)
  local candidate = M.read(folder)
  local manifest = candidate.manifest
  if manifest and manifest.name ~= name then
    local form = "%s: name: the folder says '%s', the manifest '%s'; who requires it needs one name"
    return { path = folder, problem = form:format(manifest.file, name, manifest.name) }
  end
  return candidate
end

---@param roots string[]
---@param name string
---@return strata.Candidate[]
local function find_in_roots(roots, name)
  local list = {}
  for _, root in ipairs(roots) do
    for _, ending in ipairs({ "", ".zip" }) do
      local path = join(root, name .. ending)
      if host.is_pack(path) then
        list[#list + 1] = read_named(path, name)
        break
      end
    end
  end
  return list
end

--- The folder in which a pack of a folder would find another pack; nil if there is none.
---@param folder string
---@param name string
---@return string|nil
function M.locate(folder, name)
  local found = find_in_roots(roots_of({ folder }), name)[1]
  return found and found.path
end

local function all_names(roots)
  local seen = {}
  for _, root in ipairs(roots) do
    for _, name in ipairs(host.packs(root)) do
      seen[name] = true
    end
  end
  return spelling.keys(seen)
end

-- -- Games -------------------------------------------------------------------

---@class strata.Asked packs that are to be one game: folders in the list part
---@field seed? integer see strata.PackRequest

--- The requested packs as a list; a single folder becomes a list of one.
---@param asked string|strata.Asked
---@return strata.Asked
function M.asked(asked)
  return type(asked) == "string" and { asked } or asked
end

--- Refuses settings for packs that are not loaded, which would otherwise be ignored silently.
local function stray_settings(solution, problems)
  for _, given in ipairs(pack_settings.given()) do
    if not solution.loaded[given.pack] then
      local hint = spelling.hint(given.pack, spelling.keys(solution.loaded))
      local form = "setting %s:%s: no pack '%s' is loaded%s"
      problems[#problems + 1] = form:format(given.pack, given.name, given.pack, hint)
    end
  end
end

--- Find the packs of a game.
---@param asked string|strata.Asked
---@return strata.Solution|nil
---@return string[]|nil problems all of them
function M.solve(asked)
  asked = M.asked(asked)
  local roots, candidates = roots_of(asked), {}
  for i, folder in ipairs(asked) do
    candidates[i] = M.read(folder)
  end
  local solution, problems = solver.solve({
    asked = candidates,
    seed = asked.seed,
    find = function(name)
      return find_in_roots(roots, name)
    end,
    names = function()
      return all_names(roots)
    end,
  })
  if not solution then
    return nil, problems
  end
  local stray = {}
  stray_settings(solution, stray)
  for _, problem in ipairs(lock_file.problems(solution.order)) do
    stray[#stray + 1] = problem
  end
  if #stray > 0 then
    return nil, stray
  end
  return solution
end

--- The packs of a game in the order in which they are loaded. Raises all problems, a line for each.
---@param asked string|strata.Asked
---@return strata.Manifest[]
---@return strata.Solution
function M.need(asked)
  local solution, problems = M.solve(asked)
  if not solution then
    error(table.concat(problems, "\n"), 0)
  end
  return solution.order, solution
end

--- The folders of a game in the order in which they are loaded.
---@param asked string|strata.Asked
---@return string[]
function M.folders(asked)
  local list, order = {}, #M.asked(asked) > 0 and M.need(asked) or {}
  local lacks = lock_file.lacks(order)
  if #lacks > 0 then
    error(table.concat(lacks, "\n"), 0)
  end
  for i, manifest in ipairs(order) do
    list[i] = manifest.path
  end
  return list
end

-- -- Reports -----------------------------------------------------------------

--- Lines of columns, each as wide as its longest.
local function aligned(rows)
  local widths, lines = {}, {}
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row) do
      widths[i] = math.max(widths[i] or 0, text_width.count(cell))
    end
  end
  for at, row in ipairs(rows) do
    local cells = {}
    for i, cell in ipairs(row) do
      cells[i] = text_width.padded(cell, widths[i])
    end
    lines[at] = table.concat(cells, "  "):gsub("%s+$", "")
  end
  return table.concat(lines, "\n")
end

local ORDERED <const> = { requires = "requires", optional = "takes it", after = "comes after it" }

--- Remarks on which packs a manifest says it stands for. Nobody checks that, so a stranger may say
--- it.
local function stands_for(manifest)
  local names = {}
  for i, provided in ipairs(manifest.provides) do
    names[i] = ("stands for %s %s"):format(provided.name, semver.text(provided.version))
  end
  return names
end

--- The reasons why a pack is loaded and why it has its place in the order: "required by mine (>=1);
--- after classic".
local function why(solution, manifest)
  local by = solution.by[manifest.name]
  local reasons = { "asked for" }
  if by then
    reasons[1] = ("required by %s ('%s', %s:%d)"):format(
      by.manifest.name,
      by.dependency.text,
      by.manifest.file,
      by.dependency.line
    )
  end
  for _, wait in ipairs(solution.waits[manifest.name]) do
    reasons[#reasons + 1] = ("after %s (%s)"):format(wait.name, ORDERED[wait.field])
  end
  return table.concat(reasons, "; ")
end

---@class strata.PackReport what `strata packs` is asked for
---@field order? boolean in the order in which they are loaded
---@field why? boolean with the reasons
---@field lock? boolean as a lock

local function sorted_by_name(order)
  local list = table.move(order, 1, #order, 1, {})
  table.sort(list, function(a, b)
    return a.name < b.name
  end)
  return list
end

--- What a line says behind the path of a pack; nil for nothing.
local function remarks_on(manifest, reason)
  local told = stands_for(manifest)
  if reason then
    table.insert(told, 1, reason)
  end
  return #told > 0 and table.concat(told, "; ") or nil
end

local function report_game(asked, wanted)
  local order, solution = M.need(asked)
  if wanted.lock then
    return lock_file.text(sorted_by_name(order))
  end
  local is_ordered, rows = wanted.order or wanted.why or asked.seed, {}
  for i, manifest in ipairs(is_ordered and order or sorted_by_name(order)) do
    local row =
      { manifest.name, manifest.version .. pack_settings.identity(manifest), manifest.path }
    if is_ordered then
      table.insert(row, 1, tostring(i))
    end
    row[#row + 1] = remarks_on(manifest, wanted.why and why(solution, manifest))
    rows[i] = row
  end
  return aligned(rows)
end

--- A line for each installed pack.
local function report_installed()
  local root, rows = host.installed(), {}
  for _, name in ipairs(root and host.packs(root) or {}) do
    local candidate = M.read(join(root, name))
    local manifest = candidate.manifest
    rows[#rows + 1] = manifest and { name, manifest.version, manifest.description }
      or { name, "?", (candidate.problem:gsub("\n.*", "")) }
  end
  return aligned(rows)
end

--- What `strata packs` prints: the packs of a game, or those that are installed.
---@param asked strata.Asked
---@param wanted strata.PackReport
---@return string
function M.report(asked, wanted)
  return #asked > 0 and report_game(asked, wanted) or report_installed()
end

return M
