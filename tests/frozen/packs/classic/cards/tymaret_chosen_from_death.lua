--- Its toughness is its controller's devotion to black.
return card {
  name = "Tymaret, Chosen from Death",
  cost = "BB",
  supertypes = { "legendary" },
  types = { "enchantment", "creature" },
  subtypes = { "demigod" },
  power = 2,
  toughness = 0,
  defining { toughness = devotion("black") },
}
