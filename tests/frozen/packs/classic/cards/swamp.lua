--- The basic land.
return card {
  name = "Swamp",
  supertypes = { "basic" },
  types = { "land" },
  subtypes = { "swamp" },
}
