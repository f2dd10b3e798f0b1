--- An indestructible 3/3 flyer.
return card {
  name = "Darksteel Gargoyle",
  cost = "7",
  types = { "artifact", "creature" },
  subtypes = { "gargoyle" },
  power = 3,
  toughness = 3,
  "flying",
  "indestructible",
}
