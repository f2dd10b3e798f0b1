--- +3/+3 for a turn.
return card {
  name = "Giant Growth",
  cost = "G",
  types = { "instant" },
  spell { power = add(3), toughness = add(3), lasts = "turn" },
}
