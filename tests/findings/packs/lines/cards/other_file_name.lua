return card {
  name = "Cobra",
  types = { "creature" },
  power = 2,
  toughness = 1,
  whenever { enter { who = each.land:of(you) }, act = gain_life { player = you, amount = 1 } },
}
