--- A 1/4 with vigilance.
return card {
  name = "Affa Protector",
  cost = "2W",
  types = { "creature" },
  subtypes = { "human", "soldier", "ally" },
  power = 1,
  toughness = 4,
  "vigilance",
}
