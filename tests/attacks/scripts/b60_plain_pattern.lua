-- expect: limit
-- why: find looks for a character with a meaning in the whole pattern
local pattern = ("a"):rep(250 * 1024)
while true do ("x"):find(pattern) end
