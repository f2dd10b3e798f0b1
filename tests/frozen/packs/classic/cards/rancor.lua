--- Aura: +2/+0 and trample.
return card {
  name = "Rancor",
  cost = "G",
  types = { "enchantment" },
  subtypes = { "aura" },
  static { attached, power = add(2), abilities = grant("trample") },
}
