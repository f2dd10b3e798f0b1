--- What has triggered waits in the queue, and is not on the stack yet.
game:put("Soul Warden")
game:put("Soul Warden", nil, "B")
game:put("Soul Warden", nil, "B")
local bear = game:put("Grizzly Bears", "hand")
local forest = game:put("Forest")
world:act("move", { who = bear, to = "battlefield", under = A }, { settling = "checks", by = A })
world:act("tap", { who = forest }, { settling = "none" })
