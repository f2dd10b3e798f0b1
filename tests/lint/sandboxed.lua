--- sandboxed.lua ROOT PROGRAM WORK: what scripts see of Lua, what help says of it, and what
-- .luacheckrc lets the scripts of packs use are the same names.
--
-- The program itself is asked: a script may walk through its own environment.
local root, program, work = table.unpack(arg)
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(root)
local described = require("described")
described.install(root)
local luacheckrc = require("luacheckrc")
local plainhost = require("plainhost")

local WALK <const> = [[
local function show(name, value)
  if name ~= "strata" and (type(value) == "table") then
    for field in pairs(value) do
      print(name .. "." .. field)
    end
  end
  print(name)
end
for name, value in pairs(_ENV) do
  show(name, value)
end
for word in pairs(strata) do
  print("strata." .. word)
end
]]

--- What a script sees: Lua's names, and the words.
local function seen()
  local path = work .. "/walk.lua"
  local file = assert(io.open(path, "w"))
  file:write(WALK)
  file:close()
  local pipe = assert(io.popen(("'%s' run '%s'"):format(program, path)))
  local all, words = {}, {}
  for name in pipe:lines() do
    local word = name:match("^strata%.(.+)$")
    all[name] = not word or nil
    words[word or ""] = true
  end
  assert(pipe:close(), "the walk has failed")
  local lua = {}
  for name in pairs(all) do
    if name ~= "strata" and not words[name] then
      lua[name] = true
    end
  end
  return lua, all
end

local lua, all = seen()
--- What there is of Lua's own by a name such as "string.rep".
local function plain(name)
  local value = _G
  for part in name:gmatch("[^.]+") do
    value = value and value[part]
  end
  return value
end

described.compare("lua", lua, function(name)
  return type(plain(name)) == "function"
end)
luacheckrc.compare(all, luacheckrc.names("cards/**"), "cards/**")
for name in plainhost.sorted_pairs(lua) do
  tree.seen = tree.seen + 1
  if plain(name) == nil then
    tree.complain("'%s' is nothing of Lua's", name)
  end
end
tree.close()
