--- An instant that deals 2 damage.
return card {
  name = "Shock",
  cost = "R",
  types = { "instant" },
  spell { act = damage { source = this, who = target, amount = 2 } },
}
