--- A 2/1 artifact creature.
return card {
  name = "Alpha Myr",
  cost = "2",
  types = { "artifact", "creature" },
  subtypes = { "myr" },
  power = 2,
  toughness = 1,
}
