--- A 0/0 that enters with counters for the mana spent.
return card {
  name = "Mistcutter Hydra",
  cost = "XG",
  types = { "creature" },
  subtypes = { "hydra" },
  power = 0,
  toughness = 0,
  "haste",
  "protection from blue",
  cant { counter_spell { who = this }, zones = "stack" },
  enters { counters = { ["+1/+1"] = event.x } },
}
