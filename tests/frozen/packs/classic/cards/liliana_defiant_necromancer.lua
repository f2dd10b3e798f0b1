--- A planeswalker that starts with loyalty 3; the back of a card, so that it has no cost.
return card {
  name = "Liliana, Defiant Necromancer",
  supertypes = { "legendary" },
  types = { "planeswalker" },
  subtypes = { "liliana" },
  colors = { "black" },
  loyalty = 3,
  activated { "+2" },
}
