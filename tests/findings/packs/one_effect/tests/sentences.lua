return {
  scenario {
    name = "finding_CW31: all sentences of an ability go on once one has begun to apply (613.6)",
    setup = { { "A", "battlefield", "Forgetter", "Grizzly Bears" } },
    expect = {
      "pt(Forgetter) = 5/5",
      "colors(Forgetter) = [red]",
      "pt(Grizzly Bears) = 3/2",
      "abilities(Forgetter) = []",
    },
  },
  scenario {
    name = "finding_CW31: a second ability is another effect, and is lost before it starts (613.6)",
    setup = { { "A", "battlefield", "Twice Forgetter" } },
    expect = { "colors(Twice Forgetter) = []" },
  },
  scenario {
    name = "finding_CW31: a sentence whose condition is false starts nothing (613.6)",
    setup = { { "A", "battlefield", "c: Conditional Forgetter" } },
    steps = { { check = "before" }, { tap = "c" } },
    expect = { "before: pt(c) = 1/1", "pt(c) = 2/2" },
  },
}
