--- It may enter as a copy of an artifact or creature, an artifact as well.
return card {
  name = "Phyrexian Metamorph",
  cost = "3U",
  types = { "artifact", "creature" },
  subtypes = { "phyrexian", "shapeshifter" },
  power = 0,
  toughness = 0,
  enters_as_copy { each.permanent:any_of { "artifact", "creature" }, types = add "artifact" },
}
