return {
  scenario {
    name = "finding_CW42: a spell with two targets gets them from the step",
    setup = { { "A", "battlefield", "Grizzly Bears", "Runeclaw Bear" } },
    steps = { { resolve = "Push and Pull", by = "A", on = { "Grizzly Bears", "Runeclaw Bear" } } },
    expect = { "tapped(Grizzly Bears) = true", "A graveyard contains Runeclaw Bear" },
  },
  scenario {
    name = "finding_CW42: a trigger chooses two different targets",
    setup = {
      { "A", "battlefield", "Pair of Traps", "Grizzly Bears", "Runeclaw Bear" },
      { "A", "hand", "Forest" },
    },
    steps = {
      {
        emit = enter { who = "Forest" },
        settle = "all",
        answers = { "Grizzly Bears", "Runeclaw Bear" },
      },
    },
    expect = { "tapped(Grizzly Bears) = true", "A graveyard contains Runeclaw Bear" },
  },
  scenario {
    name = "finding_CW54: a pattern asks what is there afterwards, or looks back",
    setup = {
      { "A", "battlefield", "Watcher of Graves", "Grizzly Bears" },
      { "A", "hand", "Forest" },
    },
    steps = {
      { discard = "Forest", settle = "all" },
      { check = "discarded" },
      { destroy = "Grizzly Bears", settle = "all" },
    },
    expect = { "discarded: life(A) = 121", "life(A) = 1121" },
  },
  scenario {
    name = "finding_CW54: the last card of a list is on top of the library",
    setup = { { "A", "library", "Forest", "Island", "Swamp" } },
    steps = { { draw = "A" } },
    expect = { "A hand contains Swamp" },
  },
  scenario {
    name = "finding_CW54: three players",
    players = { "A", "B", "C" },
    setup = { { "C", "battlefield", "Grizzly Bears" } },
    steps = { { resolve = "Tax Day", by = "C" } },
    expect = { "life(A) = 17", "life(B) = 17", "life(C) = 17" },
  },
  scenario {
    name = "finding_CW54: a trigger that is immediate does not wait",
    setup = { { "A", "battlefield", "Watcher at Once", "Grizzly Bears" } },
    steps = {
      { emit = tap { who = "Grizzly Bears" } },
      { check = "tapped" },
      { settle = "all" },
    },
    expect = { "tapped: life(A) = 21", "life(A) = 31" },
  },
  scenario {
    name = "finding_CW54: a layer of its own comes where it says",
    setup = { { "A", "battlefield", "Grizzly Bears", "Early Growth" } },
    expect = { "pt(Grizzly Bears) = 1/2" },
  },
  scenario {
    name = "finding_NC19: nothing is left of a division by zero, and a product ends at the limit",
    setup = { { "A", "battlefield", "Broken Scales" } },
    expect = { "power(Broken Scales) = 7", "toughness(Broken Scales) = 9223372036854775803" },
  },
}
