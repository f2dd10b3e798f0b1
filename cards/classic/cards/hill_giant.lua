--- A 3/3.
return card {
  name = "Hill Giant",
  cost = "3R",
  types = { "creature" },
  subtypes = { "giant" },
  power = 3,
  toughness = 3,
}
