--- No player has an upkeep.
return card {
  name = "Eon Hub",
  cost = "5",
  types = { "artifact" },
  replace { phase_begins { phase = "upkeep" }, nothing = true }, -- 614.10
}
