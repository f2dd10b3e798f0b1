--- Drawing the last card, and one more (104.3c, 704.5b).
return {
  scenario {
    name = "finding_CW11: drawing the last card does not lose the game",
    setup = { { "A", "library", "Forest" } },
    steps = { { draw = "A", count = 1 }, { sba = true } },
    expect = { "A hand contains Forest", "lost(A) = false" },
  },
  scenario {
    name = "drawing one more does, at the next check",
    setup = { { "A", "library", "Forest" } },
    steps = { { draw = "A", count = 2 }, { check = "drawn" }, { sba = true } },
    expect = { "A hand contains Forest", "drawn: lost(A) = false", "lost(A) = true" },
  },
  scenario {
    name = "finding_CW11: the last card counts as drawn, and a draw from nothing does not",
    setup = { { "A", "library", "Forest" } },
    steps = { { draw = "A", count = 1 }, { check = "one" }, { draw = "A", count = 1 } },
    expect = { "one: drawn_this_turn(A) = 1", "drawn_this_turn(A) = 1" },
  },
  scenario {
    name = "finding_CW11: the first card counts while it moves, and the second is not the first",
    setup = { { "A", "battlefield", "First Light" }, { "A", "library", "Forest x3" } },
    steps = { { draw = "A", count = 1 }, { check = "one" }, { draw = "A", count = 2 } },
    expect = { "one: A life=25", "A life=25", "A hand count Forest=3" },
  },
}
