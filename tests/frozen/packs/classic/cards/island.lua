--- The basic land.
return card {
  name = "Island",
  supertypes = { "basic" },
  types = { "land" },
  subtypes = { "island" },
}
