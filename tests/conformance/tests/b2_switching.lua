--- Switching power and toughness.
return {
  scenario {
    name = "lay-switch-then-later-pump",
    rules = { "613.4d", "613.4c" },
    source = "cr_example",
    setup = { { "A", "battlefield", "x: X" } },
    steps = {
      { resolve = "Pump01", on = "x" },
      { resolve = "Switch", on = "x" },
      { check = 1 },
      { resolve = "Pump50", on = "x" },
      { check = 2 },
    },
    expect = { "@check1 pt(x) = 4/1", "@check2 pt(x) = 4/6" },
  },
  scenario {
    name = "lay-switch-outlives-pump",
    rules = { "613.4d" },
    source = "cr_example",
    setup = { { "A", "battlefield", "x: X" } },
    steps = {
      { resolve = "Pump01", on = "x" },
      { resolve = "Switch", on = "x" },
      { end_effect = "Pump01" },
    },
    expect = { "pt(x) = 3/1" },
  },
  scenario {
    name = "lay-two-switches-cancel",
    rules = { "613.4d" },
    source = "cr_example",
    setup = { { "A", "battlefield", "x: X" } },
    steps = {
      { resolve = "Pump01", on = "x" },
      { resolve = "Switch", on = "x" },
      { resolve = "Switch", on = "x" },
    },
    expect = { "pt(x) = 1/4" },
  },
  scenario {
    name = "lay-switch-tarmogoyf",
    rules = { "613.4a", "613.4d" },
    setup = {
      { "A", "battlefield", "g: Tarmogoyf" },
      { "A", "graveyard", "Bear", "Shock", "Forest" },
    },
    steps = {
      { resolve = "Switch", on = "g" },
      { check = 1 },
      { put = "Crusade", zone = "graveyard", under = "A" },
      { check = 2 },
    },
    expect = { "@check1 pt(g) = 4/3", "@check2 pt(g) = 5/4" },
  },
}
