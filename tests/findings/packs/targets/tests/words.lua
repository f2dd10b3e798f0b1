local lands = {
  "A",
  "battlefield",
  "sea: Island",
  "sea2: Island",
  "sea3: Island",
  "bog: Swamp",
  "field: Plains",
  "hunter: Island Hunter",
}
local hand = { "A", "hand", "lake: Island", "lake2: Island", "mire: Swamp" }
local change = {
  effect = { target, abilities = substitute("island", "swamp") },
  on = "hunter",
  name = "change",
}

local broker = {
  "A",
  "battlefield",
  "sea: Island",
  "bog: Swamp",
  "bog2: Swamp",
  "b: Island Broker",
}
local change_broker = {
  effect = { target, abilities = substitute("island", "swamp") },
  on = "b",
  name = "change",
}

return {
  scenario {
    name = "finding_RW01: an ability aims at what its words say",
    setup = { lands, hand },
    steps = {
      { refused = { activate = "hunter", ability = "hunt", on = "bog" } },
      { activate = "hunter", ability = "hunt", on = "sea" },
    },
    expect = { "A graveyard contains Island", "zone(bog) = battlefield" },
  },
  scenario {
    name = "finding_RW01: under another word it aims at something else (612.1)",
    rules = { "612.1" },
    setup = { lands, hand },
    steps = {
      change,
      { refused = { activate = "hunter", ability = "hunt", on = "sea" } },
      { activate = "hunter", ability = "hunt", on = "bog" },
      { check = "changed" },
      { end_effect = "change" },
      { activate = "hunter", ability = "hunt", on = "sea" },
    },
    expect = {
      "changed: A graveyard contains Swamp",
      "changed: zone(sea) = battlefield",
      "A graveyard contains Island",
    },
  },
  scenario {
    name = "finding_RW01: a trigger waits for the other word, and counts by it",
    setup = { lands, hand },
    steps = {
      { emit = enter { who = "lake" }, settle = "all", answers = { "sea" } },
      { check = "printed" },
      change,
      { emit = enter { who = "lake2" }, settle = "all" },
      { check = "still" },
      { emit = enter { who = "mire" }, settle = "all", answers = { "bog" } },
    },
    expect = {
      "printed: sea: tapped=true",
      "printed: life(A) = 24",
      "still: life(A) = 24",
      "bog: tapped=true",
      "life(A) = 26",
    },
  },
  scenario {
    name = "finding_RW01: what waits on the stack keeps its words (113.7a)",
    setup = { lands, hand },
    steps = {
      change,
      { emit = enter { who = "mire" }, settle = "place", answers = { "bog" } },
      { end_effect = "change" },
      { settle = "all" },
    },
    expect = { "bog: tapped=true", "life(A) = 22" },
  },
  scenario {
    name = "finding_RW01: a replacement counts by the other word",
    setup = { lands, { "A", "library", "Forest x9" } },
    steps = { { draw = "A" }, { check = "printed" }, change, { draw = "A" } },
    expect = { "printed: A draws 4 cards", "A draws 6 cards" },
  },
  scenario {
    name = "finding_RW01: what an ability begins says the other word",
    setup = { lands },
    steps = { change, { activate = "hunter", ability = "settle in" } },
    expect = { "field: is swamp=true", "field: is island=false" },
  },
  scenario {
    name = "finding_RW01: one word after another is another word",
    setup = { lands, { "A", "hand", "mire: Swamp", "meadow: Plains" } },
    steps = {
      change,
      { emit = enter { who = "mire" }, settle = "all", answers = { "bog" } },
      { end_effect = "change" },
      { effect = { target, abilities = substitute("island", "plains") }, on = "hunter" },
      { emit = enter { who = "meadow" }, settle = "all", answers = { "field" } },
    },
    expect = { "bog: tapped=true", "field: tapped=true", "life(A) = 24" },
  },
  scenario {
    name = "finding_RW01: how an object enters is said by its words",
    setup = { lands, { "A", "hand", "grower: Island Grower" } },
    steps = { { emit = enter { who = "grower" }, settle = "all" } },
    expect = { "pt(grower) = 4/4" },
  },
  scenario {
    name = "finding_RW01: and by other words as soon as an effect changes them (614.12)",
    rules = { "612.1", "614.12" },
    setup = {
      lands,
      { "A", "battlefield", "Rewriting" },
      { "A", "hand", "grower: Island Grower" },
    },
    steps = { { emit = enter { who = "grower" }, settle = "all" } },
    expect = { "pt(grower) = 2/2" },
  },
  scenario {
    name = "finding_RW01: what is announced and paid is said by other words",
    setup = { broker },
    steps = {
      change_broker,
      { refused = { activate = "b", ability = "trade", announce = { pawn = "sea" } } },
      { activate = "b", ability = "trade", announce = { pawn = "bog" }, settle = "all" },
      { check = "traded" },
      { end_effect = "change" },
      { activate = "b", ability = "drain", settle = "all" },
    },
    expect = {
      "traded: life(A) = 21",
      "traded: zone(bog) = graveyard",
      "life(A) = 20",
      "b: tapped=true",
    },
  },
  scenario {
    name = "finding_RW01: a cost, too",
    setup = { broker },
    steps = {
      change_broker,
      { activate = "b", ability = "drain", settle = "all" },
    },
    expect = { "life(A) = 18", "b: tapped=true" },
  },
  scenario {
    name = "finding_RW01: how long something lasts",
    setup = { { "A", "battlefield", "bog: Swamp", "b: Island Broker" } },
    steps = {
      change_broker,
      { activate = "b", ability = "tower", settle = "all" },
      { check = "on" },
      { end_effect = "change" },
      { check = "still" },
      { destroy = "bog" },
    },
    expect = { "on: pt(b) = 6/1", "still: pt(b) = 6/1", "pt(b) = 1/1" },
  },
  scenario {
    name = "finding_RW01: what cannot happen",
    setup = { broker },
    steps = {
      { emit = tap { who = "sea" } },
      { check = "printed" },
      change_broker,
      { emit = tap { who = "sea" } },
      { emit = tap { who = "bog" } },
    },
    expect = { "printed: sea: tapped=false", "sea: tapped=true", "bog: tapped=false" },
  },
}
