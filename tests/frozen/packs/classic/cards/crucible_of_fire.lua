--- Your Dragons get +3/+3.
return card {
  name = "Crucible of Fire",
  cost = "3R",
  types = { "enchantment" },
  static { each.creature:of(you):being("dragon"), power = add(3), toughness = add(3) },
}
