--- A 2/2 without abilities.
return card {
  name = "Balduvian Bears",
  cost = "1G",
  types = { "creature" },
  subtypes = { "bear" },
  power = 2,
  toughness = 2,
}
