--- It may enter as a copy of an enchantment.
return card {
  name = "Copy Enchantment",
  cost = "2U",
  types = { "enchantment" },
  enters_as_copy { each.enchantment },
}
