--- Values that are taken once (608.2h, 611.2d).
return {
  scenario {
    name = "lki-power-of-departed",
    rules = { "608.2h" },
    setup = { { "B", "battlefield", "b: Bear" } },
    steps = {
      { resolve = "Giant Growth", on = "b", by = "B" },
      { exile = "b" },
      { gain_life = "B", amount = { last = "power", of = "b" } },
    },
    expect = { "zone(b) = B.exile", "life(B) = 25" },
  },
  scenario {
    name = "lki-value-determined-once",
    rules = { "608.2h", "611.2d" },
    setup = { { "A", "battlefield", "b: Bear", "e: Elf" } },
    steps = { { resolve = "Swell", on = "b" }, { put = "Bear", id = "another", under = "A" } },
    expect = { "pt(b) = 4/4" },
  },
}
