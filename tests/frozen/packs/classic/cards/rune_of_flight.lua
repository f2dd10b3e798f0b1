--- Aura: the enchanted Equipment gives flying.
return card {
  name = "Rune of Flight",
  cost = "1U",
  types = { "enchantment" },
  subtypes = { "aura", "rune" },
  static { attached, abilities = grant(static { attached, abilities = grant("flying") }) },
}
