return card {
  name = "Wall of Words",
  cost = "W",
  types = { "instant" },
  spell { act = start { prevent { damage { who = you }, next = 3 }, lasts = "turn" } },
}
