--- Your Minotaurs get +1/+0, menace and haste for the turn.
return card {
  name = "Sethron, Hurloon General",
  cost = "3RR",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "minotaur", "warrior" },
  power = 4,
  toughness = 4,
  activated {
    "your Minotaurs get +1/+0",
    each.creature:of(you):being("minotaur"),
    power = add(1),
    abilities = grant { "menace", "haste" },
    lasts = "turn",
  },
}
