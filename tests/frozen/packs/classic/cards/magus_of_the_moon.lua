--- Nonbasic lands are Mountains and nothing else, as long as this creature says so.
return card {
  name = "Magus of the Moon",
  cost = "2R",
  types = { "creature" },
  subtypes = { "human", "wizard" },
  power = 2,
  toughness = 2,
  static { each.land:non("basic"), becomes_basic_land "mountain" },
}
