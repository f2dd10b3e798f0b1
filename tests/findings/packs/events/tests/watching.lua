return {
  scenario {
    name = "finding_CW15: an ability that triggers once each turn does so whatever multiplies it",
    rules = { "603.2h" },
    setup = {
      { "A", "battlefield", "Once A Turn", "Everyone's Echo" },
      { "A", "hand", "Grizzly Bears", "Silvercoat Lion" },
    },
    steps = {
      { move = "Grizzly Bears", to = "battlefield", settle = "all" },
      { move = "Silvercoat Lion", to = "battlefield", settle = "all" },
    },
    expect = { "triggers(Once A Turn) = 1", "A life=21" },
  },
  scenario {
    name = "finding_CW15: also where several events at once are one",
    rules = { "603.2h", "603.2c" },
    setup = {
      { "A", "battlefield", "Once For All", "Everyone's Echo" },
      { "A", "hand", "Grizzly Bears", "Silvercoat Lion" },
    },
    steps = {
      { move = { "Grizzly Bears", "Silvercoat Lion" }, to = "battlefield", settle = "all" },
    },
    expect = { "triggers(Once For All) = 1", "A life=21" },
  },
  scenario {
    name = "finding_CW15, control: what is done once each turn triggers twice",
    rules = { "603.2i" },
    setup = {
      { "A", "battlefield", "Done Once", "Everyone's Echo" },
      { "A", "hand", "Grizzly Bears" },
    },
    steps = { { move = "Grizzly Bears", to = "battlefield", settle = "all" } },
    expect = { "triggers(Done Once) = 2", "A life=21" },
  },
  scenario {
    name = "finding_CW03: only the abilities of permanents that you control trigger once more",
    rules = { "603.2d" },
    setup = {
      { "A", "battlefield", "Your Echo" },
      { "B", "battlefield", "Soul Warden" },
      { "B", "hand", "Grizzly Bears" },
    },
    steps = { { move = "Grizzly Bears", to = "battlefield", settle = "all" } },
    expect = { "B life=21" },
  },
  scenario {
    name = "finding_CW03, control: and those do, also of who dies itself",
    rules = { "603.2d", "603.10a" },
    setup = {
      { "A", "battlefield", "Your Echo", "Soul Warden", "mine: Mourned" },
      { "B", "battlefield", "theirs: Mourned" },
      { "B", "hand", "Grizzly Bears" },
    },
    steps = {
      { move = "Grizzly Bears", to = "battlefield", settle = "all" },
      { check = "entered" },
      { destroy = { "mine", "theirs" }, settle = "all" },
    },
    expect = { "entered: A life=22", "A life=24", "B life=21" },
  },
  scenario {
    name = "finding_CW03: `never` of the permanents of others",
    setup = {
      { "A", "battlefield", "Silence For Others", "mine: Soul Warden" },
      { "B", "battlefield", "theirs: Soul Warden" },
      { "A", "hand", "Grizzly Bears" },
    },
    steps = { { move = "Grizzly Bears", to = "battlefield", settle = "all" } },
    expect = { "A life=21", "B life=20" },
  },
  scenario {
    name = "finding_CW03: `replace` and `cant` ask for the cause of an event",
    setup = {
      { "A", "battlefield", "Workshop", "mine: Charger" },
      { "B", "battlefield", "theirs: Charger" },
    },
    steps = {
      { activate = "mine", ability = "charge" },
      { activate = "theirs", ability = "charge", by = "B" },
      { activate = "mine", ability = "heal" },
      { activate = "theirs", ability = "heal", by = "B" },
    },
    expect = {
      "mine: counters(charge)=2",
      "theirs: counters(charge)=1",
      "A life=20",
      "B life=21",
    },
  },
  scenario {
    name = "finding_CW43: you, or a permanent that you control",
    setup = {
      { "A", "battlefield", "Guard Of Both", "mine: Grizzly Bears" },
      { "B", "battlefield", "theirs: Grizzly Bears", "Forest" },
    },
    steps = {
      { emit = damage { source = "Forest", who = "A", amount = 1 } },
      { emit = damage { source = "Forest", who = "mine", amount = 1 } },
      { emit = damage { source = "Forest", who = "B", amount = 1 } },
      { emit = damage { source = "Forest", who = "theirs", amount = 1 } },
    },
    expect = { "A life=20", "mine: damage=0", "B life=19", "theirs: damage=1" },
  },
  scenario {
    name = "finding_CW24: the controller of a source with wither puts the counters",
    rules = { "120.3d" },
    setup = { { "A", "battlefield", "Nest", "Ripper" }, { "B", "battlefield", "Silvercoat Lion" } },
    steps = { { hit = { { "Ripper", "Silvercoat Lion" } }, combat = true, settle = "all" } },
    expect = { "A life=22" },
  },
  scenario {
    name = "finding_CW24, control: the counters of others are no matter of yours",
    rules = { "120.3d" },
    setup = { { "A", "battlefield", "Nest", "Silvercoat Lion" }, { "B", "battlefield", "Ripper" } },
    steps = { { hit = { { "Ripper", "Silvercoat Lion" } }, combat = true, settle = "all" } },
    expect = { "A life=20", "A graveyard contains Silvercoat Lion" },
  },
  scenario {
    name = "finding_CW24: a spell's controller puts the counters that it says",
    setup = { { "A", "battlefield", "Nest" }, { "B", "battlefield", "Silvercoat Lion" } },
    steps = {
      { resolve = "Shrink", on = "Silvercoat Lion", by = "A", settle = "all" },
      { check = "yours" },
      { resolve = "Shrink", on = "Silvercoat Lion", by = "B", settle = "all" },
    },
    expect = { "yours: A life=21", "A life=21" },
  },
  scenario {
    name = "finding_CW24: as it enters",
    setup = { { "A", "battlefield", "Nest" }, { "A", "hand", "Shrunk" } },
    steps = { { cast = "Shrunk", settle = "all" } },
    expect = { "A life=21" },
  },
  scenario {
    name = "finding_CW09: a spell from nowhere is a card of who plays it",
    rules = { "108.3" },
    setup = { { "A", "battlefield", "Doubled Harm" } },
    steps = { { resolve = "Lightning Bolt", on = "B", by = "A" } },
    expect = { "B life=14" },
  },
  scenario {
    name = "finding_CW09, control: not of another player",
    setup = { { "A", "battlefield", "Doubled Harm" } },
    steps = { { resolve = "Lightning Bolt", on = "B", by = "B" } },
    expect = { "B life=17" },
  },
  scenario {
    name = "a delayed trigger that lasts triggers each time (603.7b)",
    rules = { "603.7b" },
    setup = { { "A", "battlefield", "Silvercoat Lion" } },
    steps = {
      { resolve = "Feast", by = "A" },
      { gain_life = "A", amount = 1, settle = "all" },
      { gain_life = "A", amount = 1, settle = "all" },
    },
    expect = { "A life=12" },
  },
  scenario {
    name = "control: one that says no duration triggers once",
    setup = { { "A", "battlefield", "Silvercoat Lion" } },
    steps = {
      { resolve = "Toast", by = "A" },
      { gain_life = "A", amount = 1, settle = "all" },
      { gain_life = "A", amount = 1, settle = "all" },
    },
    expect = { "A life=17" },
  },
}
