--- A 2/2 with flying and first strike.
return card {
  name = "Sky Spirit",
  cost = "1WU",
  types = { "creature" },
  subtypes = { "spirit" },
  power = 2,
  toughness = 2,
  "flying",
  "first strike",
}
