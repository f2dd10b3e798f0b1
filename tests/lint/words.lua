--- words.lua ROOT: the words of card files, what scripts/strata/cardwords.lua describes, and what
-- .luacheckrc lets card files use are the same names.
--
-- The words are made by scripts/strata itself over the classic rules, without an engine.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. arg[1] .. "/scripts/?.lua;" .. package.path
local tree = require("tree")
tree.open(arg[1])

local DESCRIBED <const> = "scripts/strata/cardwords.lua"
local CLASSIC <const> = "cards/classic"

local plainhost = require("plainhost")
plainhost.install({})

local game = require("strata.game").load(CLASSIC)

--- The words; those that only one pack's rules name, and its kinds of events, are no words of all.
local function made()
  local names = { ruleset = true, extend = true, settings = true }
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
  for name in plainhost.sorted_pairs(words) do
    tree.seen = tree.seen + 1
    if not others[name] then
      tree.complain("%s: the word '%s' is missing", where, name)
    end
  end
  for name in plainhost.sorted_pairs(others) do
    if not words[name] then
      tree.complain("%s: '%s' is no word", where, name)
    end
  end
end

local words = made()
compare(words, described(), DESCRIBED)
compare(words, allowed(), ".luacheckrc")
tree.close()
