return card {
  name = "Cobra Queen",
  types = { "creature" },
  power = 3,
  toughness = 3,
  whenever { enter { who = each.land:of(you) }, act = gain_life { player = you, amount = 2 } },
}
