--- No player has an upkeep.
return card {
  name = "Eon Hub",
  cost = "5",
  types = { "artifact" },
  static { text = "players skip their upkeep steps" },
}
