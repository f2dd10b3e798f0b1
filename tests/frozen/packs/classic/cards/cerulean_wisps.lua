--- One creature is blue, and nothing else, for the turn.
return card {
  name = "Cerulean Wisps",
  cost = "U",
  types = { "instant" },
  spell { colors = set "blue", lasts = "turn" },
}
