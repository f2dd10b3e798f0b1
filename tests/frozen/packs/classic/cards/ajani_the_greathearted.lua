--- A legendary planeswalker of loyalty 5.
return card {
  name = "Ajani, the Greathearted",
  cost = "2GW",
  supertypes = { "legendary" },
  types = { "planeswalker" },
  subtypes = { "ajani" },
  loyalty = 5,
}
