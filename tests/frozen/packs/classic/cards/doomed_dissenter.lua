--- A 1/1 Human.
return card {
  name = "Doomed Dissenter",
  cost = "1B",
  types = { "creature" },
  subtypes = { "human" },
  power = 1,
  toughness = 1,
}
