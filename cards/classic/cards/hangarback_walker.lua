--- A 0/0 that enters with counters for the mana spent.
return card {
  name = "Hangarback Walker",
  cost = "XX",
  types = { "artifact", "creature" },
  subtypes = { "construct" },
  power = 0,
  toughness = 0,
  replacement { "enters with X +1/+1 counters" },
}
