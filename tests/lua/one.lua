--- one.lua ROOM/SCRIPT: runs a script of this folder. Scripts of all rooms find `check` here.
local name = (...):gsub("/", ".")
require(name)
