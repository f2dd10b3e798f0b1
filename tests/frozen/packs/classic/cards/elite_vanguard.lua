--- A 2/1 without abilities.
return card {
  name = "Elite Vanguard",
  cost = "W",
  types = { "creature" },
  subtypes = { "human", "soldier" },
  power = 2,
  toughness = 1,
}
