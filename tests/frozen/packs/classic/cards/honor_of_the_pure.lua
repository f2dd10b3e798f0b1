--- Your white creatures get +1/+1.
return card {
  name = "Honor of the Pure",
  cost = "1W",
  types = { "enchantment" },
  static { each.creature:of(you):being("white"), power = add(1), toughness = add(1) },
}
