--- Two abilities that have triggered are on the stack; what one of them gives is doubled.
game:put("Soul Warden")
game:put("Boon Reflection")
game:put("Soul Warden", nil, "B")
local bolt, bear = game:put("Lightning Bolt", "hand"), game:put("Grizzly Bears", "hand")
game:put("Oblivion Ring", "hand", "B")
game:put("Hangarback Walker", "hand")
world:act("cast_spell", { who = bolt, player = A }, { settling = "none", by = A })
local to_battlefield = { who = bear, to = "battlefield", under = A }
world:act("move", to_battlefield, { settling = "place", by = A })
