--- Nonbasic lands are Mountains and nothing else (305.7).
return card {
  name = "Blood Moon",
  cost = "2R",
  types = { "enchantment" },
  static { each.land:non("basic"), becomes_basic_land "mountain" },
}
