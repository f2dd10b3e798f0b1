--- An Equipment that is a Rogue without being a creature.
return card {
  name = "Cloak and Dagger",
  cost = "2",
  types = { "kindred", "artifact" },
  subtypes = { "rogue", "equipment" },
}
