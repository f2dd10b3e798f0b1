--- Effects that are cards of their own, for some turns and for good; venom; scores; a fighter that
--- has fallen, as it was last.
local mage, viper = game:put("Mage"), game:put("Viper")
local recruit, squire = game:put("Recruit", nil, "B"), game:put("Squire", nil, "B")
local martyr, duelist = game:put("Martyr", nil, "B"), game:put("Duelist")
local function strike(who, foe)
  world:act("strike", { who = who, foe = foe }, { settling = "all" })
end
world:act("apply", { who = recruit, card = "grim", turns = 3 })
world:act("apply", { who = recruit, card = "doubled", turns = 0 })
world:act("apply", { who = squire, card = "hale", turns = 2 })
world:act("apply", { who = mage, card = "sore", turns = 1 })
A.base.acting = true
strike(viper, recruit)
strike(viper, squire)
strike(recruit, viper)
strike(duelist, martyr)
world:act("practice", { who = duelist, count = 5 })
world:act("turn_begins", {}, { settling = "all" })
world:act("turn_ends", {}, { settling = "all" })
world:note(nil, "struck", viper)
