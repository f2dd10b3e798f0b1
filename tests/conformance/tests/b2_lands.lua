--- Land types, and the abilities that go with them.
return {
  scenario {
    name = "lay-bloodmoon-urborg-moon-first",
    rules = { "613.8a", "613.8b", "305.7" },
    setup = {
      { "A", "battlefield", "bm: Blood Moon", "urb: Urborg, Tomb of Yawgmoth", "f: Forest" },
    },
    expect = {
      "subtypes(urb) = [Mountain]",
      'abilities(urb) = ["T: add R"]',
      "supertypes(urb) = [legendary]",
      "subtypes(f) = [Forest]",
    },
  },
  scenario {
    name = "lay-bloodsun-urborg",
    rules = { "613.1d", "613.1f", "305.6" },
    setup = {
      { "A", "battlefield", "urb: Urborg, Tomb of Yawgmoth", "sun: Blood Sun", "f: Forest" },
    },
    expect = {
      "subtypes(f) = [Forest, Swamp]",
      "subtypes(urb) = [Swamp]",
      'abilities(urb) = ["T: add B"]',
    },
  },
  scenario {
    name = "lay-bloodmoon-and-bloodsun",
    rules = { "613.1d", "613.1f" },
    setup = { { "A", "battlefield", "t: Tower", "sun: Blood Sun", "bm: Blood Moon" } },
    expect = { "subtypes(t) = [Mountain]", 'abilities(t) = ["T: add R"]' },
  },
  scenario {
    name = "lay-bloodmoon-dryad-arbor",
    rules = { "305.7", "205.1a" },
    setup = { { "A", "battlefield", "da: Dryad Arbor" }, { "B", "battlefield", "bm: Blood Moon" } },
    expect = {
      "types(da) = [land, creature]",
      "subtypes(da) = [Mountain, Dryad]",
      "pt(da) = 1/1",
      "colors(da) = [green]",
      'abilities(da) = ["T: add R"]',
    },
  },
  scenario {
    name = "lay-bloodmoon-keeps-supertypes-and-name",
    rules = { "305.7", "305.8" },
    setup = { { "A", "battlefield", "k: Karakas" }, { "B", "battlefield", "bm: Blood Moon" } },
    expect = {
      "name(k) = Karakas",
      "supertypes(k) = [legendary]",
      "not supertypes(k) includes basic",
      'abilities(k) = ["T: add R"]',
    },
  },
  scenario {
    name = "lay-bloodmoon-keeps-externally-granted",
    rules = { "305.7" },
    setup = {
      { "A", "battlefield", "t: Tower", { "Darksteel Garrison", id = "g", on = "t" } },
      { "B", "battlefield", "bm: Blood Moon" },
    },
    expect = { "has(t, indestructible)", "subtypes(t) = [Mountain]" },
  },
  scenario {
    name = "lay-bloodmoon-animated-factory",
    rules = { "613.1d", "613.6", "305.7" },
    setup = { { "B", "battlefield", "mf: Mishra's Factory" } },
    steps = {
      { activate = "mf", ability = "animate", by = "B" },
      { put = "Blood Moon", under = "A" },
      { check = 1 },
      { cleanup = true },
      { check = 2 },
    },
    expect = {
      "@check1 types(mf) = [artifact, creature, land]",
      "@check1 subtypes(mf) = [Mountain, Assembly-Worker]",
      "@check1 pt(mf) = 2/2",
      '@check1 abilities(mf) = ["T: add R"]',
      "@check2 types(mf) = [land]",
      "@check2 subtypes(mf) = [Mountain]",
    },
  },
  scenario {
    name = "lay-omen-then-bloodmoon",
    rules = { "613.7", "305.7" },
    setup = { { "A", "battlefield", "t: Tower", "om: Prismatic Omen", "bm: Blood Moon" } },
    expect = { "subtypes(t) = [Mountain]", 'abilities(t) = ["T: add R"]' },
  },
  scenario {
    name = "lay-urborg-yavimaya",
    rules = { "613.7", "305.7" },
    setup = {
      { "A", "battlefield", "u: Urborg, Tomb of Yawgmoth" },
      { "B", "battlefield", "y: Yavimaya, Cradle of Growth" },
    },
    expect = {
      "subtypes(u) = [Swamp, Forest]",
      "subtypes(y) = [Swamp, Forest]",
      'abilities(u) includes "each land is a Swamp"',
    },
  },
  scenario {
    name = "dep-012-moon-lantern-moon-first",
    rules = { "305.7", "613.1d", "613.1f" },
    setup = {
      { "B", "battlefield", "Canopy Vista", "Plains x2" },
      { "A", "battlefield", "Magus of the Moon" },
      { "B", "battlefield", "Chromatic Lantern" },
    },
    expect = {
      "Canopy Vista: has subtype Mountain=true",
      "Canopy Vista: has subtype Plains=false",
      "Canopy Vista: has mana ability any-color=true",
      "Canopy Vista: has mana ability {R}=true",
    },
  },
  scenario {
    name = "dep-019-moon-on-animated-mutavault",
    rules = { "613.1d", "613.4b", "305.7", "611.2a" },
    setup = { { "A", "battlefield", "Mutavault" }, { "B", "hand", "Blood Moon" } },
    steps = {
      { go = "main", turn = 2 },
      { activate = "Mutavault", ability = "animate", by = "A" },
      { move = "Blood Moon", to = "battlefield", under = "B" },
      { check = "turn 2" },
      { end_turn = true },
      { check = "turn 3" },
    },
    expect = {
      "turn 2: Mutavault: power=2 toughness=2",
      "turn 2: Mutavault: has subtype Mountain=true",
      "turn 2: A available mana={R}",
      "turn 3: Mutavault: is creature=false",
      "turn 3: Mutavault: has subtype Mountain=true",
      'turn 3: Mutavault: has ability "animate"=false',
    },
  },
  scenario {
    name = "dep-040-dryad-grove-ashaya",
    rules = { "613.8a" },
    setup = {
      {
        "A",
        "battlefield",
        "Dryad of the Ilysian Grove",
        "Ashaya, Soul of the Wild",
        "Grizzly Bears",
      },
    },
    expect = {
      "Grizzly Bears: has subtype Forest=true",
      "Grizzly Bears: has subtype Island=true",
      "Grizzly Bears: has subtype Swamp=true",
      "Grizzly Bears: has subtype Mountain=true",
      "Grizzly Bears: has subtype Plains=true",
      "Dryad of the Ilysian Grove: has subtype Island=true",
    },
  },
}
