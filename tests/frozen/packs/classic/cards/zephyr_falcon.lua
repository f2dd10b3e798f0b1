--- A 1/1 flyer.
return card {
  name = "Zephyr Falcon",
  cost = "1U",
  types = { "creature" },
  subtypes = { "bird" },
  power = 1,
  toughness = 1,
  "flying",
  "vigilance",
}
