--- Lands keep their mana abilities only.
return card {
  name = "Blood Sun",
  cost = "2R",
  types = { "enchantment" },
  static { each.land, abilities = remove_all_but_mana },
}
