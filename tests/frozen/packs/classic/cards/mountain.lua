--- The basic land.
return card {
  name = "Mountain",
  supertypes = { "basic" },
  types = { "land" },
  subtypes = { "mountain" },
}
