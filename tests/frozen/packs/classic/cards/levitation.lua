--- Your creatures fly.
return card {
  name = "Levitation",
  cost = "2UU",
  types = { "enchantment" },
  static { each.creature:of(you), abilities = grant "flying" },
}
