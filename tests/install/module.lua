--- `require "strata"` works in a Lua without any setup.
local strata = require("strata")
assert(type(strata) == "table", "the module is a table")
assert(package.loaded.strata == strata, "and loads once")
