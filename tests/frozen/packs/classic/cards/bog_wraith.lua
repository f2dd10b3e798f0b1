--- A 3/3 with swampwalk.
return card {
  name = "Bog Wraith",
  cost = "3B",
  types = { "creature" },
  subtypes = { "wraith" },
  power = 3,
  toughness = 3,
  "swampwalk",
}
