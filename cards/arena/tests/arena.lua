--- Other rules, the same words: numbered layers, no colours, no types.
return {
  scenario {
    name = "arena: a lower layer comes first, whoever was first",
    setup = { { "A", "board", "Golem", "Alpha", "Drummer" } },
    steps = { { resolve = "War Cry", by = "A" } },
    expect = {
      "Golem: attack=4", -- 1, doubled, and 2
      "Alpha: attack=8", -- 3, doubled, as the cry gives taunt in a layer before, and 2
      "Drummer: attack=3", -- 0, 1 by the Alpha, 2 by the cry
      "Golem: health=4",
    },
  },
  scenario {
    name = "arena: the round ends, the Wolf is itself again",
    setup = { { "A", "board", "w: Wolf" }, { "B", "board", "Alpha" } },
    steps = {
      { resolve = "War Cry", by = "A" },
      { check = "cried" },
      { tick = "round" },
      { add_counters = "w", kind = "rage", count = 2 },
    },
    expect = {
      "cried: attack(w) = 4",
      "cried: has(w, taunt)",
      "attack(w) = 6",
      "not has(w, taunt)",
      "traits(w) = []",
    },
  },
  scenario {
    name = "arena: what is counted changes with it",
    setup = { { "A", "board", "Chimera", "Wolf", "Alpha" }, { "B", "board", "Wolf" } },
    steps = {
      { check = "before" },
      { withdraw = "Alpha" },
      { resolve = "Rust", on = "Chimera" },
    },
    expect = {
      "before: Chimera: attack=2",
      "before: Wolf@A: attack=3",
      "Chimera: attack=1",
      "Chimera: health=1",
      "Wolf@A: attack=2",
      "tribes(Chimera) = [dragon]",
    },
  },
}
