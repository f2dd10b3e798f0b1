--- Games of noughts and crosses.
return {
  scenario {
    name = "noughts: three in a line win, and nothing happens any more",
    setup = { { "A", "board", "a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3" } },
    steps = {
      { emit = mark { who = "a1", player = "A" } },
      { emit = mark { who = "b1", player = "B" } },
      { emit = mark { who = "a2", player = "A" } },
      { emit = mark { who = "b2", player = "B" } },
      { check = "open" },
      { emit = mark { who = "a3", player = "A" } },
    },
    expect = { "open: A: active=true", "A: has_won=true", "B: has_won=false" },
  },
}
