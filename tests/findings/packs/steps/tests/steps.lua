return {
  scenario {
    name = "finding_CW29: a state that holds from the setup triggers at a bare settle",
    rules = { "603.8" },
    setup = { { "A", "battlefield", "Empty Hand" }, { "A", "library", "Forest x3" } },
    steps = { { settle = "all" } },
    expect = { "triggers(Empty Hand) = 1", "A hand size = 1" },
  },
  scenario {
    name = "finding_CW29: a state that does not hold does not trigger",
    unchanged = true,
    setup = {
      { "A", "battlefield", "Empty Hand" },
      { "A", "hand", "Forest" },
      { "A", "library", "Forest x3" },
    },
    steps = { { settle = "all" } },
    expect = { "triggers(Empty Hand) = 0", "A hand size = 1" },
  },
  scenario {
    name = "finding_CW46: an event that is forbidden is refused",
    rules = { "614.17" },
    setup = { { "A", "battlefield", "Hush" } },
    steps = { { refused = { gain_life = "A", amount = 3 } } },
    expect = { "A life = 20", "refused(gain_life) = 1", "events(gain_life) = 0" },
  },
  scenario {
    name = "finding_CW47: names for what a step makes",
    setup = { { "A", "battlefield", "Maker" } },
    steps = {
      { activate = "Maker", as = { "left", "right" } },
      { tap = "right" },
      { activate = "Maker" },
      { tap = "Grizzly Bears #2" },
      { add_counters = "left", kind = "+1/+1", count = 3 },
    },
    expect = {
      "left: power=5 tapped=false",
      "tapped(right) = true",
      "tapped(Grizzly Bears #2) = true",
      "count(Grizzly Bears) = 4",
      "count(Grizzly Bears of A) = 4",
    },
  },
  scenario {
    name = "finding_CW47: a copy on the stack is called by its name and (copy)",
    rules = { "707.10" },
    setup = { { "A", "stack", "spell: Titan" } },
    steps = { { emit = copy_spell { who = "spell", player = "A" }, as = "copied" } },
    expect = { "name(copied) = Titan", "zone(Titan (copy)) = stack", "count(Titan on stack) = 2" },
  },
  scenario {
    name = "finding_CW53: settle stands beside every step",
    setup = { { "A", "battlefield", "Empty Hand" }, { "A", "library", "Forest x3" } },
    steps = {
      { put = "Soul Warden", id = "warden", settle = "checks" },
      { check = "checked" },
      { base = { B = { life = 19 } } },
      { go = "upkeep", turn = 3, settle = "all" },
    },
    expect = {
      "checked: triggers(Empty Hand) = 1",
      "checked: A hand size = 0",
      "A hand size = 1",
      "B life = 19",
    },
  },
}
