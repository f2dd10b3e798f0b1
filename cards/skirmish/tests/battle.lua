--- What sets off what in a battle.
return {
  scenario {
    name = "skirmish: venom hurts at each turn, and wears off",
    setup = { { "A", "field", "Viper" }, { "B", "field", "Squire" } },
    steps = {
      { strike = { { "Viper", "Squire" } }, settle = "all" },
      { check = "bitten" },
      { emit = turn_begins {}, settle = "all" },
      { check = "later" },
      { emit = turn_begins {}, settle = "all", repeated = 4 },
    },
    expect = {
      "bitten: health(Squire) = 95",
      "bitten: counters(Squire, venom) = 3",
      "later: health(Squire) = 92",
      "later: counters(Squire, venom) = 2",
      "health(Squire) = 89",
      "counters(Squire) = none",
    },
  },
  scenario {
    name = "skirmish: a Martyr's fall heals those who are left",
    setup = { { "A", "field", "Martyr", "Recruit" }, { "B", "field", "Squire", "Duelist" } },
    steps = {
      { wound = "Recruit", amount = 500 },
      { emit = apply { who = "Martyr", card = "whetted", turns = 3 } },
      { check = "before" },
      { strike = { { "Duelist", "Martyr" } }, settle = "all" },
    },
    expect = {
      "before: health(Recruit) = 490",
      "before: attack(Martyr) = 15",
      "zone(Martyr) = A.fallen",
      "zone(whetted) = ceased",
      "health(Recruit) = 520",
      "health(Squire) = 100",
      "happened(fall) = [Martyr]",
    },
  },
  scenario {
    name = "skirmish: who strikes a Porcupine is pricked, with no end of it",
    setup = { { "A", "field", "Porcupine" }, { "B", "field", "other: Porcupine" } },
    steps = { { strike = { { "Porcupine", "other" } }, settle = "all" } },
    expect = {
      "health(other) = 290",
      "health(Porcupine) = 295",
      "happened(wound) = [other, Porcupine]",
    },
  },
}
