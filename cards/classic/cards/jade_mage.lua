--- A 2/1 that makes Saprolings.
return card {
  name = "Jade Mage",
  cost = "1G",
  types = { "creature" },
  subtypes = { "human", "shaman" },
  power = 2,
  toughness = 1,
  activated {
    "create a Saproling token",
    act = create { player = you, card = "Saproling" },
  },
}
