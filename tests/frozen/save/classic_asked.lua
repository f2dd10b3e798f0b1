--- A Clone enters: whether it copies was answered, whom is asked.
game:put("Grizzly Bears")
game:put("Juggernaut", nil, "B")
game:put("Soul Warden")
local clone = game:put("Clone", "hand")
world:act("gain_life", { player = A, amount = 3 })
world:act("move", { who = clone, to = "battlefield", under = A })
world:answer("yes")
