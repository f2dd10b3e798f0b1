--- A Swamp and a Forest, and not basic.
return card { name = "Bayou", types = { "land" }, subtypes = { "swamp", "forest" } }
