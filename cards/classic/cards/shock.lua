--- An instant that deals 2 damage.
return card {
  name = "Shock",
  cost = "R",
  types = { "instant" },
  spell {
    target = each.any_target,
    act = damage { source = this, who = target, amount = 2 },
  },
}
