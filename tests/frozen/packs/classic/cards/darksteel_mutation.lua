--- Aura: an indestructible 0/1 Insect artifact creature is all that is left of what it enchants.
return card {
  name = "Darksteel Mutation",
  cost = "1W",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant creature",
  static {
    attached,
    becomes_creature { types = { "artifact" }, subtypes = { "insect" }, power = 0, toughness = 1 },
    abilities = { remove_all, grant "indestructible" },
  },
}
