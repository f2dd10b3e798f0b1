--- A flying 5/5 that is an enchantment, too.
return card {
  name = "Master of the Feast",
  cost = "1BB",
  types = { "enchantment", "creature" },
  subtypes = { "demon" },
  power = 5,
  toughness = 5,
  "flying",
}
