--- The first game: one creature, three effects, four turns.
local creature = require("creature")

local subject = creature.new("Test Creature", 2, 2)

local function tell(turn, event, when)
  print(("--- Turn %d: %s ---"):format(turn, event))
  print(("%s %s %s"):format(subject.name, when, creature.size(subject)))
end

tell(1, "Base stats", "starts as")

creature.giant_growth(subject)
tell(1, "Giant Growth Applied (+3/+3)", "after Giant Growth:")

creature.static_buff(subject)
tell(2, "Static Buff Applied (+1/+1)", "after Static Buff:")

creature.xenagos(subject)
tell(3, "Xenagos, God of Revels Effect Applied (base: x2/x1)", "after Xenagos Effect:")

subject:clear()
tell(4, "Effects Worn Off", "after all effects expire:")
