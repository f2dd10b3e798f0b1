--- Players can't gain life. Damage can't be prevented.
return card {
  name = "Leyline of Punishment",
  cost = "2RR",
  types = { "enchantment" },
  static { each.player, can_gain_life = set(false), text = "players can't gain life" },
  cant { prevent { damage {} }, text = "damage can't be prevented" },
}
