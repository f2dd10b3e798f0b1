--- Heroic: it may become a copy of a creature, and stays heroic.
return card {
  name = "Artisan of Forms",
  cost = "1U",
  types = { "creature" },
  subtypes = { "human", "wizard" },
  power = 1,
  toughness = 1,
  triggered { "heroic", becomes_copy(target, { abilities = grant(this_ability) }) },
}
