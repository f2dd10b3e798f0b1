--- where.lua ROOT: the engine's pages point at what is there.
--
-- In engine/README.md and engine/GLOSSARY.md a table row with a file in its last cell but one says
-- that the names in its last cell stand in that file. In all pages below engine/, a path between
-- backticks exists, and so does a name that begins with st_, ST_, strata_ or STRATA_. The rooms in
-- engine/README.md are those of floors.lua, in its order, and each has a README.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
local root = arg[1]
tree.open(root)

local TABLES <const> = { ["engine/README.md"] = 20, ["engine/GLOSSARY.md"] = 40 }
local ENDINGS <const> = { "", ".h", ".c", ".lua" }

local function is_there(path)
  local file = io.open(root .. "/" .. path)
  if file then
    file:close()
  end
  return file ~= nil
end

--- Whether a path means something: from the root, from engine/, or from the page's own folder.
local function is_path(path, page)
  for _, base in ipairs({ "", "engine/", page:match("^.*/") }) do
    for _, ending in ipairs(ENDINGS) do
      if is_there(base .. path .. ending) then
        return true
      end
    end
  end
  return false
end

--- Whether a name stands in a text, alone; "613.8" also stands in "613.8b".
local function stands_in(text, name)
  local plain = name:gsub("%p", "%%%0")
  local ends = name:match("%d$") and "%f[%D]" or "%f[^%w_]"
  return text:find("%f[%w_]" .. plain .. ends) ~= nil
end

local function check_row(page, number, file, names)
  if not is_there(file) then
    return tree.complain("%s:%d: there is no %s", page, number, file)
  end
  local text = tree.read(file)
  for name in names:gmatch("`([^`]+)`") do
    if not stands_in(text, name) then
      tree.complain("%s:%d: '%s' does not stand in %s", page, number, name, file)
    end
  end
end

--- The rows of a page's tables, and how many it must have at least.
local function check_tables(page, least)
  local rows = 0
  for number, line in tree.lines(page) do
    local file, names = line:match("^|.*| `([^`| ]+/[^`| ]+)` | (`[^|]*`) |$")
    if file then
      rows = rows + 1
      check_row(page, number, file, names)
    end
  end
  tree.seen = tree.seen + rows
  if rows < least then
    tree.complain("%s: %d rows of what is where; %d are too few", page, rows, least)
  end
end

--- All names of the engine that other files can use.
local function engine_names()
  local names = {}
  for _, path in ipairs(tree.files(function(p) return p:match("^engine/.*%.[ch]$") end)) do
    for name in tree.read(path):gmatch("%f[%w_][sS][tT]%w*_[%w_]+") do
      names[name] = true
    end
  end
  return names
end

local names = engine_names()

local function check_quoted(page, number, quoted)
  local name = quoted:match("^[sS][tT]%w*_[%w_]+") or quoted
  local is_family = name ~= quoted and quoted:sub(#name + 1, #name + 1) == "*"
  local is_name = name:match("^st_") or name:match("^ST_") or name:lower():match("^strata_")
  if is_name and not is_family and not names[name] then
    tree.complain("%s:%d: the engine has no %s", page, number, name)
  elseif quoted:match("^[%w_.]+/[%w_./]+$") and not is_path(quoted:gsub("/$", ""), page) then
    tree.complain("%s:%d: there is no %s", page, number, quoted)
  end
end

local function check_page(page)
  tree.seen = tree.seen + 1
  local is_code = false
  for number, line in tree.lines(page) do
    is_code = is_code ~= (line:sub(1, 3) == "```")
    for quoted in (is_code and "" or line):gmatch("`([^`]+)`") do
      check_quoted(page, number, quoted)
    end
  end
end

--- Folders in the order in which a text names them first.
local function rooms_in(text, form)
  local rooms, known = {}, {}
  for room in text:gmatch(form) do
    if not known[room] then
      rooms[#rooms + 1], known[room] = room, true
    end
  end
  return rooms
end

local function check_rooms()
  local told = rooms_in(tree.read("engine/README.md"), "\n| `([%l/]+)/` |")
  local real = rooms_in(tree.read("tests/lint/floors.lua"), '\n  "([%l/]+)/[%w_]+"')
  if table.concat(told, " ") ~= table.concat(real, " ") then
    tree.complain("engine/README.md: the rooms are these: %s", table.concat(real, ", "))
  end
  for _, room in ipairs(real) do
    if not is_there("engine/" .. room .. "/README.md") then
      tree.complain("engine/%s/README.md is missing", room)
    end
  end
end

check_rooms()
for page, least in pairs(TABLES) do
  check_tables(page, least)
end
for _, page in ipairs(tree.files(function(path) return path:match("^engine/.*%.md$") end)) do
  check_page(page)
end
tree.close()
