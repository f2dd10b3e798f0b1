--- A 1/1 with lifelink, or an Aura that gives both (bestow).
return card {
  name = "Hopeful Eidolon",
  cost = "W",
  types = { "enchantment", "creature" },
  subtypes = { "spirit" },
  power = 1,
  toughness = 1,
  "bestow",
  "lifelink",
  static { attached, power = add(1), toughness = add(1), abilities = grant("lifelink") },
}
