--- In combat your other creatures may become copies of the card on top of your library.
return card {
  name = "Deceiver of Form",
  cost = "7",
  types = { "creature" },
  subtypes = { "eldrazi" },
  power = 8,
  toughness = 8,
  triggered {
    "your other creatures become copies of the top card",
    each.creature:of(you):except(this),
    becomes_copy(choice),
    lasts = "turn",
  },
}
