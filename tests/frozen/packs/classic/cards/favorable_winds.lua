--- Your flyers get +1/+1.
return card {
  name = "Favorable Winds",
  cost = "1U",
  types = { "enchantment" },
  static { each.creature:of(you):with("flying"), power = add(1), toughness = add(1) },
}
