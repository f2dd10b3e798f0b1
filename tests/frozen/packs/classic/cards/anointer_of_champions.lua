--- A creature with one activated ability.
return card {
  name = "Anointer of Champions",
  cost = "W",
  types = { "creature" },
  subtypes = { "human", "cleric" },
  power = 1,
  toughness = 1,
  activated { "target attacker gets +1/+1", power = add(1), toughness = add(1), lasts = "turn" },
}
