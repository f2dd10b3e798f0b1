--- The land that it fortifies is indestructible.
return card {
  name = "Darksteel Garrison",
  cost = "2",
  types = { "artifact" },
  subtypes = { "fortification" },
  static { attached, abilities = grant "indestructible" },
}
