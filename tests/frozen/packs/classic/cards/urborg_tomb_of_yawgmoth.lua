--- Every land is a Swamp, too.
return card {
  name = "Urborg, Tomb of Yawgmoth",
  supertypes = { "legendary" },
  types = { "land" },
  static { each.land, also_basic_land "swamp", text = "each land is a Swamp" },
}
