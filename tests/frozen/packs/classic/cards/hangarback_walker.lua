--- A 0/0 that enters with counters for the mana spent.
return card {
  name = "Hangarback Walker",
  cost = "XX",
  types = { "artifact", "creature" },
  subtypes = { "construct" },
  power = 0,
  toughness = 0,
  enters { counters = { ["+1/+1"] = event.x } },
}
