--- It weakens a red or green creature for the turn.
return card {
  name = "Wilderness Hypnotist",
  cost = "2UU",
  types = { "creature" },
  subtypes = { "merfolk", "wizard" },
  power = 1,
  toughness = 3,
  activated { "-2/-0", target, power = sub(2), lasts = "turn" },
}
