--- A 2/2 Zombie.
return card {
  name = "Scathe Zombies",
  cost = "2B",
  types = { "creature" },
  subtypes = { "zombie" },
  power = 2,
  toughness = 2,
}
