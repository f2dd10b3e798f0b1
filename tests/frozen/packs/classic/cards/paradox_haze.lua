--- Aura on a player: one more upkeep step in each turn.
return card {
  name = "Paradox Haze",
  cost = "2U",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant player",
  triggered { "get an additional upkeep step" },
}
