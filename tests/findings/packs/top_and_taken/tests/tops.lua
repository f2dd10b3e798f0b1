--- The top card of a zone in conditions, affected objects and amounts of static abilities.
return {
  scenario {
    name = "finding_CW33: a condition asks the top card, which moves and comes back",
    setup = {
      { "A", "battlefield", "Dusk Watcher" },
      { "A", "library", "Green Leaf", "Black Leaf" },
      { "B", "library", "Green Leaf" },
    },
    steps = {
      { check = "black" },
      { draw = "A" },
      { check = "green" },
      { put = "Black Leaf", under = "A", zone = "library" },
    },
    expect = {
      "black: pt(Dusk Watcher) = 3/1",
      "black: has(Dusk Watcher, flying)",
      "green: pt(Dusk Watcher) = 1/1",
      "green: not has(Dusk Watcher, flying)",
      "pt(Dusk Watcher) = 3/1",
    },
  },
  scenario {
    name = "finding_CW33: amounts are those of the first and the second card",
    setup = {
      { "A", "battlefield", "Weigher" },
      { "A", "library", "Bear", "Green Leaf", "Bear" },
    },
    steps = { { check = "three" }, { mill = "A" }, { check = "two" }, { mill = "A", count = 2 } },
    expect = {
      "three: pt(Weigher) = 3/4",
      "two: pt(Weigher) = 4/3",
      "pt(Weigher) = 1/1",
    },
  },
  scenario {
    name = "finding_CW33: a shuffle brings another card to the top",
    setup = {
      { "A", "battlefield", "Weigher" },
      { "A", "library", "Bear x5", "Green Leaf" },
    },
    steps = { { seed = 2 }, { check = "before" }, { emit = shuffle { player = "A" } } },
    expect = { "before: pt(Weigher) = 4/3", "pt(Weigher) = 3/3" },
  },
  scenario {
    name = "finding_CW33: those are affected who cost as much as the top card",
    setup = {
      { "A", "battlefield", "Peerage", "bear: Bear", "Two-Toned" },
      { "A", "library", "Green Leaf", "Bear" },
    },
    steps = { { check = "two" }, { draw = "A" } },
    expect = {
      "two: pt(bear) = 3/2",
      "two: pt(Two-Toned) = 1/1",
      "pt(bear) = 2/2",
    },
  },
  scenario {
    name = "finding_CW33: what makes the top card black comes before what asks its colour (613.8)",
    setup = {
      { "A", "battlefield", "Dusk Watcher" },
      { "A", "library", "Black Leaf", "Green Leaf" },
    },
    steps = { { check = "green" }, { put = "Dyer", under = "A" } },
    expect = { "green: pt(Dusk Watcher) = 1/1", "pt(Dusk Watcher) = 3/1" },
  },
  scenario {
    name = "finding_CW33: an empty library has no top card",
    setup = {
      { "A", "battlefield", "Mourner Of Tops", "Two-Toned", "Weigher" },
      { "A", "library", "Bear" },
    },
    steps = { { check = "one" }, { draw = "A" } },
    expect = {
      "one: pt(Two-Toned) = 1/1",
      "one: pt(Weigher) = 3/1",
      "pt(Two-Toned) = 0/1",
      "pt(Weigher) = 0/1",
    },
  },
}
