--- One colour for another in a text, for good.
return card {
  name = "Sleight of Mind",
  cost = "U",
  types = { "instant" },
  spell { changes_text(choice, second_choice) },
}
