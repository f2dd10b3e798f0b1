--- A creature is a 0/1 without abilities for the turn.
return card {
  name = "Ovinize",
  cost = "1U",
  types = { "instant" },
  spell { abilities = remove_all, power = set(0), toughness = set(1), lasts = "turn" },
}
