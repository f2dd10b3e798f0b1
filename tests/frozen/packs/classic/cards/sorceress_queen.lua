--- Another creature has base power 0 and toughness 2 for the turn.
return card {
  name = "Sorceress Queen",
  cost = "1BB",
  types = { "creature" },
  subtypes = { "human", "wizard" },
  power = 1,
  toughness = 1,
  activated { "base 0/2", target, power = set(0), toughness = set(2), lasts = "turn" },
}
