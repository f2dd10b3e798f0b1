--- why: rows and texts, which stay valid when the explained world is gone.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local world, bear, elf = check.game()

local add, each, set, the = strata.add, strata.each, strata.set, strata.the

local growth = world:effect({ name = "Giant Growth", on = bear, source = elf, power = add(3) })
world:effect({ name = "Never", on = bear, when = the(bear).tapped, power = add(9) })
world:effect({ name = "Humility", on = each.creature, power = set(1) })

local why = bear:why("power")
equal(why.base, 2)
equal(why.value, 4)
equal(why.attribute, "power")
equal(why.entity == bear, true)
equal(tostring(why), why.text)
equal(why.text:find("Giant Growth", 1, true) ~= nil, true)
equal(why[1].name, "Humility")
equal(why[1].layer, "pt.set")
equal(why[1].op, "set")
equal(why[1].before, 2)
equal(why[1].after, 1)
equal(why[1].step, "applied")
equal(why[1].source, nil)
local applied = {}
for _, row in ipairs(why) do
  if row.step == "applied" then
    applied[#applied + 1] = row
  end
end
equal(#applied, 2)
equal(applied[2].effect == growth, true)
equal(applied[2].source == elf, true)
equal(applied[2].timestamp, growth.timestamp)
equal(applied[2].before + 3, applied[2].after)
equal(tostring(strata.why(bear, "power")), why.text)
equal(#elf:why("toughness"), 0)
equal(tostring(elf:why("types").value), "{creature, elf}")

bear:remove()
equal(why[1].name, "Humility", "it outlives the card")
fails(bear.id, bear.why, bear, "power")
fails("unknown attribute 'powr'; did you mean 'power'?", elf.why, elf, "powr")
fails("string expected", elf.why, elf)
