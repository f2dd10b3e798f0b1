--- One creature type for another in a text, for good.
return card {
  name = "Artificial Evolution",
  cost = "U",
  types = { "instant" },
  spell { changes_text(choice, second_choice) },
}
