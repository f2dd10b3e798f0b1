-- An answer names an object by its id, in a game whose every step is done on copies too.
local islands = { "B", "battlefield", "one: Island", "other: Island" }

return {
  scenario {
    name = "finding_CW26: an answer by id where each step is sound",
    sound = true,
    setup = { { "A", "hand", "Hammerer" }, islands },
    steps = { { cast = "Hammerer", settle = "all", answers = { "one" } } },
    expect = { "zone(one) = B.graveyard", "zone(other) = B.battlefield" },
  },
  scenario {
    name = "finding_CW26: a spell on the stack asks",
    sound = true,
    setup = { { "A", "hand", "Titan" }, islands },
    steps = {
      { move = "Titan", to = "stack" },
      { emit = cast_spell { who = "Titan", player = "A" }, settle = "all", answers = { "other" } },
    },
    expect = { "zone(one) = B.battlefield", "zone(other) = B.graveyard" },
  },
}
