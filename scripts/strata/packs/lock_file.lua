--- Lock files: the packs that a game must have, by version, hash and startup settings.
local host = require("strata.host")
local pack_settings = require("strata.packs.pack_settings")

local M = {}

-- The lock file that the host of this state has set, and its contents once it was read.
local path, locked

-- -- Writing -----------------------------------------------------------------

local function value_text(value)
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

local function settings_text(manifest)
  local list = {}
  for name in host.sorted_pairs(pack_settings.startup(manifest)) do
    list[#list + 1] = ("%s = %s"):format(name, value_text(manifest.values[name]))
  end
  return #list > 0 and ("\n    settings = { %s },"):format(table.concat(list, ", ")) or ""
end

--- The lock of a game.
---@param manifests strata.Manifest[] by name
---@return string
function M.text(manifests)
  local lines = { "-- The packs of a game: strata --lock refuses others.", "return {" }
  for _, manifest in ipairs(manifests) do
    local form = '  { name = "%s", version = "%s",\n    hash = "%s",%s },'
    lines[#lines + 1] = form:format(manifest.name, manifest.version,
      host.pack_hash(manifest.path), settings_text(manifest))
  end
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n")
end

-- -- Reading -----------------------------------------------------------------

--- Use a lock file for all games of this state. The file is read when a game is loaded.
---@param file string
function M.use(file)
  path, locked = file, nil
end

local function check_entry(entry, place)
  local is_fine = type(entry) == "table"
  for _, field in ipairs({ "name", "version", "hash" }) do
    is_fine = is_fine and type(entry[field]) == "string"
  end
  if not is_fine or type(entry.settings or {}) ~= "table" then
    error(("%s: pack %d: expected { name = , version = , hash = }"):format(path, place), 0)
  end
end

--- The entries of the lock, by name of the pack.
local function read()
  if locked then
    return locked
  end
  local by_name = {}
  for place, entry in ipairs(host.data(path)) do
    check_entry(entry, place)
    by_name[entry.name] = entry
  end
  locked = by_name
  return locked
end

local function texts(values)
  local all = {}
  for name, value in host.sorted_pairs(values) do
    all[name] = tostring(value)
  end
  return all
end

--- The message about a pack that differs from its entry in the lock.
local function differences(entry, manifest)
  local list = {}
  if entry.version ~= manifest.version then
    list[1] = ("it is %s and must be %s"):format(manifest.version, entry.version)
  elseif entry.hash ~= host.pack_hash(manifest.path) then
    local form = "%s has other files: their hash is %s and must be %s"
    list[1] = form:format(manifest.version, host.pack_hash(manifest.path), entry.hash)
  end
  local wanted, has = texts(entry.settings or {}), pack_settings.startup(manifest)
  for _, line in ipairs(pack_settings.differences(wanted, has)) do
    list[#list + 1] = "setting " .. line
  end
  return list
end

--- The reasons why the lock forbids these packs; an empty list if no lock is used.
---@param manifests strata.Manifest[]
---@return string[]
function M.problems(manifests)
  local list = {}
  for _, manifest in ipairs(path and manifests or {}) do
    local entry = read()[manifest.name]
    local found = entry and differences(entry, manifest) or { "it is not in the lock" }
    for _, line in ipairs(found) do
      list[#list + 1] = ("%s: %s: %s"):format(path, manifest.name, line)
    end
  end
  return list
end

--- Raise the reason why the lock forbids a pack.
---@param manifest strata.Manifest
function M.need(manifest)
  local problems = M.problems({ manifest })
  if #problems > 0 then
    error(table.concat(problems, "\n"), 0)
  end
end

--- The packs of the lock that are missing in a complete game; an empty list if no lock is used.
---@param manifests strata.Manifest[]
---@return string[]
function M.lacks(manifests)
  local has, list = {}, {}
  for _, manifest in ipairs(manifests) do
    has[manifest.name] = true
  end
  for name, entry in host.sorted_pairs(path and read() or {}) do
    if not has[name] then
      list[#list + 1] = ("%s: %s %s: it is in the lock, and not loaded"):format(path, name,
        entry.version)
    end
  end
  return list
end

return M
