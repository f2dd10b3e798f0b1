--- All creatures get -2/-2 for the turn.
return card {
  name = "Infest",
  cost = "1BB",
  types = { "sorcery" },
  spell { each.creature, power = sub(2), toughness = sub(2), lasts = "turn" },
}
