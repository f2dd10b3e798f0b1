--- Aura: a blue 1/1 Frog without abilities is all that is left of what it enchants.
return card {
  name = "Frogify",
  cost = "1U",
  types = { "enchantment" },
  subtypes = { "aura" },
  static {
    attached,
    becomes_creature { subtypes = { "frog" }, colors = { "blue" }, power = 1, toughness = 1 },
    abilities = remove_all,
  },
}
