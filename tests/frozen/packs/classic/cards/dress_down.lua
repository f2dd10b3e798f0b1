--- Creatures lose all abilities.
return card {
  name = "Dress Down",
  cost = "1U",
  types = { "enchantment" },
  static { each.creature, abilities = remove_all },
}
