--- Aura: you control the enchanted enchantment.
return card {
  name = "Steal Enchantment",
  cost = "UU",
  types = { "enchantment" },
  subtypes = { "aura" },
  static { attached, controller = set(you) },
}
