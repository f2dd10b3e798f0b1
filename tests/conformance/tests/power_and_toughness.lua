--- Power and toughness: set, changed, switched, defined by the card itself.
return {
  scenario {
    name = "lay-svogthos-granted-pt-is-7b-not-7a",
    rules = { "613.6", "604.3a", "613.4b" },
    setup = { { "A", "battlefield", "sv: Svogthos" }, { "A", "graveyard", "Bear x10" } },
    steps = {
      { resolve = "Animate33", on = "sv" },
      { resolve = "Pump11", on = "sv" },
      { check = 1 },
      { activate = "sv", ability = "animate" },
      { check = 2 },
      { put = "Bear", id = "eleventh", under = "A", zone = "graveyard" },
      { check = 3 },
      { resolve = "Animate33", on = "sv" },
      { check = 4 },
    },
    expect = {
      "@check1 pt(sv) = 4/4",
      "@check2 pt(sv) = 11/11",
      "@check3 pt(sv) = 12/12",
      "@check4 pt(sv) = 4/4",
    },
  },
  scenario {
    name = "lay-base-pt-newest-setter",
    rules = { "613.4b", "613.7b" },
    setup = {
      { "A", "battlefield", "g: Godhead of Awe", "q: Sorceress Queen" },
      { "B", "battlefield", "b: Bear" },
    },
    steps = { { activate = "q", on = "b" } },
    expect = { "pt(b) = 0/2" },
  },
  scenario {
    name = "lay-base-pt-new-static-overrides",
    rules = { "613.7d" },
    setup = { { "A", "battlefield", "q: Sorceress Queen" }, { "B", "battlefield", "b: Bear" } },
    steps = { { activate = "q", on = "b" }, { put = "Godhead of Awe", under = "A" } },
    expect = { "pt(b) = 1/1" },
  },
  scenario {
    name = "pt-cda-outside-battlefield",
    rules = { "208.2a", "604.3" },
    setup = { { "A", "hand", "l: Lost Order of Jarkeld" } },
    expect = { "pt(l) = 1/1" },
  },
  scenario {
    name = "pt-effect-on-noncreature-waits",
    rules = { "208.3a" },
    setup = { { "A", "battlefield", "v: Veteran Motorist", "c: Cart" } },
    steps = { { trigger = "v", on = "c" }, { activate = "c" } },
    expect = { "pt(c) = 4/4" },
  },
  scenario {
    name = "pt-base-query",
    rules = { "208.4b" },
    setup = {
      { "A", "battlefield", { "Bear", id = "b", counters = { ["+1/+1"] = 1 } } },
      { "A", "battlefield", "g: Goyf", "f: Frogged" },
    },
    steps = { { effect = { target, power = set(2), toughness = set(2) }, on = "f" } },
    expect = { "count(base power 2) = 2" },
  },
  scenario {
    name = "dfc-pump-survives-transform",
    rules = { "712.18" },
    setup = { { "A", "battlefield", "v: Village Ironsmith" } },
    steps = { { resolve = "Pump22", on = "v" }, { transform = "v" } },
    expect = { "name(v) = Ironfang", "pt(v) = 5/3" },
  },
  scenario {
    name = "ppt-001-boosted-vs-base",
    rules = { "613.4c" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion", { "Arcane Flight", on = "Silvercoat Lion" } },
    },
    expect = {
      "Silvercoat Lion: base power=2 base toughness=2",
      "Silvercoat Lion: power=3 toughness=3",
    },
  },
  scenario {
    name = "ppt-027-switch-then-boost",
    rules = { "613.4d" },
    setup = { { "A", "battlefield", "Generic 1/3 creature" } },
    steps = {
      { resolve = "Generic +0/+1 effect", on = "Generic 1/3 creature" },
      { resolve = "Generic switch effect", on = "Generic 1/3 creature" },
      { check = "a" },
      { resolve = "Generic +5/+0 effect", on = "Generic 1/3 creature" },
      { check = "b" },
    },
    expect = {
      "a: Generic 1/3 creature: power=4 toughness=1",
      "b: Generic 1/3 creature: power=4 toughness=6",
    },
  },
  scenario {
    name = "ppt-034-cda-outside-battlefield",
    rules = { "208.2a", "604.3" },
    setup = { { "A", "hand", "Lost Order of Jarkeld" } },
    expect = { "Lost Order of Jarkeld in A hand: power=1 toughness=1" },
  },
  scenario {
    name = "ppt-035-boost-on-noncreature-waits",
    rules = { "208.3a" },
    setup = { { "A", "battlefield", "Generic Vehicle 3/3" } },
    steps = {
      {
        effect = { target, power = add(1), toughness = add(1), lasts = "turn" },
        on = "Generic Vehicle 3/3",
      },
      { activate = "Generic Vehicle 3/3" },
    },
    expect = { "Generic Vehicle 3/3: power=4 toughness=4" },
  },
  scenario {
    name = "typ-018-aerial-modification",
    rules = { "613.1d", "613.4c" },
    setup = {
      { "A", "battlefield", "Goliath Truck", { "Aerial Modification", on = "Goliath Truck" } },
    },
    expect = {
      "Goliath Truck: is creature=true",
      "Goliath Truck: power=6 toughness=6",
      "Goliath Truck: has flying=true",
    },
  },
  scenario {
    name = "typ-019-chimeric-mass",
    rules = { "604.3", "611.2a", "208.3" },
    setup = { { "A", "battlefield", { "Chimeric Mass", counters = { charge = 3 } } } },
    steps = {
      { activate = "Chimeric Mass" },
      { check = "turn 1" },
      { end_turn = true },
      { check = "turn 2" },
    },
    expect = {
      "turn 1: Chimeric Mass: is creature=true",
      "turn 1: Chimeric Mass: has subtype Construct=true",
      "turn 1: Chimeric Mass: power=3 toughness=3",
      "turn 2: Chimeric Mass: is creature=false",
      "turn 2: no continuous effects remain from Chimeric Mass",
    },
  },
}
