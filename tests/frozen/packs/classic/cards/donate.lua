--- A player gets a permanent of yours, for good.
return card {
  name = "Donate",
  cost = "2U",
  types = { "sorcery" },
  spell { controller = set(choice) },
}
