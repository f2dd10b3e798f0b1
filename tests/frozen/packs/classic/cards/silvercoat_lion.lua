--- A 2/2.
return card {
  name = "Silvercoat Lion",
  cost = "1W",
  types = { "creature" },
  subtypes = { "cat" },
  power = 2,
  toughness = 2,
}
