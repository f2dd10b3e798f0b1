return {
  scenario {
    name = "craft_fame: three blades at once are praised, two are not",
    setup = { { "A", "village", "Smith", "Master" } },
    steps = {
      { emit = craft { who = "Smith", count = 3, price = 1 }, settle = "all" },
      { emit = craft { who = "Master", count = 2, price = 1 }, settle = "all" },
    },
    expect = { "fame(Smith) = 1", "fame(Master) = 0" },
  },
  scenario {
    name = "craft_fame: only who has blades can show them",
    setup = { { "A", "village", "Smith", "Apprentice" } },
    steps = {
      { emit = craft { who = "Smith", count = 2, price = 1 } },
      { emit = show { who = "Smith", count = 2 } },
      { emit = show { who = "Apprentice", count = 1 } },
    },
    expect = { "fame(Smith) = 2", "fame(Apprentice) = 0" },
  },
}
