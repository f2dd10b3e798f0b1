--- A 2/2 of every creature type.
return card {
  name = "Woodland Changeling",
  cost = "1G",
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 2,
  toughness = 2,
  "changeling",
}
