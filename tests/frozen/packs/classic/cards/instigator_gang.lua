--- A double-faced creature.
return card {
  name = "Instigator Gang",
  cost = "3R",
  types = { "creature" },
  subtypes = { "human", "werewolf" },
  power = 2,
  toughness = 3,
  back = card {
    name = "Wildblood Pack",
    colors = { "red" },
    types = { "creature" },
    subtypes = { "werewolf" },
    power = 5,
    toughness = 5,
    "trample",
  },
}
