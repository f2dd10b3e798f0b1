-- Its file, and so its id, has another name than the card.
return card { name = "Called Beast", types = { "creature" }, power = 4, toughness = 3 }
