--- What a step asks can be answered by steps that follow it, with checks between them.
local SETUP <const> = {
  { "A", "hand", "k: Clone" },
  { "B", "battlefield", "j: Juggernaut", "b: Grizzly Bears" },
}

return {
  scenario {
    name = "questions that stay open, answered one after the other",
    setup = SETUP,
    steps = {
      { move = "k", to = "battlefield", under = "A", asks = true },
      { check = "asked" },
      { answer = "yes" },
      { check = "asked again" },
      { answer = "b" },
    },
    expect = {
      "asked: zone(k) = A.hand",
      "asked again: zone(k) = A.hand",
      "zone(k) = A.battlefield",
      "name(k) = Grizzly Bears",
    },
  },
  scenario {
    name = "the same with answers beside the step",
    setup = SETUP,
    steps = { { move = "k", to = "battlefield", under = "A", answers = { "yes", "b" } } },
    expect = { "name(k) = Grizzly Bears" },
  },
}
