--- A 2/2 with first strike and exalted.
return card {
  name = "Sigiled Paladin",
  cost = "WW",
  types = { "creature" },
  subtypes = { "human", "knight" },
  power = 2,
  toughness = 2,
  "first strike",
  "exalted",
}
