--- Lands are 2/2 creatures and stay lands.
return card {
  name = "Nature's Revolt",
  cost = "3GG",
  types = { "enchantment" },
  static { each.land, also_creature { power = 2, toughness = 2 } },
}
