--- A 5/3 artifact creature.
return card {
  name = "Juggernaut",
  cost = "4",
  types = { "artifact", "creature" },
  subtypes = { "juggernaut" },
  power = 5,
  toughness = 3,
}
