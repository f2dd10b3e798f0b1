-- What functions and acts call by several names.
return card { name = "Called Beast", types = { "creature" }, power = 4, toughness = 3 }
