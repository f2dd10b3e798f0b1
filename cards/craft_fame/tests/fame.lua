return {
  scenario {
    name = "craft_fame: three blades at once are praised, two are not",
    setup = { { "A", "village", "Smith", "Master" } },
    steps = {
      { craft = "Smith", count = 3, price = 1, settle = "all" },
      { craft = "Master", count = 2, price = 1, settle = "all" },
    },
    expect = { "fame(Smith) = 1", "fame(Master) = 0" },
  },
  scenario {
    name = "craft_fame: only who has blades can show them",
    setup = { { "A", "village", "Smith", "Apprentice" } },
    steps = {
      { craft = "Smith", count = 2, price = 1 },
      { show = "Smith", count = 2 },
      { show = "Apprentice", count = 1 },
    },
    expect = { "fame(Smith) = 2", "fame(Apprentice) = 0" },
  },
}
