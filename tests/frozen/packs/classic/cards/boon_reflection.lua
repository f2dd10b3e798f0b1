--- It doubles what its controller gains.
return card {
  name = "Boon Reflection",
  cost = "4W",
  types = { "enchantment" },
  replace {
    "gain twice as much",
    gain_life { player = you },
    with = { amount = event.amount * 2 },
  },
}
