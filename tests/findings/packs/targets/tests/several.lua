local lions = {
  "A",
  "battlefield",
  "one: Silvercoat Lion",
  "two: Grizzly Bears",
  "three: Hill Giant",
}
local hand = { "A", "hand", "Forest" }

return {
  scenario {
    name = "finding_CW42: up to two targets have one name",
    setup = { lions, hand, { "A", "battlefield", "Net" } },
    steps = { { emit = enter { who = "Forest" }, settle = "all", answers = { "one", "three" } } },
    expect = {
      "one: tapped=true",
      "two: tapped=false",
      "three: tapped=true",
      "pt(one) = 4/2",
      "pt(two) = 2/2",
      "pt(three) = 5/3",
      "life(A) = 129",
    },
  },
  scenario {
    name = "finding_CW42: of up to two targets none may be chosen",
    setup = { lions, hand, { "A", "battlefield", "Net" } },
    steps = { { emit = enter { who = "Forest" }, settle = "all", answers = { {} } } },
    expect = { "one: tapped=false", "pt(one) = 2/2", "life(A) = 320" },
  },
  scenario {
    name = "finding_CW42: what was announced is divided, and what drops out takes its share along",
    setup = { lions, hand, { "A", "battlefield", "Split Bolt" } },
    steps = {
      { emit = enter { who = "Forest" }, settle = "place", answers = { "one", "three", 1 } },
      { check = "placed" },
      { bounce = "three" },
      { settle = "all" },
    },
    expect = { "placed: life(A) = 20", "damage(one) = 1", "life(A) = 21" },
  },
  scenario {
    name = "finding_CW42: nothing is done if all targets have become illegal",
    setup = { lions, hand, { "A", "battlefield", "Split Bolt" } },
    steps = {
      { emit = enter { who = "Forest" }, settle = "place", answers = { "one", "three", 1 } },
      { bounce = "three" },
      { bounce = "one" },
      { settle = "all" },
    },
    expect = { "life(A) = 20" },
  },
  scenario {
    name = "finding_CW42: one target gets all, and is asked for nothing",
    setup = { lions, hand, { "A", "battlefield", "Split Bolt" } },
    steps = { { emit = enter { who = "Forest" }, settle = "all", answers = { "three", {} } } },
    expect = { "A graveyard contains Hill Giant", "life(A) = 24" },
  },
  scenario {
    name = "finding_CW42: an action divides among its targets, at least 1 each, and all of it",
    setup = { lions, { "A", "battlefield", "Net", "four: Hill Giant" } },
    steps = {
      {
        refused = {
          act = "volley",
          with = "Net",
          by = "A",
          announce = { prey = { "one", "two" }, share = { 4, 0 } },
        },
      },
      {
        refused = {
          act = "volley",
          with = "Net",
          by = "A",
          announce = { prey = { "one", "two" }, share = { 1, 2 } },
        },
      },
      {
        refused = {
          act = "volley",
          with = "Net",
          by = "A",
          announce = { prey = { "one", "one" } },
        },
      },
      {
        refused = {
          act = "volley",
          with = "Net",
          by = "A",
          announce = { prey = { "Net" } },
        },
      },
      {
        refused = {
          act = "volley",
          with = "Net",
          by = "A",
          announce = { prey = { "one", "two", "three", "four" } },
        },
      },
      { refused = { act = "volley", with = "Net", by = "A", answers = { "Net" } } },
      { check = "refused" },
      {
        act = "volley",
        with = "Net",
        by = "A",
        announce = { prey = { "one", "three" }, share = { 1, 3 } },
      },
    },
    expect = {
      "refused: damage(one) = 0",
      "damage(one) = 1",
      "A graveyard contains Hill Giant",
      "damage(two) = 0",
    },
  },
  scenario {
    name = "finding_CW42: what is announced hangs on a mode and on a number",
    setup = { lions, { "A", "battlefield", "Net" } },
    steps = {
      {
        refused = {
          act = "charm",
          with = "Net",
          by = "A",
          announce = { mode = "red", x = 0, victim = "two", some = { "one" } },
        },
      },
      {
        refused = {
          act = "charm",
          with = "Net",
          by = "A",
          announce = { mode = "white", x = 4, some = { "one", "two", "three" } },
        },
      },
      {
        refused = {
          act = "charm",
          with = "Net",
          by = "A",
          announce = { mode = "white", x = 17, some = { "one" } },
        },
      },
      { act = "charm", with = "Net", by = "A", announce = { mode = "red", x = 0, victim = "two" } },
      {
        act = "charm",
        with = "Net",
        by = "A",
        announce = { mode = "white", x = 2, some = { "one", "three" } },
      },
      { act = "charm", with = "Net", by = "A", announce = { mode = "white", x = 0 } },
    },
    expect = {
      "A graveyard contains Grizzly Bears",
      "one: tapped=true",
      "three: tapped=true",
      "Net: tapped=false",
    },
  },
}
