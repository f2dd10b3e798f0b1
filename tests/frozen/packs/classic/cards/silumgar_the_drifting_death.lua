--- A hexproof Dragon.
return card {
  name = "Silumgar, the Drifting Death",
  cost = "4UB",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "dragon" },
  power = 4,
  toughness = 4,
  "flying",
  "hexproof",
}
