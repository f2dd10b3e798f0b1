--- Games of trumps.
return {
  scenario {
    name = "trumps: the higher card takes the trick, and none does if they are equal",
    setup = {
      { "A", "hand", "a1: one", "a2: two" },
      { "B", "hand", "b1: one", "b2: two" },
    },
    steps = {
      { act = "round", by = "A", answers = { "a2", "b1" } },
      { check = "first" },
      { refused = { act = "round", by = "A" } },
      { act = "round", by = "B" }, -- both have one card left, so nothing is asked
    },
    expect = {
      "first: A: points=1",
      "first: B: points=0",
      "first: zone(a2) = table",
      "A: points=1",
      "B: points=1",
      "A: has_won=false",
      "B: has_won=false",
    },
  },
  scenario {
    name = "trumps: who has more tricks wins, and nothing happens any more",
    setup = { { "A", "hand", "a1: one" }, { "B", "hand", "b2: two" } },
    steps = {
      { act = "round", by = "A" },
      { refused = { act = "round", by = "B" } },
    },
    expect = { "B wins the game", "A: has_won=false", "B: points=1" },
  },
}
