--- A 10/10.
return card {
  name = "Bearer of the Heavens",
  cost = "7R",
  types = { "creature" },
  subtypes = { "giant" },
  power = 10,
  toughness = 10,
}
