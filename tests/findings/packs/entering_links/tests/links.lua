local function one(id, card, answers)
  return scenario {
    name = ("finding_%s: what %s exiled as it entered is linked to it (607.2)"):format(id, card),
    setup = {
      { "A", "graveyard", "Walking Corpse" },
      { "A", "hand", card },
      { "B", "hand", "other: Trigger Feeder" },
    },
    steps = {
      { cast = card, settle = "all", answers = answers },
      { cast = "other", settle = "all" },
    },
    expect = {
      "A exile contains Walking Corpse",
      ("pt(%s) = 2/1"):format(card),
      "pt(other) = 1/1", -- nothing is linked to another of the same ability
    },
  }
end

return {
  one("CW10", "Also Feeder"),
  one("CW10", "Event Feeder"),
  one("CW10", "After Feeder"),
  one("CW10", "Trigger Feeder"),
  one("CW10", "Choosing Feeder", { { "Walking Corpse" } }),
  scenario {
    name = "finding_CW10: what a function exiled as its object entered is linked to it (607.2)",
    setup = { { "A", "graveyard", "Walking Corpse" }, { "A", "hand", "Function Feeder" } },
    steps = { { cast = "Function Feeder" } },
    expect = { "A exile contains Walking Corpse", "pt(Function Feeder) = 2/1" },
  },
  scenario {
    name = "finding_CW27: counters that a function puts as its object enters",
    setup = { { "A", "hand", "Counting Feeder" } },
    steps = { { cast = "Counting Feeder" } },
    expect = { "pt(Counting Feeder) = 3/3" },
  },
  scenario {
    name = "finding_CW27: by words, who enters at the same time is not exiled (614.13a)",
    setup = {
      { "A", "graveyard", "feeder: Also Feeder", "bear: Grizzly Bears", "Walking Corpse" },
    },
    steps = { { emit = { enter { who = "feeder" }, enter { who = "bear" } } } },
    expect = {
      "A battlefield count Grizzly Bears=1",
      "A exile contains Walking Corpse",
      "pt(feeder) = 2/1",
    },
  },
  scenario {
    name = "finding_CW27: a function offers who does not enter then (614.13a)",
    setup = {
      {
        "A", "graveyard",
        "feeder: Choosing Feeder", "bear: Grizzly Bears", "corpse: Walking Corpse",
      },
    },
    steps = {
      { emit = { enter { who = "feeder" }, enter { who = "bear" } }, answers = { { "corpse" } } },
    },
    expect = {
      "A battlefield count Grizzly Bears=1",
      "A exile contains Walking Corpse",
      "pt(feeder) = 2/1",
    },
  },
}
