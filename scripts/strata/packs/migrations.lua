--- Migrations: the steps by which packs convert saves of their older versions, each executed once.
local error_text = require("strata.base.error_text")
local host = require("strata.host")
local pack_settings = require("strata.packs.pack_settings")
local semver = require("strata.packs.semver")

local M = {}

--- The steps of a pack that a save of a version still needs, in order: those of later versions.
---@param manifest strata.Manifest
---@param saved string the version of the save
---@return table[] { to, file, line }
function M.steps(manifest, saved)
  local list, version = {}, semver.parse(saved)
  for _, step in ipairs(version and manifest.migrations or {}) do
    if semver.compare(version, step.to) < 0 then
      list[#list + 1] = step
    end
  end
  return list
end

--- The manifest of a pack, from a list or from a table by name.
local function manifest_of(manifests, name)
  for _, manifest in host.sorted_pairs(manifests) do
    if manifest.name == name then
      return manifest
    end
  end
  return nil
end

--- Add to each upgraded pack the steps that loading the save runs.
---@param compared strata.PackCompared[]
---@param manifests table<any, strata.Manifest>
---@return strata.PackCompared[] the same
function M.note(compared, manifests)
  for _, pack in ipairs(compared) do
    local manifest = pack.state == "upgraded" and manifest_of(manifests, pack.name)
    for i, step in ipairs(manifest and M.steps(manifest, pack.saved) or {}) do
      pack.migrations = pack.migrations or {}
      pack.migrations[i] = semver.text(step.to)
    end
  end
  return compared
end

--- Read the file of a step: it returns a function of the world and the version of the save.
local function read_step(manifest, step)
  local path = manifest.path .. "/" .. step.file
  local env = host.environment(manifest.name, manifest.path)
  env.settings = pack_settings.constants(manifest)
  local chunk, message = host.compile(path, host.read(path), env)
  local run = chunk and chunk()
  if not chunk then
    error(message, 0)
  elseif type(run) ~= "function" then
    error(("%s: expected return function(world, from), got %s"):format(path, type(run)), 0)
  end
  return run
end

local function run_step(world, manifest, step, saved)
  local is_fine, message = host.limited(function()
    read_step(manifest, step)(world, saved)
  end)
  if not is_fine then
    local path, form = manifest.path .. "/" .. step.file, "pack '%s', from %s to %s: %s"
    if not message:find(path, 1, true) then -- a budget is over at no line of anybody
      message = ("%s: %s"):format(path, error_text.plain(message))
    end
    error(form:format(manifest.name, saved, semver.text(step.to), message), 0)
  end
end

--- Run the steps that a world of an older version of a pack needs, as one action. If a step fails,
--- its error is raised, and the world is unchanged.
---@param world strata.World
---@param manifest strata.Manifest
---@param saved string
---@return integer count of steps
function M.run(world, manifest, saved)
  local steps = M.steps(manifest, saved)
  world:action(function()
    for _, step in ipairs(steps) do
      run_step(world, manifest, step, saved)
    end
  end)
  return #steps
end

--- Run the steps of all upgraded packs, as one action. If the packs are a list, they are in its
--- order, where a pack comes after those that it uses.
---@param world strata.World
---@param compared strata.PackCompared[]
---@param manifests table<any, strata.Manifest>
function M.run_all(world, compared, manifests)
  local saved = {}
  for _, pack in ipairs(compared) do
    saved[pack.name] = pack.state == "upgraded" and pack.saved or nil
  end
  if next(saved) == nil then
    return
  end
  world:action(function()
    for _, manifest in host.sorted_pairs(manifests) do
      if saved[manifest.name] then
        M.run(world, manifest, saved[manifest.name])
      end
    end
  end)
end

return M
