--- Artifacts that are no creatures become creatures as big as their mana value.
return card {
  name = "March of the Machines",
  cost = "3U",
  types = { "enchantment" },
  static {
    each.artifact:non("creature"),
    types = add { "artifact", "creature" },
    power = set(it.mana_value),
    toughness = set(it.mana_value),
  },
}
