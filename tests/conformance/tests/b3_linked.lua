--- Choices that belong to an object (607).
return {
  scenario {
    name = "lnk-undefined-choice-shapeshifter",
    rules = { "607.5a" },
    setup = {
      { "A", "battlefield", "u: Unstable Shapeshifter" },
      { "A", "hand", "v: Voice of All" },
    },
    steps = {
      { move = "v", to = "battlefield", answers = { "black" } },
      { trigger = "u", choosing = "v" },
    },
    expect = {
      "has(u, protection from black) = false",
      "name(u) = Voice of All",
      "has(v, protection from black)",
    },
  },
}
