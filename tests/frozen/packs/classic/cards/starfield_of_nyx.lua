--- With five enchantments, your others but Auras are creatures as large as their mana value.
return card {
  name = "Starfield of Nyx",
  cost = "4W",
  types = { "enchantment" },
  static {
    each.enchantment:of(you):non("aura"):except(this),
    types = add "creature",
    power = set(it.mana_value),
    toughness = set(it.mana_value),
    when = count(each.enchantment:of(you)):at_least(5),
  },
}
