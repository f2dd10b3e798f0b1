--- Other enchantments but Auras are creatures as large as their mana value.
return card {
  name = "Opalescence",
  cost = "2WW",
  types = { "enchantment" },
  static {
    each.enchantment:non("aura"):except(this),
    types = add "creature",
    power = set(it.mana_value),
    toughness = set(it.mana_value),
  },
}
