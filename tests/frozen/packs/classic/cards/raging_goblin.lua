--- A hasty 1/1.
return card {
  name = "Raging Goblin",
  cost = "R",
  types = { "creature" },
  subtypes = { "goblin", "berserker" },
  power = 1,
  toughness = 1,
  "haste",
}
