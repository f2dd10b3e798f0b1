--- Numbers of the second seed of chains, H54 to H56: what is made of a hit before it happens.
return {
  scenario {
    name = "seed_H54_source_resistance",
    setup = { { "A", "cave", "Ghost", "Rat" } },
    steps = {
      { hit = "Ghost", amount = 5, power = 1 },
      { check = "weak" },
      { hit = "Ghost", amount = 5, power = 2 },
    },
    expect = { "weak: Ghost: hp=10", "Ghost: hp=5" },
  },
  scenario {
    name = "seed_H55_armor_and_clamps",
    setup = { { "A", "cave", "Knight" } },
    steps = {
      { hit = "Knight", amount = 5 },
      { check = "three" },
      { hit = "Knight", amount = 1 },
      { check = "one" },
      { hit = "Knight", amount = 50 },
    },
    expect = { "three: Knight: hp=97", "one: Knight: hp=96", "Knight: hp=86" },
  },
  scenario {
    name = "seed_H56_pierce",
    setup = { { "A", "cave", "Turtle" } },
    steps = {
      { hit = "Turtle", amount = 5, pierce = 1 },
      { check = "blunt" },
      { hit = "Turtle", amount = 5, pierce = 2 },
    },
    expect = { "blunt: Turtle: hp=20", "Turtle: hp=15" },
  },
  scenario {
    name = "delve: the Slime rages three times, each Slime for itself",
    setup = { { "A", "cave", "one: Slime", "two: Slime" } },
    steps = {
      { hit = "one", amount = 1 },
      { hit = "one", amount = 1 },
      { hit = "one", amount = 1 },
      { check = "third" },
      { hit = "one", amount = 1 },
      { hit = "two", amount = 1 },
    },
    expect = { "third: one: damage=4", "one: damage=4", "one: hp=46", "two: damage=2" },
  },
  scenario {
    name = "delve: who is calm rages no more, and nobody else changes",
    setup = { { "A", "cave", "one: Slime", "two: Slime" } },
    steps = {
      { calm = "one" },
      { calm = "one" },
      { emit = { hit { who = "one", amount = 1 }, hit { who = "two", amount = 1 } } },
    },
    expect = { "one: damage=1", "two: damage=2" },
  },
  scenario {
    name = "delve: who is guarded cannot be hit until the turn ends",
    setup = { { "A", "cave", "Rat", "Ogre" } },
    steps = {
      { guard = "Rat" },
      { emit = { hit { who = "Rat", amount = 2 }, hit { who = "Ogre", amount = 2 } } },
      { check = "guarded" },
      { emit = pass_turn {} },
      { hit = "Rat", amount = 2 },
    },
    expect = { "guarded: Rat: hp=3", "guarded: Ogre: hp=28", "Rat: hp=1" },
  },
  scenario {
    name = "delve: a function changes its event, and lets others happen",
    setup = { { "A", "cave", "Leech" } },
    steps = { { hit = "Leech", amount = 8 } },
    expect = { "Leech: hp=8" },
  },
  scenario {
    name = "delve: the Duelist chooses",
    setup = { { "A", "cave", "Duelist" } },
    steps = {
      { hit = "Duelist", amount = 3, by = "A", answers = { "yes" } },
      { check = "parried" },
      { hit = "Duelist", amount = 3, by = "A", answers = { "no" } },
    },
    expect = { "parried: Duelist: hp=20", "Duelist: hp=17" },
  },
}
