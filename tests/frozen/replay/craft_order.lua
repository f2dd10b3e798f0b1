--- In which order two prices rise is asked, and whether there is a strike.
local smith, journeyman = game:put("Smith"), game:put("Journeyman")
game:put("Auditor", nil, "B")
game:put("Mint", nil, "B")
game:put("Strike", nil, "B")
world:act("mine", { who = journeyman, count = 2 })
world:policy(function()
  return 1
end)
world:act("craft", { who = smith, count = 3, price = 2 })
world:act("craft", { who = journeyman, count = 1, price = 5 })
world:act("show", { who = smith, count = 1 })
