--- An extra turn after this one (500.7).
return card {
  name = "Time Walk",
  cost = "1U",
  types = { "sorcery" },
  spell { act = extra_turn { player = you } },
}
