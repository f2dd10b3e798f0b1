--- An instant that deals 3 damage.
return card {
  name = "Lightning Bolt",
  cost = "R",
  types = { "instant" },
  spell { act = damage { source = this, who = target, amount = 3 } },
}
