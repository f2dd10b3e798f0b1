--- Four packs together; two replacements whose order matters, and somebody is asked about it.
local smith = game:put("Smith")
game:put("Journeyman")
game:put("Guest House")
game:put("Herald")
game:put("Auditor", nil, "B")
game:put("Mint", nil, "B")
game:put("Apprentice", nil, "B")
world:act("craft", { who = smith, count = 1, price = 2 })
