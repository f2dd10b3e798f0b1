--- Aura: the creature is but a 0/4 Treefolk without abilities.
return card {
  name = "Lignify",
  cost = "1G",
  types = { "kindred", "enchantment" },
  subtypes = { "treefolk", "aura" },
  static {
    attached,
    set_creature_types("treefolk"),
    abilities = remove_all,
    power = set(0),
    toughness = set(4),
  },
}
