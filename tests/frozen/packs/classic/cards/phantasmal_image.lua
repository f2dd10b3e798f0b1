--- It may enter as a copy of a creature, an Illusion as well that does not bear being targeted.
return card {
  name = "Phantasmal Image",
  cost = "1U",
  types = { "creature" },
  subtypes = { "illusion" },
  power = 0,
  toughness = 0,
  enters_as_copy {
    each.creature,
    subtypes = add "illusion",
    abilities = grant(triggered { "sacrifice when targeted" }),
  },
}
