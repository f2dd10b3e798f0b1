--- It may enter as a copy of any creature that is 7/7, whatever defined its size (707.9d).
return card {
  name = "Quicksilver Gargantuan",
  cost = "5UU",
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 7,
  toughness = 7,
  enters_as_copy { each.creature, power = set(7), toughness = set(7) },
}
