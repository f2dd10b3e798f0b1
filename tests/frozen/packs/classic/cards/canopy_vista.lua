--- A Forest and a Plains, and not basic.
return card { name = "Canopy Vista", types = { "land" }, subtypes = { "forest", "plains" } }
