--- A 2/2 Zombie.
return card {
  name = "Walking Corpse",
  cost = "1B",
  types = { "creature" },
  subtypes = { "zombie" },
  power = 2,
  toughness = 2,
}
