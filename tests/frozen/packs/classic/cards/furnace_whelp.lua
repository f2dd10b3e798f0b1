--- A 2/2 Dragon that can be made stronger.
return card {
  name = "Furnace Whelp",
  cost = "2RR",
  types = { "creature" },
  subtypes = { "dragon" },
  power = 2,
  toughness = 2,
  "flying",
  activated { "+1/+0", power = add(1), lasts = "turn" },
}
