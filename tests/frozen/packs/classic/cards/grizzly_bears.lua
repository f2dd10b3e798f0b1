--- A 2/2.
return card {
  name = "Grizzly Bears",
  cost = "1G",
  types = { "creature" },
  subtypes = { "bear" },
  power = 2,
  toughness = 2,
}
