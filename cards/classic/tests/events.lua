--- What cards do about steps of the turn and about spells.
return {
  scenario {
    name = "Eon Hub: upkeep steps are skipped",
    rules = { "614.10" },
    setup = {
      { "A", "battlefield", "hub: Eon Hub", "Sol Ring", "Thopter Spy Network" },
    },
    steps = {
      { emit = phase_begins { phase = "upkeep", player = "A" }, settle = "all" },
      { check = "skipped" },
      { destroy = "hub" },
      { emit = phase_begins { phase = "upkeep", player = "A" }, settle = "all" },
    },
    expect = {
      "skipped: triggers(Thopter Spy Network) = 0",
      "A battlefield count Thopter=1",
    },
  },
  scenario {
    name = "Mistcutter Hydra: it cannot be countered, others can",
    setup = { { "A", "stack", "hydra: Mistcutter Hydra", "bears: Grizzly Bears" } },
    steps = {
      { emit = counter_spell { who = "hydra" } },
      { emit = counter_spell { who = "bears" } },
    },
    expect = { "zone(hydra) = A.stack", "A graveyard contains Grizzly Bears" },
  },
}
