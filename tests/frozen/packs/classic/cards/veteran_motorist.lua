--- A Vehicle that it crews gets +1/+1 for the turn.
return card {
  name = "Veteran Motorist",
  cost = "RW",
  types = { "creature" },
  subtypes = { "dwarf", "pilot" },
  power = 3,
  toughness = 1,
  triggered { "crews a Vehicle", target, power = add(1), toughness = add(1), lasts = "turn" },
}
