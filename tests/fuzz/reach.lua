--- Every public function of the engine is called by a fuzzer.
---
---   lua5.4 reach.lua <strata.h> <source>...
---
--- The functions are those of the headers that strata.h includes.

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

--- Names of the functions that a header declares, without those of scripts.
local function declared(text)
  local names = {}
  text = text:gsub("/%*.-%*/", ""):gsub("#[^\n]*", "")
  for declaration in text:gmatch("STRATA_API(.-);") do
    local name = declaration:match("(strata_[%w_]+)%s*%(")
    local is_called_by_header = name and name:match("_for$")
    if name and not name:match("^strata_vm_") and not name:match("^strata_pack_")
      and not is_called_by_header then
      names[#names + 1] = name
    end
  end
  return names
end

local function main(header, ...)
  local code = {}
  for _, path in ipairs({ ... }) do
    code[#code + 1] = read(path):gsub("/%*.-%*/", "")
  end
  local all, missing = table.concat(code), 0
  local text = {}
  for name in read(header):gmatch('#include "([^"]+)"') do
    text[#text + 1] = read(header:gsub("[^/]*$", "") .. name)
  end
  local names = declared(table.concat(text, "\n"))
  for _, name in ipairs(names) do
    if not all:find(name .. "%s*%(") then
      missing = missing + 1
      io.stderr:write(name, " is called by no fuzzer\n")
    end
  end
  print(("%d of %d public functions are fuzzed"):format(#names - missing, #names))
  return missing == 0 and #names > 50
end

os.exit(main(table.unpack(arg)), true)
