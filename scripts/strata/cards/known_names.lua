--- What a code is given by whoever starts it: names that stand in its texts.
local host = require("strata.host")

local M = {}

--- The names that stand in texts: $target, $x.
---@param value any
---@param into table<string, true>
---@return table<string, true> into
local function names_in(value, into)
  if type(value) == "string" then
    for name in value:gmatch("%$([%l_][%l%d_]*)") do
      into[name] = true
    end
  elseif type(value) == "table" then
    for _, item in host.sorted_pairs(value) do
      names_in(item, into)
    end
  end
  return into
end

M.within = names_in

local GIVEN <const> = { target = "ref", x = "int", choice = "sym", second_choice = "sym" }

local function type_of_given(program, name)
  return program.bound[name] or GIVEN[name] or (name:match("^target_%d+$") and "ref") or nil
end

--- What a code is given by whoever starts it: names that nothing in it binds.
---@param outer strata.Programs
---@param program strata.Programs
---@param spec table of the code
---@return table<string, string>|nil types by name
function M.of(outer, program, spec)
  local names
  for name in host.sorted_pairs(names_in(spec, {})) do
    local is_own = name == "you" or name == "i" or program.bound[name]
    local kind = not is_own and type_of_given(outer, name)
    if kind then
      names = names or {}
      names[name] = kind
    end
  end
  return names
end

return M
