--- Aura on a player: one more upkeep step in each turn.
return card {
  name = "Paradox Haze",
  cost = "2U",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant player",
  at {
    "upkeep",
    of = attached,
    act = phase_begins { phase = "upkeep", player = attached }, -- 500.8
    limit = "turn",
  },
}
