--- An artifact that gives mana.
return card {
  name = "Abzan Banner",
  cost = "3",
  types = { "artifact" },
  mana("W"),
  mana("B"),
  mana("G"),
}
