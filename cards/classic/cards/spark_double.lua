--- It may enter as a copy that is not legendary, with a counter more.
return card {
  name = "Spark Double",
  cost = "3U",
  types = { "creature" },
  subtypes = { "illusion" },
  power = 0,
  toughness = 0,
  enters_as_copy { supertypes = remove("legendary") },
}
