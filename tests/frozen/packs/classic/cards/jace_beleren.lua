--- A legendary planeswalker of the same type and another name.
return card {
  name = "Jace Beleren",
  cost = "1UU",
  supertypes = { "legendary" },
  types = { "planeswalker" },
  subtypes = { "jace" },
  loyalty = 3,
}
