--- It has the activated abilities of every creature card in every graveyard.
return card {
  name = "Necrotic Ooze",
  cost = "2BB",
  types = { "creature" },
  subtypes = { "ooze" },
  power = 4,
  toughness = 3,
  static { abilities = borrow("activated", each.creature:inside("graveyard")) },
}
