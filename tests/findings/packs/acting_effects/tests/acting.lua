return {
  scenario {
    name = "finding_CW34: each object goes back to its owner",
    setup = {
      { "A", "battlefield", "mine: Grizzly Bears", "theirs: Runeclaw Bear" },
      { "A", "hand", "Homecoming" },
    },
    steps = {
      { effect = { target, controller = set(you) }, on = "mine", by = "B" },
      { check = "before" },
      { resolve = "Homecoming" },
    },
    expect = { "before: controller(mine) = B", "controller(mine) = A", "controller(theirs) = A" },
  },
  scenario {
    name = "finding_CW34: each object goes to a player, until that one leaves (800.4a)",
    players = { "A", "B", "C" },
    setup = {
      { "A", "battlefield", "mine: Grizzly Bears" },
      { "B", "battlefield", "theirs: Runeclaw Bear" },
      { "A", "hand", "Hand Over" },
    },
    steps = {
      { resolve = "Hand Over" },
      { check = "before" },
      { emit = leave_game { player = "B" } },
    },
    expect = {
      "before: controller(mine) = B",
      "before: controller(theirs) = C",
      "controller(mine) = A",
    },
  },
  scenario {
    name = "finding_CW34: an act gives the ability that it stands in",
    setup = { { "A", "battlefield", "Echo Giver", "Grizzly Bears" } },
    steps = {
      { activate = "Echo Giver", ability = "echo" },
      { activate = "Grizzly Bears", ability = "echo" },
    },
    expect = { "abilities(Echo Giver) = [echo, echo]", "abilities(Grizzly Bears) = [echo]" },
  },
}
