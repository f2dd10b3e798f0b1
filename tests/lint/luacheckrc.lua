--- luacheckrc.lua: the names that .luacheckrc lets files use. Needs tree.open.
local tree = require("tree")

local M = {}

local read = nil

--- What .luacheckrc says of a pattern of files.
local function settings(glob)
  if not read then
    local config = setmetatable({ files = {} }, { __index = _G })
    setmetatable(config.files, {
      __index = function(files, name)
        files[name] = {}
        return rawget(files, name)
      end,
    })
    assert(load(tree.read(".luacheckrc"), ".luacheckrc", "t", config))()
    read = config.files
  end
  return rawget(read, glob)
end

local function add(names, list, prefix)
  for key, value in pairs(list) do
    if type(key) == "number" then
      names[prefix .. value] = true
    else
      names[prefix .. key] = true
      add(names, value.fields or {}, prefix .. key .. ".")
    end
  end
end

--- All names that it gives to the files of a pattern, "string.rep" among them.
---@param glob string as it stands there
---@return table<string, boolean>
function M.names(glob)
  local names, of = {}, settings(glob)
  if not of then
    tree.complain(".luacheckrc says nothing of %s", glob)
    return names
  end
  add(names, type(of.std) == "table" and of.std.read_globals or {}, "")
  add(names, of.read_globals or {}, "")
  return names
end

--- Complain about each name that is on one side alone.
---@param there table<string, any>
---@param listed table<string, any>
---@param glob string
function M.compare(there, listed, glob)
  for name in pairs(there) do
    tree.seen = tree.seen + 1
    if not listed[name] then
      tree.complain(".luacheckrc: %s: '%s' is missing", glob, name)
    end
  end
  for name in pairs(listed) do
    if not there[name] then
      tree.complain(".luacheckrc: %s: '%s' is there for nobody", glob, name)
    end
  end
end

return M
