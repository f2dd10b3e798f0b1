--- An event that is no card game's.
return {
  scenario {
    name = "craft: ore becomes blades",
    setup = { { "A", "village", "Smith" } },
    steps = {
      { craft = "Smith", count = 4, price = 2 },
      { mine = "Smith" },
    },
    expect = { "Smith: ore=7", "Smith: blades=4", "Smith: gold=8" },
  },
  scenario {
    name = "craft: without ore nothing is made",
    setup = { { "A", "village", "Apprentice" } },
    steps = { { craft = "Apprentice", count = 4, price = 2 } },
    expect = { "Apprentice: ore=3", "Apprentice: blades=0", "Apprentice: gold=0" },
  },
  scenario {
    name = "craft: the Master's blades are worth more, another's are not",
    setup = { { "A", "village", "Master", "Smith" }, { "B", "village", "Apprentice" } },
    steps = {
      {
        emit = {
          craft { who = "Smith", count = 1, price = 2 },
          craft { who = "Apprentice", count = 1, price = 2 },
        },
      },
    },
    expect = { "Smith: gold=3", "Apprentice: gold=2" },
  },
}
