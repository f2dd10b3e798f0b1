return {
  scenario {
    name = "without an effect a symbol is what is printed",
    setup = { { "A", "stage", "Actor" } },
    steps = {},
    expect = { "fury(Actor) = 1" },
  },
  scenario {
    name = "finding_MU07: a symbol is a word",
    setup = { { "A", "stage", "Actor", "Word" } },
    steps = {},
    expect = { "fury(Actor) = 2" },
  },
  scenario {
    name = "finding_MU07: a symbol is none",
    setup = { { "A", "stage", "Actor", "Blank" } },
    steps = {},
    expect = { "fury(Actor) = 3" },
  },
  scenario {
    name = "finding_MU07: a symbol is what another symbol is",
    setup = { { "A", "stage", "Actor", "Echo" } },
    steps = {
      { check = "printed" },
      { emit = tell { who = "Echo", what = "calm" } },
      { check = "told" },
      { emit = tell { who = "Echo", what = none } },
    },
    expect = {
      "printed: fury(Actor) = 2",
      "told: fury(Actor) = 1",
      "fury(Actor) = 3",
    },
  },
}
