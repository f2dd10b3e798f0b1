--- Games of noughts and crosses.
return {
  scenario {
    name = "noughts: three in a line win, and nothing happens any more",
    steps = {
      { start = "A" },
      { refused = { act = "mark", with = "a1", by = "B" } }, -- it is the turn of A
      { act = "mark", with = "a1", by = "A" },
      { refused = { act = "mark", with = "a1", by = "B" } }, -- it is marked
      { act = "mark", with = "b1", by = "B" },
      { act = "mark", with = "a2", by = "A" },
      { act = "mark", with = "b2", by = "B" },
      { check = "open" },
      { act = "mark", with = "a3", by = "A" },
      { refused = { act = "mark", with = "c3", by = "B" } }, -- the game is over
      { refused = { concede = "B" } },
    },
    expect = { "open: A: acting=true", "A wins the game", "B: has_won=false" },
  },
  scenario {
    name = "noughts: a diagonal wins",
    steps = {
      { start = "A" },
      { act = "mark", with = "a3", by = "A" },
      { act = "mark", with = "a1", by = "B" },
      { act = "mark", with = "b2", by = "A" },
      { act = "mark", with = "a2", by = "B" },
      { act = "mark", with = "c1", by = "A" },
    },
    expect = { "A wins the game", "B: has_won=false", "mark(c1) = A" },
  },
  scenario {
    name = "noughts: a full board without a line is a draw",
    steps = {
      { start = "A" },
      { act = "mark", with = "a1", by = "A" },
      { act = "mark", with = "b2", by = "B" },
      { act = "mark", with = "c3", by = "A" },
      { act = "mark", with = "b1", by = "B" },
      { act = "mark", with = "b3", by = "A" },
      { act = "mark", with = "a3", by = "B" },
      { act = "mark", with = "c1", by = "A" },
      { act = "mark", with = "c2", by = "B" },
      { act = "mark", with = "a2", by = "A" },
      { refused = { act = "mark", with = "a2", by = "B" } },
    },
    expect = { "A: has_won=false", "B: has_won=false" },
  },
}
