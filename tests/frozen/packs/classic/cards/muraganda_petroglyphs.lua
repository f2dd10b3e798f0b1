--- Creatures without abilities get +2/+2.
return card {
  name = "Muraganda Petroglyphs",
  cost = "3G",
  types = { "enchantment" },
  static { each.creature:plain(), power = add(2), toughness = add(2) },
}
