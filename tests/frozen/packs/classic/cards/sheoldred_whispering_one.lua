--- A 6/6.
return card {
  name = "Sheoldred, Whispering One",
  cost = "5BB",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "phyrexian", "praetor" },
  power = 6,
  toughness = 6,
  "swampwalk",
}
