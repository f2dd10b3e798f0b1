--- Aura: +1/+1 and flying.
return card {
  name = "Arcane Flight",
  cost = "U",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant creature",
  static { attached, power = add(1), toughness = add(1), abilities = grant "flying" },
}
