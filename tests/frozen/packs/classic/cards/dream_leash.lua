--- Aura: you control the enchanted permanent.
return card {
  name = "Dream Leash",
  cost = "3UU",
  types = { "enchantment" },
  subtypes = { "aura" },
  static { attached, controller = set(you) },
}
