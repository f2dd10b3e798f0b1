--- A 1/1 that gives mana.
return card {
  name = "Quirion Elves",
  cost = "1G",
  types = { "creature" },
  subtypes = { "elf", "druid" },
  power = 1,
  toughness = 1,
  mana("G"),
}
