--- You may play an additional land on each of your turns.
return card {
  name = "Exploration",
  cost = "G",
  types = { "enchantment" },
  static { you, lands_each_turn = add(1) },
}
