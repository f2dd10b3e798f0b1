--- All permanents are enchantments, too.
return card {
  name = "Enchanted Evening",
  cost = "3{W/U}{W/U}",
  types = { "enchantment" },
  static { each.permanent, types = add "enchantment" },
}
