--- It doubles what its controller gains.
return card {
  name = "Boon Reflection",
  cost = "4W",
  types = { "enchantment" },
  replacement { "gain twice as much" },
}
