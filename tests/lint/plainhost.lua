--- plainhost.lua: what scripts/strata needs of C, in plain Lua: of files little, of the engine
-- nothing. So words of cards and kinds of events can be made, and looked at, without an engine.
local plainoutline = require("plainoutline")
local tree = require("tree")

local M = {}

--- All of a table, in order of its keys: numbers, then texts.
function M.sorted_pairs(t)
  local keys, i = {}, 0
  for key in pairs(t) do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b)
    return type(a) == type(b) and a < b or type(a) == "number" and type(b) ~= "number"
  end)
  return function()
    i = i + 1
    return keys[i], t[keys[i]]
  end
end

local function without_steps(is_fine, ...)
  return is_fine, nil, ...
end

--- Let scripts/strata find it as strata.host, and nothing as strata. `files` are read before those
-- of the tree: texts by path, looked up when they are read.
function M.install(files)
  local compiled = {}
  package.loaded["strata.host"] = {
    sorted_pairs = M.sorted_pairs,
    metatable = debug.getmetatable,
    --- The line of a compiled file that is running.
    place = function()
      for level = 2, 100 do
        local call = debug.getinfo(level, "Sl")
        if not call then
          return nil
        elseif compiled[call.source] and call.currentline > 0 then
          return call.source:sub(2), call.currentline
        end
      end
    end,
    read = function(path)
      return files[path] or tree.read(path)
    end,
    named = function(t)
      local fields = {}
      for key, value in pairs(t) do
        fields[key] = type(key) == "string" and value or nil
      end
      return fields
    end,
    --- Here every ability is compiled for itself.
    shape = function()
      return nil
    end,
    --- The text of one of scripts/strata.
    script = function(name)
      return tree.read("scripts/" .. name:gsub("%.", "/") .. ".lua")
    end,
    --- The modules of a pack; of other folders nothing is read.
    list = function(folder)
      return tree.files(function(path)
        return folder:match("/lib$") ~= nil and path:sub(1, #folder + 1) == folder .. "/"
      end)
    end,
    environment = function()
      return { ipairs = ipairs }
    end,
    frozen = function(value)
      return value
    end,
    is_file = function(path)
      return files[path] ~= nil or (pcall(tree.read, path))
    end,
    compile = function(path, text, env)
      compiled["@" .. path] = true
      return load(text, "@" .. path, "t", env)
    end,
    --- Without limits: those are of C.
    within = function(_, run, ...)
      return without_steps(pcall(run, ...))
    end,
    --- As of C, but for the scan of its text: that is a test of tests/binding/test_pack.c.
    manifest = function(path)
      local text = files[path .. "/pack.lua"] or tree.read(path .. "/pack.lua")
      local raw = load(text, path, "t", {})()
      local manifest, problems = require("strata.packs.pack_manifest").check(raw, text, path)
      return manifest or error(problems, 0)
    end,
    is_pack = function(path)
      return files[path .. "/pack.lua"] ~= nil
    end,
    packs = function(folder)
      local names = {}
      for path in M.sorted_pairs(files) do
        names[#names + 1] = path:match("^" .. folder:gsub("%p", "%%%0") .. "/([^/]+)/pack%.lua$")
      end
      return names
    end,
    installed = function()
      return nil
    end,
    outline = plainoutline.outline,
    code = function(run)
      return { path = debug.getinfo(run, "S").short_src }
    end,
    mistake = plainoutline.mistake,
    word_line = plainoutline.word_line,
  }
  package.loaded.strata = setmetatable({}, {
    __index = function(self)
      return self
    end,
    __call = function(self)
      return self
    end,
  })
end

return M
