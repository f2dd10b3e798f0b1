--- An enchantment of mana value 10.
return card { name = "Omniscience", cost = "7UUU", types = { "enchantment" } }
