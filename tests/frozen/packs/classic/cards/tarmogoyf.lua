--- It counts the card types in all graveyards; without that ability it is 0/1 (208.2a).
return card {
  name = "Tarmogoyf",
  cost = "1G",
  types = { "creature" },
  subtypes = { "lhurgoyf" },
  power = 0,
  toughness = 1,
  defining {
    power = distinct("types", each.card:inside("graveyard")),
    toughness = distinct("types", each.card:inside("graveyard")) + 1,
    text = "P/T CDA",
  },
}
