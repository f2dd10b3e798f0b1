--- Attacking, it exiles another creature and is a copy of it for the turn.
return card {
  name = "Identity Thief",
  cost = "2UU",
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 0,
  toughness = 3,
  triggered { "become a copy of it", becomes_copy(target), lasts = "turn" },
}
