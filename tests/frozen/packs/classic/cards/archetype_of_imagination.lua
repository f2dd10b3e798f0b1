--- Your creatures have flying, and your opponents' cannot.
return card {
  name = "Archetype of Imagination",
  cost = "4UU",
  types = { "enchantment", "creature" },
  subtypes = { "human", "wizard" },
  power = 3,
  toughness = 2,
  static { each.creature:of(you), abilities = grant("flying") },
  static { each.creature:not_of(you), abilities = forbid("flying") },
}
