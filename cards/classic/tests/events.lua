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
  scenario {
    name = "Conceding: the player loses, and leaves with all cards",
    rules = { "104.3a", "800.4a" },
    setup = {
      { "A", "battlefield", "Grizzly Bears" },
      { "B", "battlefield", "Hill Giant" },
      { "B", "library", "Forest" },
    },
    steps = { { concede = "B" } },
    expect = {
      "lost(B) = true",
      "lost(A) = false",
      "A battlefield contains Grizzly Bears",
      "not B battlefield contains Hill Giant",
      "not B library contains Forest",
    },
  },
  scenario {
    name = "Conceding amid an action of another player: it goes on without the one who has left",
    rules = { "104.3a" },
    setup = {
      { "A", "battlefield", "one: Isamaru, Hound of Konda", "two: Isamaru, Hound of Konda" },
      { "B", "battlefield", "Hill Giant" },
    },
    steps = { { sba = true, answers = { { concedes = "B" }, "two" } } },
    expect = {
      "lost(B) = true",
      "not B battlefield contains Hill Giant",
      "zone(one) = A.graveyard",
      "zone(two) = A.battlefield",
    },
  },
  scenario {
    name = "Conceding amid one's own action: what is left to decide is decided",
    rules = { "104.3a", "800.4" },
    setup = {
      { "A", "battlefield", "one: Isamaru, Hound of Konda", "two: Isamaru, Hound of Konda" },
      { "B", "battlefield", "Hill Giant" },
    },
    steps = { { sba = true, answers = { { concedes = "A" } } } },
    expect = {
      "lost(A) = true",
      "not A battlefield contains Isamaru, Hound of Konda",
      "lost(B) = false",
    },
  },
}
