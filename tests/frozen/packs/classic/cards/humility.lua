--- Creatures lose all abilities and are 1/1: one effect, two layers (613.6).
return card {
  name = "Humility",
  cost = "2WW",
  types = { "enchantment" },
  static { each.creature, abilities = remove_all, power = set(1), toughness = set(1) },
}
