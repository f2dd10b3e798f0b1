--- A 1/1 Human Wizard.
return card {
  name = "Fugitive Wizard",
  cost = "U",
  types = { "creature" },
  subtypes = { "human", "wizard" },
  power = 1,
  toughness = 1,
}
