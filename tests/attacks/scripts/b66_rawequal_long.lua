-- expect: limit
-- why: rawequal compares long texts byte by byte
local a, b = ("a"):rep(250 * 1024) .. "x", ("a"):rep(250 * 1024) .. "x"
while true do rawequal(a, b) end
