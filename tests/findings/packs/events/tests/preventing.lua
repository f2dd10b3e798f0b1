return {
  scenario {
    name = "finding_CW01: damage that can't be prevented reaches who has a shield counter",
    rules = { "615.12" },
    setup = {
      { "A", "battlefield", { "Juggernaut", id = "j", counters = { shield = 1 } } },
      { "B", "battlefield", "Leyline of Punishment" },
    },
    steps = { { resolve = "Lightning Bolt", on = "j", by = "B" } },
    expect = { "damage(j) = 3" },
  },
  scenario {
    name = "finding_CW01, control: without that effect it is prevented",
    rules = { "122.1c" },
    setup = {
      { "A", "battlefield", { "Juggernaut", id = "j", counters = { shield = 1 } } },
      { "B", "battlefield", "l: Leyline of Punishment" },
    },
    steps = { { destroy = "l" }, { resolve = "Lightning Bolt", on = "j", by = "B" } },
    expect = { "damage(j) = 0", "counters(j, shield) = 0" },
  },
  scenario {
    name = "finding_CW01: only the damage that the effect is about",
    rules = { "615.12" },
    setup = {
      { "A", "battlefield", "blade: Honest Blade" },
      { "B", "battlefield", "Thankful Ward", "bear: Grizzly Bears" },
    },
    steps = {
      { hit = { { "blade", "B" } }, combat = true },
      { check = "combat" },
      { hit = { { "blade", "B" } } },
      { check = "other" },
      { hit = { { "bear", "B" } }, combat = true },
    },
    expect = {
      "combat: B life=23", -- 2 lost, and the rest of the prevention is done
      "other: B life=28",
      "B life=33",
    },
  },
  scenario {
    name = "finding_CW01: a shield is not used up by damage that it cannot prevent",
    rules = { "615.12" },
    setup = { { "B", "battlefield", "bear: Grizzly Bears" } },
    steps = {
      { resolve = "Ward Of Three", by = "A" },
      { resolve = "No Shelter", by = "B" },
      { hit = { { "bear", "A" } } },
      { check = "unprevented" },
      { end_turn = true },
      { resolve = "Ward Of Three", by = "A" },
      { hit = { { "bear", "A" } } },
    },
    expect = { "unprevented: A life=18", "A life=18" },
  },
}
