--- It may enter as a copy of a creature, with X more +1/+1 counters.
return card {
  name = "Altered Ego",
  cost = "X2GU",
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 0,
  toughness = 0,
  enters_as_copy { each.creature, counters = { ["+1/+1"] = event.x } },
}
