--- Aura: your other creatures that are no tokens, and those to come, are copies of that one.
return card {
  name = "Infinite Reflection",
  cost = "5U",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant creature",
  triggered { "other nontoken creatures you control become copies of enchanted creature" },
  replacement { "nontoken creatures you control enter as copies of enchanted creature" },
}
