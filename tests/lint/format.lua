--- format.lua ROOT CLANG_FORMAT: every C file is laid out as .clang-format says.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1])

local paths = tree.files(function(path) return path:match("%.[ch]$") end)
local command = ("cd '%s' && xargs '%s' --dry-run -Werror"):format(arg[1], arg[2])
local list = assert(io.popen(command, "w"))
list:write(table.concat(paths, "\n"), "\n")
tree.seen = #paths
if not list:close() then
  tree.complain("run: %s -i on the files above", arg[2])
end
tree.close()
