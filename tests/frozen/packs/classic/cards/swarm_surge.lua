--- Your creatures get +2/+0 for the turn, your colourless ones first strike, too.
return card {
  name = "Swarm Surge",
  cost = "2B",
  types = { "sorcery" },
  "devoid",
  spell {
    each.creature:of(you),
    power = add(2),
    also { each.creature:of(you):being("colorless"), abilities = grant("first strike") },
    lasts = "turn",
  },
}
