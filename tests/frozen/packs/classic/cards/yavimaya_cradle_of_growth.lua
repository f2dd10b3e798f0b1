--- Every land is a Forest, too.
return card {
  name = "Yavimaya, Cradle of Growth",
  supertypes = { "legendary" },
  types = { "land" },
  static { each.land, also_basic_land "forest", text = "each land is a Forest" },
}
