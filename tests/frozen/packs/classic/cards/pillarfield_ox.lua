--- A 2/4.
return card {
  name = "Pillarfield Ox",
  cost = "3W",
  types = { "creature" },
  subtypes = { "ox" },
  power = 2,
  toughness = 4,
}
