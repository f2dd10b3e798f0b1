--- Durations that end with a phase of somebody's turn.
return {
  scenario {
    name = "dur-006-until-end-of-combat-next-turn",
    rules = { "511.2", "611.2a" },
    setup = { { "A", "battlefield", "Tester (boost source)" } },
    steps = {
      {
        activate = "Tester (boost source)",
        ability = "until end of combat on your next turn",
      },
      { go = "after combat" },
      { check = "turn 1 after combat" },
      { go = "after combat", turn = 2 },
      { check = "turn 2 after combat" },
      { go = "main", turn = 3 },
      { check = "turn 3 (A) before combat" },
      { go = "after combat" },
      { check = "turn 3 after combat" },
    },
    expect = {
      "turn 1 after combat: Tester (boost source): power=2 toughness=2",
      "turn 2 after combat: Tester (boost source): power=2 toughness=2",
      "turn 3 (A) before combat: Tester (boost source): power=2 toughness=2",
      "turn 3 after combat: Tester (boost source): power=1 toughness=1",
    },
  },
  scenario {
    name = "dur-009-until-next-end-step-opponents-turn",
    rules = { "611.2a" },
    setup = { { "A", "battlefield", "Tester (boost source)" } },
    steps = {
      { go = "main", turn = 2 },
      { activate = "Tester (boost source)", ability = "until your next end step", by = "A" },
      { go = "end step" },
      { check = "turn 2 end step" },
      { go = "main", turn = 3 },
      { check = "turn 3 (A) main" },
      { go = "end step" },
      { check = "turn 3 end step" },
    },
    expect = {
      "turn 2 end step: Tester (boost source): power=2 toughness=2",
      "turn 3 (A) main: Tester (boost source): power=2 toughness=2",
      "turn 3 end step: Tester (boost source): power=1 toughness=1",
    },
  },
  scenario {
    name = "dur-010-until-next-upkeep",
    rules = { "611.2a", "503.1" },
    setup = { { "A", "battlefield", "Tester (boost source)" } },
    steps = {
      { activate = "Tester (boost source)", ability = "until your next upkeep" },
      { go = "main" },
      { check = "turn 1 main" },
      { go = "main", turn = 2 },
      { check = "turn 2 main" },
      { go = "main", turn = 3 },
      { check = "turn 3 (A) main" },
    },
    expect = {
      "turn 1 main: Tester (boost source): power=2 toughness=2",
      "turn 2 main: Tester (boost source): power=2 toughness=2",
      "turn 3 (A) main: Tester (boost source): power=1 toughness=1",
    },
  },
  scenario {
    name = "dur-011-extra-upkeep-ends-it",
    unchanged = true,
    rules = { "500.8", "611.2a" },
    setup = {
      { "A", "battlefield", "Tester (boost source)", { "Paradox Haze", on = "A" } },
    },
    steps = {
      { go = "upkeep", turn = 3 },
      { activate = "Tester (boost source)", ability = "until your next upkeep" },
      { phase = "upkeep" },
      { check = "turn 3 second upkeep" },
      { go = "main" },
      { check = "turn 3 main" },
    },
    expect = {
      "turn 3 second upkeep: Tester (boost source): power=1 toughness=1",
      "turn 3 main: Tester (boost source): power=1 toughness=1",
    },
  },
  scenario {
    name = "dur-012-skipped-upkeep-keeps-it",
    rules = { "614.10a", "611.2a" },
    setup = { { "A", "battlefield", "Tester (boost source)", "Eon Hub" } },
    steps = {
      { go = "main" },
      { activate = "Tester (boost source)", ability = "until your next upkeep" },
      { go = "after combat", turn = 3, skip = "upkeep" },
      { check = "turn 3 (A) after combat" },
    },
    expect = { "turn 3 (A) after combat: Tester (boost source): power=2 toughness=2" },
  },
}
