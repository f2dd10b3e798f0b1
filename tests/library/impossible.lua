--- impossible.lua ROOT: the conditions that can never hold are found, and no others.
package.path = arg[1] .. "/scripts/?.lua;" .. package.path
local dead_conditions = require("strata.check.dead_conditions")

local NEVER <const> = {
  "false",
  "(false)",
  "this.power >= 1 and false",
  "1 >= 2",
  "(it.power >= 3) and (it.power <= 2)",
  "it.power = 1 and it.power >= 2",
  "event.count = 1 and (x and event.count > 1)",
  "it.power < -1 and it.power > -2",
  "this.tapped and not this.tapped",
  "not (this.tapped) and (this.tapped)",
  "kinds has 'elf' and (it != this and not (kinds has 'elf'))",
  "event.kind = 'a' and event.kind = 'b'",
}

local PERHAPS <const> = {
  "true",
  "2 >= 1",
  "it.power >= 2 and it.power <= 2",
  "it.power >= 3 or it.power <= 2",
  "(it.power >= 3 or it.power <= 2) and it.power = 5",
  "it.power >= 3 and this.power <= 2",
  "not this.tapped and it.tapped",
  "this.tapped or not this.tapped",
  "kinds has 'elf' and kinds has 'goblin'",
  "event.kind = 'a' and event.other = 'b'",
  "event.kind = 'a and b' and event.kind = 'a and b'",
  "count(it.power >= 3) = 0 and it.power >= 3",
  "count(it.power >= 3 and it.power <= 2) = 0",
  "not (it.power >= 3 and it.power <= 2)",
  "it.power - 1 >= 3 and it.power <= 3",
  "it.power > 9223372036854775806 and it.power > 0",
}

local failed = 0
local function check(list, wanted)
  for _, text in ipairs(list) do
    if dead_conditions.is(text) ~= wanted then
      failed = failed + 1
      print(("%s: expected %s"):format(text, wanted and "never" or "perhaps"))
    end
  end
end

check(NEVER, true)
check(PERHAPS, false)
print(("%d looked at, %d complaints"):format(#NEVER + #PERHAPS, failed))
assert(failed == 0)
