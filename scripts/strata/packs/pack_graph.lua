--- The graph of a game's packs: which pack names which, and which comes before which.
local M = {}

-- The dependencies that let a pack use another one, and those that put it behind one.
local USES <const> = { "requires", "optional" }
local ORDERS <const> = { "requires", "optional", "after" }

--- Whether some dependencies of a manifest name a pack.
local function has(list, name)
  for _, dependency in ipairs(list) do
    for _, choice in ipairs(dependency.choices) do
      if choice.name == name then
        return true
      end
    end
  end
  return false
end

--- Whether a manifest names a pack, required or optional.
---@param pack strata.Manifest
---@param name string
---@return boolean
function M.names(pack, name)
  return has(pack.requires, name) or has(pack.optional, name)
end

--- The pack with a name; nil if the list has none.
---@param packs strata.Manifest[]
---@param name string
---@return table|nil
function M.find(packs, name)
  for _, pack in ipairs(packs) do
    if pack.name == name then
      return pack
    end
  end
  return nil
end

--- The pack in whose folder a file is.
---@param packs strata.Manifest[]
---@param path string
---@return table|nil
function M.of_file(packs, path)
  local found = nil
  for _, pack in ipairs(packs) do
    local is_inside = path:sub(1, #pack.path + 1) == pack.path .. "/"
    if is_inside and (not found or #pack.path > #found.path) then
      found = pack
    end
  end
  return found
end

--- The optional pack with which a file of a pack belongs: "craft_tax" of one in a folder
--- with_craft_tax. Nil if it belongs to all. Raises if the manifest does not name that pack.
---@param pack strata.Manifest
---@param path string
---@return string|nil
function M.with(pack, path)
  local name = path:sub(#pack.path + 1):match("/with_([%l%d_]+)/")
  if name and not has(pack.optional, name) then
    local form = "%s: its folder names the pack '%s', which is not optional in %s/pack.lua"
    error(form:format(path, name, pack.path), 0)
  end
  return name
end

--- The pack that satisfies a dependency: the pack with its name, or one that provides this name.
local function meant(packs, name)
  local found = M.find(packs, name)
  for _, pack in ipairs(packs) do
    for _, provided in ipairs(pack.provides) do
      found = found or (provided.name == name and pack or nil)
    end
  end
  return found
end

local reaches

local function reaches_by(packs, dependency, wanted, fields, seen)
  for _, choice in ipairs(dependency.choices) do
    local other = meant(packs, choice.name)
    local is_new = other and not seen[other.name]
    if is_new and (other == wanted or reaches(packs, other, wanted, fields, seen)) then
      return true
    end
  end
  return false
end

function reaches(packs, pack, wanted, fields, seen)
  seen[pack.name] = true
  for _, field in ipairs(fields) do
    for _, dependency in ipairs(pack[field]) do
      if reaches_by(packs, dependency, wanted, fields, seen) then
        return true
      end
    end
  end
  return false
end

--- Whether a pack depends on another pack of a game, directly or through other packs.
---@param packs strata.Manifest[] of the game
---@param pack strata.Manifest
---@param other strata.Manifest
---@return boolean
function M.depends(packs, pack, other)
  return reaches(packs, pack, other, USES, {})
end

--- Whether a pack comes after another pack of a game, directly or through other packs: by a
--- dependency, or by `after`.
---@param packs strata.Manifest[] of the game
---@param pack strata.Manifest
---@param other strata.Manifest
---@return boolean
function M.comes_after(packs, pack, other)
  return reaches(packs, pack, other, ORDERS, {})
end

return M
