--- A colourless 5/4, whatever its cost says.
return card {
  name = "Birthing Hulk",
  cost = "6G",
  types = { "creature" },
  subtypes = { "eldrazi", "drone" },
  power = 5,
  toughness = 4,
  "devoid",
}
