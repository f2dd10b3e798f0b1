-- expect: limit
-- why: string.format writes 400 digits for a few bytes of format
local numbers = {}
for i = 1, 60 do numbers[i] = 1.7e308 end
while true do local x = ("%.99f"):rep(60):format(table.unpack(numbers)) end
