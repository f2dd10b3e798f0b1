--- A 1/1 that gives mana.
return card {
  name = "Llanowar Elves",
  cost = "G",
  types = { "creature" },
  subtypes = { "elf", "druid" },
  power = 1,
  toughness = 1,
  mana("G"),
}
