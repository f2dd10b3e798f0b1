--- A double-faced creature, a Human by day only.
return card {
  name = "Kruin Outlaw",
  cost = "1RR",
  types = { "creature" },
  subtypes = { "human", "rogue", "werewolf" },
  power = 2,
  toughness = 2,
  "first strike",
  back = card {
    name = "Terror of Kruin Pass",
    colors = { "red" },
    types = { "creature" },
    subtypes = { "werewolf" },
    power = 3,
    toughness = 3,
    "double strike",
  },
}
