--- A 3/4 that can be sacrificed to destroy an artifact or enchantment.
return card {
  name = "Thrashing Brontodon",
  cost = "1GG",
  types = { "creature" },
  subtypes = { "dinosaur" },
  power = 3,
  toughness = 4,
  activated {
    "sacrifice: destroy target artifact or enchantment",
    cost = sacrifice { who = this },
    target = each.artifact | each.enchantment,
    act = destroy { who = target },
  },
}
