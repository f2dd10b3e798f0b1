-- expect: limit
-- why: pairs sorts keys, which may be long and begin alike
local t = {}
local p = ("a"):rep(250 * 1024)
for i = 1, 12 do t[p .. string.char(100 - i)] = 1 end
while true do pairs(t) end
