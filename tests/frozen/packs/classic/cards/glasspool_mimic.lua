--- It may enter as a copy of a creature of yours, a Shapeshifter Rogue as well.
return card {
  name = "Glasspool Mimic",
  cost = "2U",
  types = { "creature" },
  subtypes = { "shapeshifter", "rogue" },
  power = 0,
  toughness = 0,
  enters_as_copy { each.creature:of(you), subtypes = add { "shapeshifter", "rogue" } },
}
