--- A 0/2 flyer that costs nothing.
return card {
  name = "Ornithopter",
  cost = "0",
  types = { "artifact", "creature" },
  subtypes = { "thopter" },
  power = 0,
  toughness = 2,
  "flying",
}
