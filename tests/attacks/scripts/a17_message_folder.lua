-- expect: ok
-- why: where a pack lies differs from machine to machine: a message that a script catches must not tell it
local _, here = pcall(function() error("x") end)
assert(here == "a17_message_folder.lua:3: x", here)
local _, given = xpcall(function() return nil + 1 end, function(message) return message end)
assert(given:find("^a17_message_folder.lua:5: attempt"), given)
local _, again = pcall(error, "it said: " .. "/a/b/c.lua:7: " .. "no; ('d/e.lua:8: f')", 0)
assert(again == "it said: c.lua:7: no; ('e.lua:8: f')", again)
local _, spaced = pcall(error, "my own/folder of/c.lua:7: 1/2", 0)
assert(spaced == "c.lua:7: 1/2", spaced)
local _, missing = pcall(require, "nothing_here")
assert(not missing:find("/"), missing)
assert(select(2, pcall(error, "http://a/b: 1/2.lua", 0)) == "http://a/b: 1/2.lua")
