--- An instant that deals 3 damage.
return card {
  name = "Lightning Bolt",
  cost = "R",
  types = { "instant" },
  spell {
    target = each.any_target,
    act = damage { source = this, who = target, amount = 3 },
  },
}
