--- Functions of cards: they ask, they are run again, and they come after what was replaced.
return {
  scenario {
    name = "fun-once",
    rules = { "608.2" },
    steps = { { resolve = "Grinding Gate", on = "B", by = "A", answers = { "no" } } },
    expect = { "life(B) = 14", "life(A) = 22" },
  },
  scenario {
    name = "fun-again",
    rules = { "608.2" },
    steps = { { resolve = "Grinding Gate", on = "B", by = "A", answers = { "yes", "no" } } },
    expect = { "life(B) = 8", "life(A) = 24" },
  },
  scenario {
    name = "fun-shared",
    setup = { { "A", "battlefield", "s: Odd Scales", "k: Scale Keeper" } },
    steps = {
      { life = "A", set = 21 },
      { activate = "s", ability = "weigh" },
      { activate = "s", ability = "weigh" },
    },
    expect = { "life(A) = 24", "pt(k) = 3/2", "types(s) = [artifact]" },
  },
  scenario {
    name = "fun-replaced",
    rules = { "614.1" },
    setup = { { "A", "battlefield", "t: Tithe" } },
    steps = { { emit = gain_life { player = "A", amount = 2 } } },
    expect = { "life(A) = 23" },
  },
}
