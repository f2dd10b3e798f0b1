--- Swamps are 1/1 black creatures and stay lands.
return card {
  name = "Kormus Bell",
  cost = "4",
  types = { "artifact" },
  static { each.swamp, also_creature { power = 1, toughness = 1 }, colors = set "black" },
}
