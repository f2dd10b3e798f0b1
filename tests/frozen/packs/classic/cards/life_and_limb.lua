--- Forests and Saprolings alike are 1/1 green Saproling creatures and Forest lands, too.
return card {
  name = "Life and Limb",
  cost = "3G",
  types = { "enchantment" },
  static {
    each.forest | each.saproling,
    types = add { "creature", "land" },
    subtypes = add { "saproling", "forest" },
    colors = set "green",
    power = set(1),
    toughness = set(1),
  },
}
