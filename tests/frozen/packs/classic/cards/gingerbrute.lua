--- Creature and Food at once.
return card {
  name = "Gingerbrute",
  cost = "1",
  types = { "artifact", "creature" },
  subtypes = { "food", "golem" },
  power = 1,
  toughness = 1,
}
