-- expect: limit
-- why: a replacement is read anew for each match, also where it adds nothing
local text, template = ("a"):rep(1000), ("%1"):rep(100 * 1024)
while true do text:gsub("()", "") text:gsub("(x-)", template, 1000) end
