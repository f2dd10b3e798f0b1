--- One basic land type takes the place of another in a text, for good (612.1).
return card {
  name = "Magical Hack",
  cost = "U",
  types = { "instant" },
  spell { changes_text(choice, second_choice) },
}
