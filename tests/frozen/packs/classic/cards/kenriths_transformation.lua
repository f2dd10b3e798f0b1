--- Aura: a green 3/3 Elk without abilities is all that is left of what it enchants.
return card {
  name = "Kenrith's Transformation",
  cost = "1G",
  types = { "enchantment" },
  subtypes = { "aura" },
  static {
    attached,
    becomes_creature { subtypes = { "elk" }, colors = { "green" }, power = 3, toughness = 3 },
    abilities = remove_all,
  },
}
