--- Effects that wait for each other, and effects that only seem to (613.8).
return {
  scenario {
    name = "lay-lifelimb-bloodmoon-loop-lifelimb-first",
    rules = { "613.8b", "613.8a", "305.7" },
    setup = {
      { "A", "battlefield", "bay: Bayou", { "Saproling", id = "sap", token = true }, "f: Forest" },
      { "A", "battlefield", "ll: Life and Limb", "bm: Blood Moon" },
    },
    expect = {
      "subtypes(bay) = [Mountain, Saproling]",
      "types(bay) = [land, creature]",
      "pt(bay) = 1/1",
      "colors(bay) = [green]",
      "subtypes(sap) = [Mountain, Saproling]",
      "types(sap) = [land, creature]",
      "subtypes(f) = [Forest, Saproling]",
      "pt(f) = 1/1",
    },
  },
  scenario {
    name = "lay-lifelimb-bloodmoon-loop-moon-first",
    rules = { "613.8b", "613.8a", "305.7" },
    setup = {
      { "A", "battlefield", "bay: Bayou", { "Saproling", id = "sap", token = true }, "f: Forest" },
      { "A", "battlefield", "bm: Blood Moon", "ll: Life and Limb" },
    },
    expect = {
      "subtypes(bay) = [Mountain]",
      "types(bay) = [land]",
      "subtypes(sap) = [Saproling, Forest]",
      "types(sap) = [creature, land]",
      'abilities(sap) = ["T: add G"]',
      "pt(f) = 1/1",
    },
  },
  scenario {
    name = "lay-lifelimb-bloodmoon-only-token-no-loop",
    rules = { "613.8a", "613.8b" },
    setup = {
      { "A", "battlefield", { "Saproling", id = "sap", token = true }, "f: Forest" },
      { "A", "battlefield", "bm: Blood Moon", "ll: Life and Limb" },
    },
    expect = {
      "subtypes(sap) = [Saproling, Mountain]",
      "types(sap) = [creature, land]",
      "subtypes(f) = [Forest, Saproling]",
    },
  },
  scenario {
    name = "lay-conspiracy-saproling-lifelimb-conspiracy-first",
    rules = { "613.8b" },
    setup = {
      { "A", "battlefield", "b: Bear", "f: Forest" },
      { "A", "battlefield", { "Conspiracy", id = "con", chosen = "saproling" } },
      { "A", "battlefield", "ll: Life and Limb" },
    },
    expect = {
      "types(b) = [creature, land]",
      "subtypes(b) = [Saproling, Forest]",
      "pt(b) = 1/1",
      "pt(f) = 1/1",
    },
  },
  scenario {
    name = "lay-mutual-mute-loop",
    rules = { "613.8b", "613.6" },
    setup = { { "A", "battlefield", "a: Mute" }, { "B", "battlefield", "b: Mute" } },
    expect = { "abilities(a) != []", "abilities(b) = []" },
  },
}
