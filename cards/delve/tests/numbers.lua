--- H50 to H53: numbers of whole kinds, of what is printed, and of one alone.
return {
  scenario {
    name = "seed_H50_default_printed_own",
    setup = { { "A", "cave", "one: Ogre", "two: Ogre", "Rat" } },
    steps = { { check = "printed" }, { train = "one", amount = 2 } },
    expect = { "printed: one: damage=3", "one: damage=5", "two: damage=3", "Rat: damage=1" },
  },
  scenario {
    name = "seed_H51_numbers_are_data",
    setup = { { "A", "cave", "Rat" } },
    steps = {},
    expect = {
      "Rat: damage=1",
      "Rat: pierce=1",
      "Rat: power=1",
      "Rat: armor=0",
      "Rat: least=1",
      "Rat: most=10",
      "Rat: bears_pierce=1",
    },
  },
  scenario {
    name = "seed_H52_numbers_that_hang_on_others",
    setup = { { "A", "cave", "Brawler", "Club" } },
    steps = {
      { check = "bare" },
      { emit = arm { who = "Brawler", with = "Club" } },
      { check = "armed" },
      { emit = arm { who = "Brawler", with = none } },
      { check = "bare again" },
      { effect = { each.hero, traits = remove_all } },
    },
    expect = {
      "bare: Brawler: damage=5",
      "armed: Brawler: damage=0",
      "bare again: Brawler: damage=5",
      "Brawler: damage=0",
    },
  },
  scenario {
    name = "seed_H53_adding_and_subtracting",
    setup = { { "A", "cave", "Rat" } },
    steps = {
      { check = "first" },
      { train = "Rat", amount = 1 },
      { check = "second" },
      { train = "Rat", amount = 5 },
      { check = "third" },
      { train = "Rat", amount = -5 },
      { check = "fourth" },
      { train = "Rat", amount = -5 },
    },
    expect = {
      "first: Rat: damage=1",
      "second: Rat: damage=2",
      "third: Rat: damage=7",
      "fourth: Rat: damage=2",
      "Rat: damage=-3",
    },
  },
}
