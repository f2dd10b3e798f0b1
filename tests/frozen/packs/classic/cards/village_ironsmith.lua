--- A 1/1 with first strike by day, a 3/1 with first strike by night.
return card {
  name = "Village Ironsmith",
  cost = "1R",
  types = { "creature" },
  subtypes = { "human", "werewolf" },
  power = 1,
  toughness = 1,
  "first strike",
  back = card {
    name = "Ironfang",
    types = { "creature" },
    subtypes = { "werewolf" },
    colors = { "red" },
    power = 3,
    toughness = 1,
    "first strike",
  },
}
