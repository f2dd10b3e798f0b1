--- A legendary planeswalker.
return card {
  name = "Jace, Memory Adept",
  cost = "3UU",
  supertypes = { "legendary" },
  types = { "planeswalker" },
  subtypes = { "jace" },
  loyalty = 4,
}
