--- It switches a creature's power and toughness for the turn.
return card {
  name = "Inside Out",
  cost = "1{U/R}",
  types = { "instant" },
  spell { power = switch("toughness"), lasts = "turn" },
}
