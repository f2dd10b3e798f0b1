--- White creatures get +1/+1, whoever has them.
return card {
  name = "Crusade",
  cost = "WW",
  types = { "enchantment" },
  static { each.creature:being("white"), power = add(1), toughness = add(1) },
}
