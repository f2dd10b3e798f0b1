--- It is as large as your hand.
return card {
  name = "Maro",
  cost = "2GG",
  types = { "creature" },
  subtypes = { "elemental" },
  power = 0,
  toughness = 0,
  defining {
    power = count(each.card:inside("hand"):owned_by(you)),
    toughness = count(each.card:inside("hand"):owned_by(you)),
  },
}
