-- expect: ok | error 'attempt to index a number value'
-- why: wrong code up to 5.4.7 for _ENV[1 < 2] (fixed 782ef85b, 5.4.8); it ends in a clean error and harms nothing
_ENV[true] = 10
local function aux() return _ENV[1 < 2] end
assert(aux() == 10)
