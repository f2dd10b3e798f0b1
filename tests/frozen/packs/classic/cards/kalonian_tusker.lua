--- A 3/3.
return card {
  name = "Kalonian Tusker",
  cost = "GG",
  types = { "creature" },
  subtypes = { "beast" },
  power = 3,
  toughness = 3,
}
