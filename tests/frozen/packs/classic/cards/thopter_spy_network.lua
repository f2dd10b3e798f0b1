--- An enchantment of mana value 4.
return card { name = "Thopter Spy Network", cost = "2UU", types = { "enchantment" } }
