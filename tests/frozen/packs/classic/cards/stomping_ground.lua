--- A Mountain and a Forest, and not basic.
return card { name = "Stomping Ground", types = { "land" }, subtypes = { "mountain", "forest" } }
