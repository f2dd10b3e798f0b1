--- The numbers of the first game, and what is left when effects end singly.
local creature = require("creature")

local function expect(subject, power, toughness, when)
  local message = ("%s: %s, not %d/%d"):format(when, creature.size(subject), power, toughness)
  assert(subject.power == power and subject.toughness == toughness, message)
end

local subject = creature.new("Test Creature", 2, 2)
expect(subject, 2, 2, "alone")

local growth = creature.giant_growth(subject)
expect(subject, 5, 5, "with Giant Growth")
local buff = creature.static_buff(subject)
expect(subject, 6, 6, "with Static Buff")
local xenagos = creature.xenagos(subject)
expect(subject, 8, 6, "with Xenagos")

buff:remove()
expect(subject, 7, 5, "without Static Buff")
xenagos:remove()
expect(subject, 5, 5, "without Xenagos")
growth:remove()
expect(subject, 2, 2, "without Giant Growth")

creature.xenagos(subject)
creature.giant_growth(subject)
subject:clear()
expect(subject, 2, 2, "after all ended")
