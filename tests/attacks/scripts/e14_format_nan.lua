-- expect: ok
-- why: machines give a NaN another sign
local nan = 0 / 0
assert(string.format("%.1f|%g|%5.1f", nan, -nan, nan) == "nan|nan|  nan", string.format("%.1f", nan))
assert(string.format("%.1f", -1 / 0) == "-inf" and tostring(nan) == "nan")
