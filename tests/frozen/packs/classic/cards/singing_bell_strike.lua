--- An Aura for creatures.
return card {
  name = "Singing Bell Strike",
  cost = "1U",
  types = { "enchantment" },
  subtypes = { "aura" },
}
