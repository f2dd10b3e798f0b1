--- A question is open: a Duelist is hit.
local first, second = game:put("Duelist"), game:put("Duelist", nil, "B")
game:put("Ghost")
world:act("hit", { who = game:put("Knight"), amount = 5, pierce = 1, power = 1 })
world:act("train", { who = first, amount = 2 })
world:act("hit", { who = second, amount = 3, pierce = 1, power = 1 })
