--- One colour or basic land type for another in a text, for good.
return card {
  name = "Mind Bend",
  cost = "U",
  types = { "instant" },
  spell { changes_text(choice, second_choice) },
}
