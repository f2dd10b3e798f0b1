--- A double-faced creature of mana value 4.
return card {
  name = "Huntmaster of the Fells",
  cost = "2RG",
  types = { "creature" },
  subtypes = { "human", "werewolf" },
  power = 2,
  toughness = 2,
  back = card {
    name = "Ravager of the Fells",
    colors = { "red", "green" },
    types = { "creature" },
    subtypes = { "werewolf" },
    power = 4,
    toughness = 4,
    "trample",
  },
}
