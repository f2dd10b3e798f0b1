--- An indestructible artifact land.
return card {
  name = "Darksteel Citadel",
  types = { "artifact", "land" },
  "indestructible",
  mana "C",
}
