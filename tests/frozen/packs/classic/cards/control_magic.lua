--- Aura: you control the enchanted creature.
return card {
  name = "Control Magic",
  cost = "2UU",
  types = { "enchantment" },
  subtypes = { "aura" },
  static { attached, controller = set(you) },
}
