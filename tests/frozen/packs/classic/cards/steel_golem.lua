--- Its controller casts no creature spells.
return card {
  name = "Steel Golem",
  cost = "3",
  types = { "artifact", "creature" },
  subtypes = { "golem" },
  power = 3,
  toughness = 4,
  static { you, can_cast_creature_spells = set(false) },
}
