--- It may enter as a copy of a creature or planeswalker of yours that is not legendary, with a
--- counter more.
return card {
  name = "Spark Double",
  cost = "3U",
  types = { "creature" },
  subtypes = { "illusion" },
  power = 0,
  toughness = 0,
  enters_as_copy {
    each.permanent:of(you):any_of { "creature", "planeswalker" },
    supertypes = remove("legendary"),
    also { when = this:being("creature"), counters = { ["+1/+1"] = 1 } },
    also { when = this:being("planeswalker"), counters = { loyalty = 1 } },
  },
}
