--- Modules of packs: files of Lua in the folder `lib` of a pack, which its other files require.
---
--- A module runs once for a game, when the first file requires it, with what functions of cards may
--- name. Its result is frozen as what handlers have from outside is, so no state hides in it.
local file_outline = require("strata.base.file_outline")
local lists = require("strata.base.lists")
local pack_file = require("strata.base.pack_file")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local pack_settings = require("strata.packs.pack_settings")

local M = {}

---@class strata.Modules the modules of a game
---@field values table<string, any> frozen, by path
---@field failed table<string, true> those with a mistake, which has been raised, by path
---@field running string[] names of those of a pack that are being run, each requires the next
---@field memo table for host.frozen

---@return strata.Modules
local function new_modules()
  return { values = {}, failed = {}, running = {}, memo = {} }
end

local function refuse(files, form, ...)
  local path, line = pack_file.place()
  error(files:message(path, line, ("require: %s"):format(form:format(...))), 0)
end

--- The modules of a pack: their paths by name, "lib.dice".
local function modules_of(pack)
  local is_there, paths = pcall(host.list, pack.path .. "/lib")
  local known = {}
  for _, path in ipairs(is_there and paths or {}) do
    local inner = path:sub(#pack.path + 2):match("^(.*)%.lua$")
    known[inner:gsub("/", ".")] = path
  end
  return known
end

--- The path of a module. Only what lies in the folder itself is one, and no link out of it.
local function need_path(files, pack, name)
  if type(name) ~= "string" then
    refuse(files, "expected the name of a module, such as \"lib.dice\", got %s", type(name))
  end
  local known = modules_of(pack)
  if known[name] then
    return known[name]
  end
  local own, hint = "lib." .. name, spelling.hint(name, spelling.keys(known))
  if known[own] then
    hint = ("; did you mean '%s'?"):format(own)
  elseif hint == "" then
    hint = "; lib/dice.lua in its folder would be \"lib.dice\""
  end
  return refuse(files, "the pack '%s' has no module '%s'%s", pack.name, name, hint)
end

local function refuse_circle(files, running, name)
  local first = 1
  while running[first] ~= name do
    first = first + 1
  end
  local chain = table.concat(running, " -> ", first)
  local form = "'%s' requires itself: %s -> %s; put what they share into one that requires neither"
  refuse(files, form, name, chain, name)
end

--- What a module can name: what functions of cards can, its settings, and other modules.
local function words_of(pack, own)
  local words = {}
  for name, value in host.sorted_pairs(host.environment(pack.name, pack.path)) do
    words[name] = value
  end
  for name, value in host.sorted_pairs(own) do
    words[name] = value
  end
  return words
end

--- Run a module. Its result is a table or a function; anything else would be of no use.
local function run(files, path, name, words)
  local result = files:run(path, words, true)
  if type(result) ~= "table" and type(result) ~= "function" then
    files:refuse_result(path, "a table or a function", result)
  end
  local line = file_outline.return_line(files:outline(path))
  return host.frozen(result, path, line, name, files.modules.memo)
end

local function need_module(files, pack, own, name)
  files.modules = files.modules or new_modules()
  local modules, path = files.modules, need_path(files, pack, name)
  if lists.includes(modules.running, name) then
    refuse_circle(files, modules.running, name)
  elseif modules.values[path] == nil then
    modules.running[#modules.running + 1] = name
    local is_fine, result = pcall(run, files, path, name, words_of(pack, own))
    modules.running[#modules.running] = nil
    if not is_fine then
      modules.failed[path] = true
      error(result, 0)
    end
    modules.values[path] = result
  end
  return modules.values[path]
end

--- The words that files of a pack have of their own: its settings, and `require` for its modules.
---@param files strata.Files
---@param pack strata.Manifest
---@return table<string, any>
function M.words(files, pack)
  local own = { settings = pack_settings.constants(pack) }
  own.require = function(name)
    return need_module(files, pack, own, name)
  end
  return own
end

--- Run the modules of a pack that no file has required.
---@param files strata.Files
---@param pack strata.Manifest
---@param problems string[] gets what is wrong with them
function M.check(files, pack, problems)
  local own = M.words(files, pack)
  for name, path in host.sorted_pairs(modules_of(pack)) do
    if not (files.modules and files.modules.failed[path]) then
      local is_fine, problem = pcall(need_module, files, pack, own, name)
      problems[#problems + 1] = not is_fine and tostring(problem) or nil
    end
  end
end

--- Whether the modules that an earlier game has run say what they said.
---@param files strata.Files of that game
---@return boolean
function M.are_same(files)
  for path in next, files.modules and files.modules.values or {} do
    if not host.says(path, files.texts[path]) then
      return false
    end
  end
  return true
end

--- Take over the modules of an earlier game.
---@param files strata.Files
---@param earlier strata.Files of that game
function M.adopt(files, earlier)
  files.modules = earlier.modules
  for path in next, earlier.modules and earlier.modules.values or {} do
    files.texts[path] = earlier.texts[path]
  end
end

return M
