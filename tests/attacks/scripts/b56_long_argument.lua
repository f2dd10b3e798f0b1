-- expect: limit
-- why: math.floor takes a text for a number as tonumber does
local digits = (" "):rep(200 * 1024) .. "1"
while true do local x = math.floor(digits) end
