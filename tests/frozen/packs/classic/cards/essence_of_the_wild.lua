--- A 6/6 that your creatures enter as copies of.
return card {
  name = "Essence of the Wild",
  cost = "3GGG",
  types = { "creature" },
  subtypes = { "avatar" },
  power = 6,
  toughness = 6,
  enters_as_copy { this, others = each.creature:of(you) },
}
