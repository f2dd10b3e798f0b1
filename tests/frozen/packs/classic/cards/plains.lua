--- The basic land.
return card {
  name = "Plains",
  supertypes = { "basic" },
  types = { "land" },
  subtypes = { "plains" },
}
