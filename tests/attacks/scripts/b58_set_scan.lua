-- expect: limit
-- why: a set in a pattern is read from its beginning for each character
local set = "[" .. ("a"):rep(250 * 1024) .. "]"
while true do local _ = ("b"):find(set) end
