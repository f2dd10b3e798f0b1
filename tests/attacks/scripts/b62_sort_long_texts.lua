-- expect: limit
-- why: texts that begin alike are compared to their end
local long = ("a"):rep(250 * 1024)
local t = {}
for i = 1, 8000 do t[i] = long end
while true do table.sort(t) end
