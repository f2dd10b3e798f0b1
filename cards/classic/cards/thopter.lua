--- The token that others make: a colourless 1/1 Thopter that flies.
return card {
  name = "Thopter",
  types = { "artifact", "creature" },
  subtypes = { "thopter" },
  power = 1,
  toughness = 1,
  "flying",
}
