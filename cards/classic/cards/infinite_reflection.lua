--- Aura: your other creatures that are no tokens, and those to come, are copies of that one.
return card {
  name = "Infinite Reflection",
  cost = "5U",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant creature",
  whenever {
    "other nontoken creatures you control become copies of enchanted creature",
    enter { who = this },
    act = effect {
      each.creature:of(you):non("token"):except(attached),
      becomes_copy(attached),
    },
  },
  enters_as_copy { attached, others = each.creature:of(you):non("token"), must = true },
}
