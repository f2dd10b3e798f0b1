--- The source tree for lints: its files, their lines, and the list of complaints.
local M = { bad = 0, seen = 0 }

local root

--- Name the checkout; first thing that a lint does.
---@param path string
function M.open(path)
  root = path:gsub("/+$", "")
end

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

--- What is built and what git keeps is no part of the tree. Neither is walked: builds are large,
--- and folders in them vanish while other tests run.
local FIND <const> = [[find . \( -path ./build -o -path ./.git \) -prune -o -type f -print]]

--- Paths below the root, sorted, for which `wanted(path)` is true.
---@param wanted fun(path: string): boolean
---@return string[]
function M.files(wanted)
  local found = {}
  local list = assert(io.popen("cd " .. quoted(root) .. " && " .. FIND .. " | LC_ALL=C sort"))
  for line in list:lines() do
    local path = line:sub(3)
    if wanted(path) then
      found[#found + 1] = path
    end
  end
  assert(list:close(), "find failed")
  return found
end

---@param path string relative to the root
---@return string
function M.read(path)
  local file <close> = assert(io.open(root .. "/" .. path, "rb"))
  return file:read("a")
end

--- Each line of a file with its number.
---@param path string
---@return fun(): integer?, string?
function M.lines(path)
  local next_line = (M.read(path) .. "\n"):gsub("\n\n$", "\n"):gmatch("(.-)\n")
  local number = 0
  return function()
    local line = next_line()
    number = number + 1
    if line then
      return number, line
    end
  end
end

--- Report one thing that is wrong.
function M.complain(...)
  io.stderr:write(string.format(...), "\n")
  M.bad = M.bad + 1
end

--- End the lint: it fails if anything was wrong, or if it looked at nothing.
function M.close()
  if M.seen == 0 then
    M.complain("looked at nothing: is the root right?")
  end
  print(("%d looked at, %d complaints"):format(M.seen, M.bad))
  os.exit(M.bad == 0)
end

return M
