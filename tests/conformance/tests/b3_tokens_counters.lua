--- Tokens and counters (111, 122).
return {
  scenario {
    name = "tok-by-card-name",
    rules = { "111.11" },
    setup = { { "A", "battlefield", "d: Disa the Restless" } },
    steps = { { hit = { { "d", "B" } }, combat = true, settle = "all" } },
    expect = { "A battlefield count token=1", "has(Tarmogoyf, P/T CDA)" },
  },
  scenario {
    name = "tok-015-fangs-basic",
    rules = { "701.9" },
    note = "the spell puts one counter, then as many as there are",
    setup = { { "A", "battlefield", "Grizzly Bears" } },
    steps = {
      { add_counters = "Grizzly Bears", kind = "+1/+1" },
      { add_counters = "Grizzly Bears", kind = "+1/+1", count = 1 },
      { check = "first" },
      { add_counters = "Grizzly Bears", kind = "+1/+1" },
      { add_counters = "Grizzly Bears", kind = "+1/+1", count = 3 },
      { check = "second" },
    },
    expect = {
      "first: Grizzly Bears: power=4 toughness=4",
      "second: Grizzly Bears: power=8 toughness=8",
    },
  },
}
