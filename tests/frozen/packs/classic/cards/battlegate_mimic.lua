--- A red and white spell of yours makes it a 4/2 with first strike for the turn.
return card {
  name = "Battlegate Mimic",
  cost = "1{R/W}",
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 2,
  toughness = 1,
  triggered {
    "base 4/2 and first strike",
    power = set(4),
    toughness = set(2),
    abilities = grant("first strike"),
    lasts = "turn",
  },
}
