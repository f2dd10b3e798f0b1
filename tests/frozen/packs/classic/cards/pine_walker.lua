--- A 5/5 that may be played face down.
return card {
  name = "Pine Walker",
  cost = "3GG",
  types = { "creature" },
  subtypes = { "elemental" },
  power = 5,
  toughness = 5,
  "morph",
}
