--- Your creatures get +1/+1.
return card {
  name = "Glorious Anthem",
  cost = "1WW",
  types = { "enchantment" },
  static { each.creature:of(you), power = add(1), toughness = add(1) },
}
