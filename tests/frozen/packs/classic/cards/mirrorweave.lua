--- Every other creature is a copy of one for the turn.
return card {
  name = "Mirrorweave",
  cost = "2{W/U}{W/U}",
  types = { "instant" },
  spell { each.creature:except(target), becomes_copy(target), lasts = "turn" },
}
