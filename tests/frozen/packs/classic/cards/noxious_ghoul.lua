--- Each Zombie that enters makes all others smaller.
return card {
  name = "Noxious Ghoul",
  cost = "3BB",
  types = { "creature" },
  subtypes = { "zombie" },
  power = 3,
  toughness = 3,
  triggered {
    "non-Zombie creatures get -1/-1",
    each.creature:non("zombie"),
    power = sub(1),
    toughness = sub(1),
    lasts = "turn",
  },
}
