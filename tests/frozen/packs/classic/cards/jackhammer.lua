--- A red Equipment.
return card {
  name = "Jackhammer",
  cost = "1R",
  types = { "artifact" },
  subtypes = { "equipment" },
}
