--- A new zone, a new object (400.7).
return {
  scenario {
    name = "zone-kicked-memory",
    rules = { "400.7d", "607.2i" },
    note = "the counters that the kicker gives stand in the step",
    setup = { { "A", "hand", "k: Kicker Bear" } },
    steps = {
      { cast = "k", counters = { ["+1/+1"] = 2 } },
      { check = 1 },
      { exile = "k" },
      { move = "k", to = "battlefield" },
      { check = 2 },
    },
    expect = { "@check1 counters(k, +1/+1) = 2", "@check2 counters(k, +1/+1) = 0" },
  },
}
