-- expect: limit
-- why: a text is read as a number in one call, or as an argument of any function; 200 KiB of digits take 0.2 ms
local digits = ("1"):rep(200 * 1024)
while true do local x = tonumber(digits) end
