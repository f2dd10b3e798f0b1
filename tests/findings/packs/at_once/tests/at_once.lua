return {
  scenario {
    name = "finding_RW15: what has triggered is done before the next event of the action",
    setup = { { "A", "field", "Quick Crab" } },
    steps = { { emit = combo { who = "Quick Crab" } } },
    expect = { "Quick Crab: health=11", "Quick Crab: armour=2" },
  },
  scenario {
    name = "finding_RW15, control: an ability can wait until the action settles",
    setup = { { "A", "field", "Slow Crab" } },
    steps = { { emit = combo { who = "Slow Crab" }, settle = "all" } },
    expect = { "Slow Crab: health=10", "Slow Crab: armour=2" },
  },
}
