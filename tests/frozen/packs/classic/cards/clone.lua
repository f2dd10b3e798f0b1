--- It may enter as a copy of any creature.
return card {
  name = "Clone",
  cost = "3U",
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 0,
  toughness = 0,
  enters_as_copy { each.creature },
}
