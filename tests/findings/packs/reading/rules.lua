--- A layer between others: behind that of colours, before that of abilities.
return extend {
  layers = { { "stripes", after = "color" } },
  attributes = {
    stripes = { "int", copiable = true },
    spots = { "int", copiable = true },
  },
  default_layers = { stripes = "stripes", spots = "ability" },
}
