--- Abilities that come and go, and which of two effects has the last word.
return {
  scenario {
    name = "lay-has-vs-loses-flying-last-wins-a",
    rules = { "613.9", "613.7" },
    setup = {
      { "A", "battlefield", "b: Bear" },
      { "A", "battlefield", { "Wings", id = "w", on = "b" }, { "Tether", id = "t", on = "b" } },
    },
    expect = { "not has(b, flying)" },
  },
  scenario {
    name = "lay-song-on-anthem-creature",
    rules = { "305.7", "613.1d", "613.6" },
    setup = {
      { "A", "battlefield", "c: Captain", "b: Bear" },
      { "B", "battlefield", { "Song of the Dryads", id = "s", on = "c" } },
    },
    expect = {
      "types(c) = [land]",
      "subtypes(c) = [Forest]",
      "colors(c) = []",
      'abilities(c) = ["T: add G"]',
      "pt(b) = 2/2",
    },
  },
  scenario {
    name = "lay-mutation-on-anthem-lord",
    rules = { "613.1f", "613.4c" },
    setup = {
      { "A", "battlefield", "c: Captain", "b: Bear" },
      { "B", "battlefield", { "Darksteel Mutation", id = "m", on = "c" } },
    },
    expect = { "pt(b) = 2/2", "pt(c) = 0/1" },
  },
  scenario {
    name = "lay-keyword-counter-after-loss",
    rules = { "613.7c" },
    setup = { { "A", "battlefield", "b: Bear" } },
    steps = {
      { resolve = "Ability Strip", on = "b" },
      { add_counters = "b", kind = "flying" },
    },
    expect = { "has(b, flying)" },
  },
  scenario {
    name = "lay-second-counter-restamps-first",
    unchanged = true,
    rules = { "613.7c" },
    setup = { { "A", "battlefield", { "Bear", id = "b", counters = { flying = 1 } } } },
    steps = {
      { resolve = "Ability Strip", on = "b" },
      { add_counters = "b", kind = "flying" },
      { remove_counters = "b", kind = "flying" },
    },
    expect = { "has(b, flying)", "counters(b, flying) = 1" },
  },
  scenario {
    name = "lay-archetype-cant-have",
    rules = { "113.11", "613.1f" },
    setup = { { "B", "battlefield", "k: Knight" }, { "A", "battlefield", "ar: Archetype" } },
    steps = { { resolve = "Strike Spell", on = "k", by = "B" } },
    expect = { "not has(k, first strike)", "pt(k) = 3/2" },
  },
  scenario {
    name = "lay-reattach-restamps-equipment",
    rules = { "613.7e" },
    setup = {
      { "A", "battlefield", { "Boots", id = "bo", on = "b" }, "b: Bear" },
      { "B", "battlefield", { "Tether", id = "t", on = "b" } },
      { "A", "battlefield", "other: Bear" },
    },
    steps = {
      { check = 1 },
      { attach = "bo", to = "other" },
      { attach = "bo", to = "b" },
      { check = 2 },
    },
    expect = { "@check1 not has(b, flying)", "@check2 has(b, flying)" },
  },
  scenario {
    name = "lay-reattach-same-object-no-restamp",
    unchanged = true,
    rules = { "701.3b", "613.7e" },
    setup = {
      { "A", "battlefield", { "Boots", id = "bo", on = "b" }, "b: Bear" },
      { "B", "battlefield", { "Tether", id = "t", on = "b" } },
    },
    steps = { { attach = "bo", to = "b" } },
    expect = { "not has(b, flying)" },
  },
  scenario {
    name = "lki-static-has-no-lki",
    rules = { "604.7" },
    setup = { { "A", "battlefield", "c: Captain", "b: Bear" } },
    steps = { { destroy = "c" } },
    expect = { "pt(b) = 2/2" },
  },
  scenario {
    name = "abl-022-menace-redundant",
    rules = { "702.111" },
    setup = {
      { "A", "battlefield", "Sethron, Hurloon General", { "Minotaur token", token = true } },
    },
    steps = {
      { activate = "Sethron, Hurloon General" },
      { activate = "Sethron, Hurloon General" },
      { activate = "Sethron, Hurloon General" },
    },
    expect = { "Minotaur token: power=5 toughness=3", "Minotaur token: has menace=true" },
  },
}
