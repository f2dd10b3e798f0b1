--- The basic land.
return card {
  name = "Forest",
  supertypes = { "basic" },
  types = { "land" },
  subtypes = { "forest" },
}
