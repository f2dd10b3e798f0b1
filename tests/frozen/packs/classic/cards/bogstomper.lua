--- A 6/5.
return card {
  name = "Bogstomper",
  cost = "4BB",
  types = { "creature" },
  subtypes = { "beast" },
  power = 6,
  toughness = 5,
}
