--- Aura: +1/+1 and flanking.
return card {
  name = "Agility",
  cost = "1R",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant creature",
  static { attached, power = add(1), toughness = add(1), abilities = grant "flanking" },
}
