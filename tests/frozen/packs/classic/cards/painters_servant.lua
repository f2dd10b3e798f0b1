--- Everything everywhere has the chosen colour, too.
return card {
  name = "Painter's Servant",
  cost = "2",
  types = { "artifact", "creature" },
  subtypes = { "scarecrow" },
  power = 1,
  toughness = 3,
  static { each.card, colors = add(this.chosen) },
}
