--- words.lua ROOT: the words of card files, what scripts/strata/cardwords.lua describes, and what
-- .luacheckrc lets card files use are the same names.
--
-- The words are made by scripts/strata itself over the classic rules. What it needs of C is given
-- here: of reading files little, of the engine nothing.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. arg[1] .. "/scripts/?.lua;" .. package.path
local tree = require("tree")
tree.open(arg[1])

local DESCRIBED <const> = "scripts/strata/cardwords.lua"
local CLASSIC <const> = "cards/classic"

local function sorted_pairs(t)
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

package.loaded["strata.host"] = {
  sorted_pairs = sorted_pairs,
  metatable = debug.getmetatable,
  place = function() end,
  read = tree.read,
  list = function()
    return {}
  end,
  compile = function(path, text, env)
    return load(text, "@" .. path, "t", env)
  end,
  manifest = function(path)
    return load(tree.read(path .. "/pack.lua"), path, "t", {})()
  end,
}

-- What operations become there does not matter here.
local nothing = setmetatable({}, {
  __index = function(self)
    return self
  end,
  __call = function(self)
    return self
  end,
})
package.loaded.strata = nothing

local game = require("strata.game").load(CLASSIC)

--- The words; those that only one pack's rules name, and its kinds of events, are no words of all.
local function made()
  local names = { ruleset = true, extend = true }
  for name in pairs(game.words) do
    local is_own = game.schema.data.names[name] or game.kinds.known[name]
    names[name] = not is_own or nil
  end
  return names
end

local function described()
  local names = {}
  for _, line in tree.lines(DESCRIBED) do
    local name = line:match("^function ([%w_]+)%(") or line:match("^([%w_]+) = nil$")
    if name then
      names[name] = true
    end
  end
  return names
end

local function allowed()
  local config = setmetatable({ files = setmetatable({}, {
    __index = function(files, glob)
      files[glob] = {}
      return rawget(files, glob)
    end,
  }) }, { __index = _G })
  assert(load(tree.read(".luacheckrc"), ".luacheckrc", "t", config))()
  local names = {}
  for _, name in ipairs(config.files["cards/*/cards/**"].std.read_globals) do
    names[name] = true
  end
  return names
end

local function compare(words, others, where)
  for name in sorted_pairs(words) do
    tree.seen = tree.seen + 1
    if not others[name] then
      tree.complain("%s: the word '%s' is missing", where, name)
    end
  end
  for name in sorted_pairs(others) do
    if not words[name] then
      tree.complain("%s: '%s' is no word", where, name)
    end
  end
end

local words = made()
compare(words, described(), DESCRIBED)
compare(words, allowed(), ".luacheckrc")
tree.close()
