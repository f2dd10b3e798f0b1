--- door.lua ROOT: all public calls go through the door of a world.
--
-- While an action waits for an answer, the state of its world may be ahead, in the middle of the
-- action. So each function of the public headers that takes a world begins with st_world_go_back,
-- for each world that it takes, unless it looks at no state, or at the open decisions alone.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1])

--- Functions that leave a world ahead, and why they may.
local STAY_AHEAD <const> = {
  strata_answer = "it goes on",
  strata_decision_count = "decisions of the execution",
  strata_decision_get = "decisions of the execution",
  strata_last_action = "no state",
  strata_recover = "a call that was left is given up, and what was ahead with it",
  strata_world_error = "no state",
  strata_world_free = "nothing is left",
  strata_world_rules = "no state",
  strata_world_set_interrupt = "no state",
  strata_world_stats = "what it counts was noted as the action began; bytes are those in use",
}

--- Worlds that get another state, so that theirs is not looked at.
local REPLACED <const> = { strata_fork = "into", strata_peek = "into" }

--- Functions that are fast, and whose slow path goes back; they take no other path ahead.
local SLOW_PATHS <const> = {
  strata_get_int = { "get_int_checked", "get_int_after_refresh" },
  strata_set_base_int = { "set_int_checked" },
  strata_set_base_symbol = { "set_symbol_checked" },
}

--- The functions of the public headers that take worlds: the names of these parameters.
local function functions_of_worlds()
  local found, count = {}, 0
  local headers = tree.files(function(path)
    return path:match("^engine/include/.*%.h$") ~= nil
  end)
  for _, path in ipairs(headers) do
    local text = tree.read(path):gsub("/%*.-%*/", "")
    for name, parameters in text:gmatch("(strata_[%l_]+)(%b())%s*;") do
      local worlds = {}
      for parameter in parameters:gmatch("strata_world %*([%l_]+)") do
        worlds[#worlds + 1] = parameter
      end
      if #worlds > 0 then
        found[name], count = worlds, count + 1
      end
    end
  end
  return found, count
end

--- The bodies of all functions of the engine's highest floor, by name, and their files.
local function bodies()
  local found = {}
  local files = tree.files(function(path)
    return path:match("^engine/api/.*%.c$") ~= nil
  end)
  for _, path in ipairs(files) do
    for head, body in tree.read(path):gmatch("\n(%l[^\n;#}]-%b())%s*(%b{})") do
      local name = head:match("([%w_]+)%b()$")
      if name then
        found[name] = { path = path, text = body }
      end
    end
  end
  return found
end

--- Whether a body begins with going back, of this world or first of others.
local function begins_with_door(body, world)
  local calls = body.text:match("^{\n([^}]*)")
  while calls do
    local of, rest = calls:match("^  st_world_go_back%((%l+)%);\n(.*)")
    if of == world then
      return true
    end
    calls = rest
  end
  return false
end

local all = bodies()

local function check(name, world)
  local body = all[name]
  if not body then -- of the library for Lua, which knows worlds by these functions alone
    if not name:match("^strata_pack_") and not name:match("^strata_vm_") then
      tree.complain("%s: its body is not found in engine/api", name)
    end
  elseif not begins_with_door(body, world) then
    tree.complain("%s: %s must begin with st_world_go_back(%s): else it may see a state in the "
      .. "middle of an action", body.path, name, world)
  end
end

local function check_all(public)
  for name, worlds in pairs(public) do
    for _, world in ipairs(STAY_AHEAD[name] and {} or worlds) do
      for _, body in ipairs(REPLACED[name] == world and {} or SLOW_PATHS[name] or { name }) do
        check(body, world)
      end
    end
  end
end

local public, count = functions_of_worlds()
if count < 120 then
  tree.complain("only %d public functions that take worlds are found", count)
end
check_all(public)
for _, rows in ipairs({ STAY_AHEAD, REPLACED, SLOW_PATHS }) do
  for name in pairs(rows) do
    if not public[name] then
      tree.complain("tests/lint/door.lua: there is no function %s", name)
    end
  end
end
for name in pairs(STAY_AHEAD) do
  for _, world in ipairs(all[name] and public[name] or {}) do
    if begins_with_door(all[name], world) then
      tree.complain("tests/lint/door.lua: %s goes back, and needs no reason to stay ahead", name)
    end
  end
end
tree.seen = count
tree.close()
