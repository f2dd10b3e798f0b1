--- symbols.lua ARCHIVE... -- SHARED...: what our object files define.
--
-- Archives (objects): a symbol that other files see is strata_* (public) or
-- st_* (hidden; stl_* and the like in a binding), and no file has writable
-- data: neither globals nor static locals. A strata_* is defined in a file whose
-- name begins with api_, which are those of engine/api. Shared objects: only
-- strata_*, luaopen_strata and the stl_* of bindings/lua/include/strata leave
-- them.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")

local function output(command, path)
  local pipe = assert(io.popen(("%s '%s'"):format(command, path)))
  local text = pipe:read("a")
  assert(pipe:close(), command .. " failed on " .. path)
  return text
end

--- The functions of the binding that its installed headers declare.
local function read_binding_functions()
  tree.open(arg[0]:gsub("[^/]*$", "../.."))
  local function is_header(path)
    return path:match("^bindings/lua/include/strata/.*%.h$")
  end
  local public = {}
  for _, path in ipairs(tree.files(is_header)) do
    for name in tree.read(path):gmatch("STRATA_API[^;]-(stl_[%w_]+)%(") do
      public[name] = true
    end
  end
  return public
end

local BINDING <const> = read_binding_functions()

local function is_public(name)
  return name:match("^strata_") or name == "luaopen_strata" or BINDING[name]
end

local WRITABLE <const> = { "^%.data", "^%.bss", "^%.tdata", "^%.tbss", "^%*COM%*" }

--- Tables of pointers live in .data.rel.ro: constant once they are loaded.
local function is_writable(section)
  if section:match("^%.data%.rel%.ro") then
    return false
  end
  for _, pattern in ipairs(WRITABLE) do
    if section:match(pattern) then
      return true
    end
  end
  return false
end

--- A line of objdump -t: value, seven flags, section, size, visibility, name.
local function read_symbol(line)
  local flags, section, rest = line:match("^%x+ (.......) (%S+)%s+%x+%s+(.+)$")
  if not flags or section == "*UND*" or section == "*ABS*" or flags:match("[df]") then
    return nil
  end
  local visibility, name = rest:match("^(%.%l+) (%S+)$")
  return {
    section = section,
    name = name or rest,
    is_hidden = visibility == ".hidden" or visibility == ".internal",
    is_object = flags:sub(7, 7) == "O",
    is_shared = flags:match("^[gu!]") or flags:sub(2, 2) == "w",
  }
end

local function check_symbol(file, symbol)
  tree.seen = tree.seen + 1
  if symbol.is_object and is_writable(symbol.section) then
    tree.complain("%s: %s is writable (%s)", file, symbol.name, symbol.section)
  end
  if not symbol.is_shared then
    return
  end
  if symbol.is_hidden and not symbol.name:match("^st%l?_") then
    tree.complain("%s: %s is shared between files but not st_*", file, symbol.name)
  elseif not symbol.is_hidden and not is_public(symbol.name) then
    tree.complain("%s: %s would be exported", file, symbol.name)
  elseif not symbol.is_hidden and not file:match("^api_") then
    tree.complain("%s: %s is public and not defined in engine/api", file, symbol.name)
  end
end

local function check_archive(path)
  local file = path
  for line in output("objdump -t", path):gmatch("[^\n]+") do
    file = line:match("^(%S+%.o):") or file
    local symbol = read_symbol(line)
    if symbol then
      check_symbol(file, symbol)
    end
  end
end

local function check_shared(path)
  local exported = 0
  for name in output("nm -D --defined-only", path):gmatch("%S+ %S (%S+)") do
    exported = exported + 1
    if not is_public(name) then
      tree.complain("%s exports %s", path, name)
    end
  end
  if exported == 0 then
    tree.complain("%s exports nothing", path)
  end
  tree.seen = tree.seen + exported
end

local check = check_archive
for _, path in ipairs(arg) do
  if path == "--" then
    check = check_shared
  else
    check(path)
  end
end
tree.close()
