--- An Aura does not enter attached to what it cannot enchant (303.4f-g).
return {
  scenario {
    name = "finding_CW13: it stays where it is",
    setup = {
      { "B", "battlefield", "Grizzly Bears" },
      { "B", "graveyard", "realm: Hostile Realm" },
    },
    steps = {
      { emit = move { who = "realm", to = "battlefield", under = "B", host = "Grizzly Bears" } },
      { destroy = "Grizzly Bears" },
    },
    expect = { "B graveyard contains Hostile Realm" },
  },
  scenario {
    name = "it enters attached to what it can enchant",
    setup = {
      { "B", "battlefield", "Forest" },
      { "B", "graveyard", "realm: Hostile Realm" },
    },
    steps = {
      { emit = move { who = "realm", to = "battlefield", under = "B", host = "Forest" } },
      { sba = true },
    },
    expect = { "realm: attached to=Forest" },
  },
  scenario {
    name = "nor does it enter attached to what is gone",
    setup = {
      { "A", "battlefield", "Forest", "Undertow" },
      { "A", "library", "realm: Hostile Realm" },
    },
    steps = { { destroy = "Forest", settle = "all" } },
    expect = {
      "triggers(Undertow) = 1",
      "A graveyard contains Forest",
      "A library contains Hostile Realm",
    },
  },
  scenario {
    name = "a token that copies an Aura is not created so",
    setup = {
      {
        "A", "battlefield", "Grizzly Bears", "Forest",
        { "Hostile Realm", id = "r", on = "Forest" },
      },
    },
    steps = {
      { emit = move { copied = "r", to = "battlefield", under = "A", host = "Grizzly Bears" } },
      { check = "none" },
      { emit = move { copied = "r", to = "battlefield", under = "A", host = "Forest" } },
      { sba = true },
    },
    expect = { "none: A battlefield count Hostile Realm=1", "A battlefield count Hostile Realm=2" },
  },
  scenario {
    name = "what enters as a copy of an Aura is judged as the copy",
    setup = {
      { "A", "battlefield", "Grizzly Bears", "Forest", { "Hostile Realm", on = "Forest" } },
      { "A", "hand", "first: Mimic Band", "second: Mimic Band" },
    },
    steps = {
      {
        emit = move { who = "first", to = "battlefield", under = "A", host = "Grizzly Bears" },
        answers = { "yes" },
      },
      {
        emit = move { who = "second", to = "battlefield", under = "A", host = "Forest" },
        answers = { "yes" },
      },
      { sba = true },
    },
    expect = { "zone(first) = A.hand", "second: attached to=Forest" },
  },
  scenario {
    name = "Equipment enters unattached instead (301.5e)",
    setup = {
      { "A", "battlefield", "Grizzly Bears", "Forest" },
      { "A", "graveyard", "one: Blade", "two: Blade" },
    },
    steps = {
      { emit = move { who = "one", to = "battlefield", under = "A", host = "Forest" } },
      { emit = move { who = "two", to = "battlefield", under = "A", host = "Grizzly Bears" } },
    },
    expect = { "one: attached to=none", "two: attached to=Grizzly Bears" },
  },
}
