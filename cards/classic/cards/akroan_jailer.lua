--- A creature with one activated ability.
return card {
  name = "Akroan Jailer",
  cost = "W",
  types = { "creature" },
  subtypes = { "human", "soldier" },
  power = 1,
  toughness = 1,
  activated { "tap target creature", target = each.creature, act = tap { who = target } },
}
