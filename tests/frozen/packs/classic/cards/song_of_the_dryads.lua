--- Aura: what it enchants is a colourless Forest land and nothing else.
return card {
  name = "Song of the Dryads",
  cost = "2G",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant permanent",
  static { attached, becomes { types = { "land" }, colors = {} }, becomes_basic_land "forest" },
}
