-- expect: limit
-- why: %f looks into its set twice
local set = "%f[" .. ("a"):rep(250 * 1024) .. "]"
while true do local _ = ("b"):find(set) end
