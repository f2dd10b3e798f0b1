--- An Island and a Mountain, and not basic.
return card { name = "Steam Vents", types = { "land" }, subtypes = { "island", "mountain" } }
