--- It can have protection from red for the turn.
return card {
  name = "Keeper of Kookus",
  cost = "R",
  types = { "creature" },
  subtypes = { "goblin" },
  power = 1,
  toughness = 1,
  activated { "protection", abilities = grant "protection from red", lasts = "turn" },
}
