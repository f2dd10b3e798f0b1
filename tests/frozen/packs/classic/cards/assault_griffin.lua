--- A 3/2 flyer.
return card {
  name = "Assault Griffin",
  cost = "3W",
  types = { "creature" },
  subtypes = { "griffin" },
  power = 3,
  toughness = 2,
  "flying",
}
