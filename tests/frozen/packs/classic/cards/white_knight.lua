--- A 2/2 with first strike and protection from black.
return card {
  name = "White Knight",
  cost = "WW",
  types = { "creature" },
  subtypes = { "human", "knight" },
  power = 2,
  toughness = 2,
  "first strike",
  "protection from black",
}
