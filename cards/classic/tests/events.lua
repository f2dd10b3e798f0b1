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
    players = { "A", "B", "C" },
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
    name = "More targets than a spell has are refused",
    rules = { "601.2c" },
    setup = { { "A", "battlefield", "Grizzly Bears" }, { "B", "battlefield", "Hill Giant" } },
    steps = {
      { refused = { resolve = "Lightning Bolt", on = { "Hill Giant", "Grizzly Bears" } } },
      { check = "before" },
      { resolve = "Lightning Bolt", on = "Hill Giant" },
    },
    expect = { "before: damage(Hill Giant) = 0", "damage(Hill Giant) = 3" },
  },
  scenario {
    name = "Who is left alone wins, and nothing happens any more",
    rules = { "104.2a", "704.5a" },
    setup = { { "A", "battlefield", "Grizzly Bears" }, { "B", "battlefield", "Hill Giant" } },
    steps = {
      { lose_life = "B", amount = 20, settle = "all" },
      { check = "over" },
      { refused = { destroy = "Hill Giant" } },
      { refused = { end_turn = true } },
    },
    expect = {
      "over: lost(B) = true",
      "A wins the game",
      "won(B) = false",
      "B battlefield contains Hill Giant",
    },
  },
  scenario {
    name = "All lose at one time: the game is a draw",
    rules = { "104.4a", "704.5a" },
    setup = { { "A", "battlefield", "Grizzly Bears" } },
    steps = {
      { lose_life = { "A", "B" }, amount = 20 },
      { sba = true },
      { check = "over" },
      { refused = { destroy = "Grizzly Bears" } },
    },
    expect = {
      "over: lost(A) = true",
      "over: lost(B) = true",
      "won(A) = false",
      "won(B) = false",
      "zone(Grizzly Bears) = battlefield",
    },
  },
  scenario {
    name = "The game goes on as long as two are left",
    rules = { "104.2a" },
    players = { "A", "B", "C" },
    setup = { { "A", "battlefield", "Grizzly Bears" } },
    steps = {
      { lose_life = "B", amount = 20, settle = "all" },
      { destroy = "Grizzly Bears" },
      { check = "two" },
      { concede = "C" },
    },
    expect = {
      "two: won(A) = false",
      "two: zone(Grizzly Bears) = A.graveyard",
      "A wins the game",
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
