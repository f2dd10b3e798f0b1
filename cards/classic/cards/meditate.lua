--- Four cards, for the next turn (614.10).
return card {
  name = "Meditate",
  cost = "2U",
  types = { "instant" },
  spell {
    act = {
      draw_cards { player = you, count = 4 },
      start {
        replace { turn_begins { player = you }, nothing = true, times = 1 },
      },
    },
  },
}
