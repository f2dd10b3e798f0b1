--- A land that gives colourless mana and can be sacrificed to destroy another.
return card {
  name = "Ghost Quarter",
  types = { "land" },
  mana "C",
  activated { "sacrifice: destroy target land" },
}
