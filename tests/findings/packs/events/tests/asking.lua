return {
  scenario {
    name = "finding_CW18, control: a step answers all that may be done, or none",
    setup = { { "A", "battlefield", "Two Mays" } },
    steps = {
      { activate = "Two Mays", answers = { "yes", "no" } },
      { check = "answered" },
      { activate = "Two Mays" },
    },
    expect = { "answered: A life=21", "A life=32" },
  },
  scenario {
    name = "finding_CW19: what is about nobody cannot be chosen",
    rules = { "608.2d", "118.12" },
    setup = { { "A", "battlefield", "Discard Nobody" } },
    steps = { { activate = "Discard Nobody" } },
    expect = { "A life=19" },
  },
  scenario {
    name = "finding_CW19, control: with a land it can",
    setup = { { "A", "battlefield", "Discard Nobody" }, { "A", "hand", "Forest" } },
    steps = { { activate = "Discard Nobody", answers = { "yes" } } },
    expect = { "A life=21", "A graveyard contains Forest" },
  },
  scenario {
    name = "finding_CW19: nor what is about an object that is gone",
    rules = { "608.2d" },
    setup = { { "A", "battlefield", "Late Offering", "Grizzly Bears" } },
    steps = { { destroy = { "Late Offering", "Grizzly Bears" }, settle = "all" } },
    expect = { "triggers(Late Offering) = 2", "A life=14" },
  },
  scenario {
    name = "finding_CW06: a handler makes cards by their names, and defaults hold",
    setup = { { "A", "battlefield", "Maker", "Soul Warden" } },
    steps = {
      { activate = "Maker", ability = "one", settle = "all" },
      { check = "one" },
      { activate = "Maker", ability = "two" },
    },
    expect = {
      "one: A life=31",
      "one: A battlefield count Grizzly Bears=1",
      "A battlefield count Grizzly Bears=3",
      "A battlefield count Runeclaw Bear=1",
      "pt(first Grizzly Bears) = 2/2",
    },
  },
  scenario {
    name = "finding_CW06: what a handler moves comes from where it is",
    setup = { { "A", "battlefield", "Maker", "Wake", "Grizzly Bears" } },
    steps = { { activate = "Maker", ability = "away", on = "Grizzly Bears", settle = "all" } },
    expect = { "A life=35" },
  },
}
