--- It is twice as large as your hand.
return card {
  name = "Masumaro, First to Live",
  cost = "3GGG",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "spirit" },
  power = 0,
  toughness = 0,
  defining {
    power = count(each.card:inside("hand"):owned_by(you)) * 2,
    toughness = count(each.card:inside("hand"):owned_by(you)) * 2,
  },
}
