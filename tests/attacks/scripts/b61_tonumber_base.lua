-- expect: limit
-- why: tonumber with a base reads a text to its end
local digits = ("z"):rep(250 * 1024)
while true do local _ = tonumber(digits, 36) end
