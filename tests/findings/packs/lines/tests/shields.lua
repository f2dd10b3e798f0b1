local setup = { { "B", "battlefield", "g: Grizzly Bears" } }
local spell = { resolve = "Wall of Words", by = "A" }

return {
  scenario {
    name = "finding_CW05: unpreventable damage leaves the shield as it is",
    rules = { "615.12" },
    setup = setup,
    steps = {
      spell,
      { emit = damage { source = "g", who = "A", amount = 3, unpreventable = true } },
      { check = "one" },
      { emit = damage { source = "g", who = "A", amount = 4 } },
    },
    expect = {
      "one: life(A) = 17",
      "one: shield(Wall of Words) unused",
      "life(A) = 16",
      "not shield(Wall of Words) unused",
    },
  },
}
