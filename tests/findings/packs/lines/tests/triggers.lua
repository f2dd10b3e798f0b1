-- The file of Cobra has another name than the card, and the id of Cobra Queen begins with its own.
local lands = { { emit = { enter { who = "f" }, enter { who = "g" } }, settle = "all" } }
local setup = {
  { "A", "battlefield", "one: Cobra", "two: Cobra", "Cobra Queen" },
  { "A", "hand", "f: Forest", "g: Forest" },
}

return {
  scenario {
    name = "finding_CW02: triggers by the name of a card, by its id, and by an object",
    rules = { "603.2" },
    setup = setup,
    steps = lands,
    expect = {
      "triggers(Cobra) = 4",
      "triggers(lines:other_file_name) = 4",
      "triggers(one) = 2",
      "triggers(two) >= 2",
      "triggers(Cobra Queen) = 2",
      "triggers(total) = 6",
      "number of Cobra triggers = 4",
      "not no trigger from Cobra Queen",
    },
  },
  scenario {
    name = "finding_CW02: a card that has not triggered",
    unchanged = true,
    setup = setup,
    steps = { { tap = "one" } },
    expect = { "triggers(Cobra) = 0", "triggers(one) = 0", "no trigger from Cobra Queen" },
  },
}
