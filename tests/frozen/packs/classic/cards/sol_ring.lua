--- An artifact that gives two mana.
return card { name = "Sol Ring", cost = "1", types = { "artifact" }, mana("CC") }
