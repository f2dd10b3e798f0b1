--- A Forest that is a green 1/1 Dryad.
return card {
  name = "Dryad Arbor",
  types = { "land", "creature" },
  subtypes = { "forest", "dryad" },
  colors = { "green" },
  power = 1,
  toughness = 1,
}
