--- A 2/2 artifact creature that gives mana.
return card {
  name = "Alloy Myr",
  cost = "3",
  types = { "artifact", "creature" },
  subtypes = { "myr" },
  power = 2,
  toughness = 2,
  mana("any"),
}
