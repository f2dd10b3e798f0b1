return scenario {
  name = "finding_RW12: a function names an effect that no text names",
  setup = { { "A", "field", "Namer" }, { "B", "field", "Dummy" } },
  steps = { { emit = strike { who = "Namer", foe = "Dummy" }, settle = "all" } },
  expect = { "attack(Namer) = 20" },
}
