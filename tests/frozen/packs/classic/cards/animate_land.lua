--- A land is a 3/3 creature as well for the turn.
return card {
  name = "Animate Land",
  cost = "G",
  types = { "instant" },
  spell { also_creature { power = 3, toughness = 3 }, lasts = "turn" },
}
