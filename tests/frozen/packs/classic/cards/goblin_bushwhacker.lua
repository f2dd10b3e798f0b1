--- Kicked, it gives your creatures +1/+0 and haste for the turn.
return card {
  name = "Goblin Bushwhacker",
  cost = "R",
  types = { "creature" },
  subtypes = { "goblin", "warrior" },
  power = 1,
  toughness = 1,
  "kicker",
  triggered {
    "kicked",
    each.creature:of(you),
    power = add(1),
    abilities = grant("haste"),
    lasts = "turn",
  },
}
