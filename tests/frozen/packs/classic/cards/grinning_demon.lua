--- A 6/6 that may be played face down.
return card {
  name = "Grinning Demon",
  cost = "2BB",
  types = { "creature" },
  subtypes = { "demon" },
  power = 6,
  toughness = 6,
  "morph",
}
