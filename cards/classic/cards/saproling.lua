--- The token that others make: a green 1/1 Saproling.
return card {
  name = "Saproling",
  types = { "creature" },
  subtypes = { "saproling" },
  colors = { "green" },
  power = 1,
  toughness = 1,
}
