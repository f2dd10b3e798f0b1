--- A module that returns nothing: sandbox.lua requires it twice.
local check = require("check")
check.runs = (check.runs or 0) + 1
