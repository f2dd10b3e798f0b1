--- A creature becomes a copy of a chosen one for the turn.
return card {
  name = "Cytoshape",
  cost = "1GU",
  types = { "instant" },
  spell { becomes_copy(choice), lasts = "turn" },
}
