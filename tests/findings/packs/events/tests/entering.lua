return {
  scenario {
    name = "finding_CW22: a cost that is paid avoids all that `enters` says",
    rules = { "614.1c" },
    setup = { { "A", "hand", "Gate Or Grave", "Toll Gate" } },
    steps = {
      { cast = "Gate Or Grave", answers = { "yes" } },
      { cast = "Toll Gate", answers = { "yes" } },
    },
    expect = {
      "A life=16",
      "A battlefield count Gate Or Grave=1",
      "Toll Gate: tapped=false",
      "Toll Gate: counters(charge)=0",
    },
  },
  scenario {
    name = "finding_CW22, control: not paid, all of it holds",
    rules = { "614.1c" },
    setup = { { "A", "hand", "Gate Or Grave", "Toll Gate" } },
    steps = {
      { cast = "Gate Or Grave", answers = { "no" } },
      { cast = "Toll Gate", answers = { "no" } },
    },
    expect = {
      "A life=21",
      "A graveyard contains Gate Or Grave",
      "Toll Gate: tapped=true",
      "Toll Gate: counters(charge)=2",
    },
  },
  scenario {
    name = "finding_CW14: what happens instead of entering comes from where the object was",
    rules = { "614.6" },
    setup = { { "A", "battlefield", "Hand Watcher" }, { "A", "hand", "Enters Anew" } },
    steps = { { move = "Enters Anew", to = "battlefield", settle = "all" } },
    expect = { "A battlefield count Enters Anew=1", "A life=21" },
  },
  scenario {
    name = "finding_CW14: it has not left the battlefield, and did not die",
    rules = { "614.6", "700.4" },
    setup = { { "A", "battlefield", "Wake" }, { "A", "hand", "Turned Away" } },
    steps = { { move = "Turned Away", to = "battlefield", settle = "all" } },
    expect = { "A graveyard contains Turned Away", "A life=20", "triggers(Wake) = 0" },
  },
  scenario {
    name = "finding_CW14, control: who was there leaves and dies",
    setup = { { "A", "battlefield", "Wake", "Grizzly Bears" } },
    steps = { { destroy = "Grizzly Bears", settle = "all" } },
    expect = { "A life=35" },
  },
  scenario {
    name = "finding_CW16: a token that would enter goes to the graveyard instead, and ceases",
    rules = { "614.1c", "111.7" },
    setup = { { "A", "battlefield", "Forest", "Grave Bound", "Twin Maker" } },
    steps = {
      { move = "Forest", to = "hand" },
      { activate = "Twin Maker", on = "Grave Bound", settle = "all" },
    },
    expect = {
      "A battlefield count Grave Bound=1",
      "events(create) = 1",
      "events(vanish) = 1",
    },
  },
  scenario {
    name = "finding_CW16, control: with a Forest the token enters",
    setup = { { "A", "battlefield", "Forest", "Grave Bound", "Twin Maker" } },
    steps = { { activate = "Twin Maker", on = "Grave Bound", settle = "all" } },
    expect = { "A battlefield count Grave Bound=2" },
  },
  scenario {
    name = "finding_CW17: a part about nobody is not about the token that enters",
    rules = { "614.16" },
    setup = { { "A", "battlefield", "Land Marker", "Twin Maker" } },
    steps = { { activate = "Twin Maker", on = "Land Marker" } },
    expect = {
      "A battlefield count token=1",
      "Land Marker (token): counters(charge)=0",
      "Land Marker (token): counters(time)=1",
    },
  },
}
