--- Creatures without abilities, and what they did before.
return {
  scenario {
    name = "lay-magus-under-dress-down",
    rules = { "613.6", "613.1d", "613.1f" },
    setup = {
      { "B", "battlefield", "mag: Magus of the Moon" },
      { "A", "battlefield", "t: Tower", "dd: Dress Down" },
    },
    expect = { "subtypes(t) = [Mountain]", "pt(mag) = 2/2", "abilities(mag) = []" },
  },
  scenario {
    name = "lay-dress-down-deaths-shadow",
    unchanged = true,
    rules = { "613.1f", "613.4c" },
    setup = { { "A", "battlefield", "ds: Death's Shadow", "dd: Dress Down" } },
    steps = { { life = "A", set = 20 } },
    expect = { "pt(ds) = 13/13" },
  },
  scenario {
    name = "lay-dress-down-tarmogoyf",
    rules = { "208.2a", "208.5", "613.4a", "613.1f" },
    setup = {
      { "A", "battlefield", "g: Tarmogoyf", "dd: Dress Down" },
      { "A", "graveyard", "Bear", "Shock" },
    },
    expect = { "pt(g) = 0/1" },
  },
  scenario {
    name = "lay-kenrith-dryad-arbor",
    rules = { "205.1a", "613.1" },
    setup = {
      { "A", "battlefield", "d: Dryad Arbor" },
      { "B", "battlefield", { "Kenrith's Transformation", id = "k", on = "d" } },
    },
    expect = { "types(d) = [creature]", "subtypes(d) = [Elk]", "pt(d) = 3/3", "abilities(d) = []" },
  },
  scenario {
    name = "typ-017-frogify-dryad-arbor",
    rules = { "205.1a", "613.1d", "613.1e" },
    setup = { { "A", "battlefield", "Dryad Arbor", { "Frogify", on = "Dryad Arbor" } } },
    expect = {
      "Dryad Arbor: power=1 toughness=1",
      "Dryad Arbor: is land=false",
      "Dryad Arbor: has subtype Frog=true",
      "Dryad Arbor: has subtype Dryad=false",
      "Dryad Arbor: is blue=true",
      "Dryad Arbor: is green=false",
      "Dryad Arbor: count of abilities=0",
    },
  },
  scenario {
    name = "dep-003-ooze-two-abilities",
    rules = { "604.1", "611.3a" },
    setup = {
      { "A", "battlefield", "Necrotic Ooze" },
      { "A", "graveyard", "Akroan Jailer" },
      { "B", "graveyard", "Anointer of Champions" },
    },
    expect = { "Necrotic Ooze: count of activated abilities=2" },
  },
  scenario {
    name = "dep-004-ooze-jailer",
    rules = { "613.8a", "613.1f" },
    setup = {
      { "A", "battlefield", "Necrotic Ooze" },
      { "A", "graveyard", "Akroan Jailer" },
      { "B", "graveyard", "Anointer of Champions" },
      { "A", "battlefield", "Yixlid Jailer" },
    },
    expect = {
      "Necrotic Ooze: count of activated abilities=0",
      "Akroan Jailer in A graveyard: count of abilities=0",
    },
  },
  scenario {
    name = "dep-009-urborg-animated-and-ovinized",
    rules = { "613.1d", "613.1f", "613.6" },
    setup = { { "A", "battlefield", "Urborg, Tomb of Yawgmoth", "Forest" } },
    steps = {
      { resolve = "Animate Land", on = "Urborg, Tomb of Yawgmoth" },
      { resolve = "Ovinize", on = "Urborg, Tomb of Yawgmoth" },
    },
    expect = {
      "Urborg, Tomb of Yawgmoth: is creature=true",
      "Urborg, Tomb of Yawgmoth: has subtype Swamp=true",
      "Urborg, Tomb of Yawgmoth: power=0 toughness=1",
      "Forest: has subtype Swamp=true",
    },
  },
  scenario {
    name = "dep-035-ashaya-transformed",
    rules = { "613.6", "613.1d", "613.1f", "613.7" },
    setup = {
      {
        "A",
        "battlefield",
        "Forest x7",
        "Grizzly Bears",
        "Ashaya, Soul of the Wild",
        { "Kenrith's Transformation", on = "Ashaya, Soul of the Wild" },
      },
    },
    expect = {
      "Ashaya, Soul of the Wild: is land=false",
      "Ashaya, Soul of the Wild: has subtype Elk=true",
      "Ashaya, Soul of the Wild: has subtype Elemental=false",
      "Ashaya, Soul of the Wild: has subtype Forest=false",
      "Ashaya, Soul of the Wild: power=3 toughness=3",
      "Ashaya, Soul of the Wild: has mana ability {G}=false",
      "Grizzly Bears: is land=true",
      "Grizzly Bears: has mana ability {G}=true",
    },
  },
}
