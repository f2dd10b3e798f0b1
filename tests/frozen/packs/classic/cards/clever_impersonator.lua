--- It may enter as a copy of anything on the battlefield that is no land.
return card {
  name = "Clever Impersonator",
  cost = "2UU",
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 0,
  toughness = 0,
  enters_as_copy { each.permanent:non("land") },
}
