--- Abilities that are granted, lost, forbidden, borrowed (613.1f).
return {
  scenario {
    name = "Humility: silences the Warden, not the Reflection",
    rules = { "613.1f", "613.4b" },
    setup = {
      { "A", "battlefield", "Soul Warden", "Glorious Anthem", "Boon Reflection" },
      { "B", "battlefield", "Humility" },
      { "B", "hand", "Tarmogoyf" },
    },
    steps = {
      { cast = "Tarmogoyf" },
      { check = 1 },
      { refused = { trigger = "Soul Warden" } },
      { destroy = "Humility" },
      { trigger = "Soul Warden", ability = "gain life" },
    },
    expect = {
      "1: Soul Warden: power=2 toughness=2",
      "1: Soul Warden: count of abilities=0",
      "1: Tarmogoyf: power=1 toughness=1",
      "1: abilities(Boon Reflection) = [\"gain twice as much\"]",
      "Tarmogoyf: power=1 toughness=2",
      "Soul Warden: count of triggered abilities=1",
    },
  },
  scenario {
    name = "Humility and Opalescence: with the older one last it goes on (613.6)",
    rules = { "613.6", "613.7" },
    setup = { { "A", "battlefield", "Humility", "Opalescence", "Glorious Anthem" } },
    expect = {
      "pt(Humility) = 4/4",
      "abilities(Humility) = []",
      "pt(Glorious Anthem) = 3/3",
      "types(Opalescence) = [enchantment]",
    },
  },
  scenario {
    name = "Levitation: a later grant is kept, an earlier one is lost",
    rules = { "613.7" },
    setup = {
      { "A", "battlefield", "Levitation", "Grizzly Bears" },
      { "B", "hand", "Humility" },
    },
    steps = {
      { check = 1 },
      { cast = "Humility" },
      { check = 2 },
      { bounce = "Levitation" },
      { cast = "Levitation" },
    },
    expect = {
      "@check1 has(Grizzly Bears, flying)",
      "@check2 not has(Grizzly Bears, flying)",
      "has(Grizzly Bears, flying)",
      "pt(Grizzly Bears) = 1/1",
    },
  },
  scenario {
    name = "Archetype of Imagination: theirs cannot have it either",
    rules = { "113.11", "613.1f" },
    setup = {
      { "A", "battlefield", "Archetype of Imagination", "Grizzly Bears" },
      { "B", "battlefield", "Sky Spirit" },
    },
    steps = {
      { resolve = "Turn to Frog", on = "Grizzly Bears" },
      { add_counters = "Sky Spirit", kind = "flying" },
      { check = 1 },
      { exile = "Archetype of Imagination" },
    },
    expect = {
      "1: has(Grizzly Bears, flying) = false",
      "1: has(Sky Spirit, flying) = false",
      "1: has(Sky Spirit, first strike)",
      "has(Sky Spirit, flying)",
    },
  },
  scenario {
    name = "Muraganda Petroglyphs: no ability is none that counts",
    rules = { "113.12", "613.4c" },
    setup = {
      { "A", "battlefield", "Muraganda Petroglyphs", "Grizzly Bears", "Sky Spirit" },
      { "B", "battlefield", "Pine Walker" },
    },
    steps = { { resolve = "Turn to Frog", on = "Sky Spirit" } },
    expect = {
      "pt(Grizzly Bears) = 4/4",
      "pt(Sky Spirit) = 3/3",
      "Pine Walker: count of abilities=1",
    },
  },
  scenario {
    name = "Necrotic Ooze: what a graveyard has lost it cannot borrow",
    rules = { "613.8a" },
    setup = {
      { "A", "battlefield", "Necrotic Ooze" },
      { "B", "graveyard", "Akroan Jailer", "Quirion Elves" },
    },
    steps = { { check = 1 }, { put = "Yixlid Jailer", under = "B" } },
    expect = {
      "1: Necrotic Ooze: count of activated abilities=1",
      "Necrotic Ooze: count of activated abilities=0",
      "Akroan Jailer in B graveyard: count of abilities=0",
    },
  },
  scenario {
    name = "Filth: from the graveyard, and only for its owner",
    rules = { "113.6", "604.1" },
    setup = {
      { "A", "battlefield", "Swamp", "Grizzly Bears" },
      { "A", "graveyard", "Filth" },
      { "B", "battlefield", "Swamp", "Elite Vanguard" },
    },
    steps = { { check = 1 }, { gain_control = "Grizzly Bears", by = "B" } },
    expect = {
      "@check1 has(Grizzly Bears, swampwalk)",
      "@check1 not has(Elite Vanguard, swampwalk)",
      "not has(Grizzly Bears, swampwalk)",
    },
  },
  scenario {
    name = "Colossus Hammer: the newer of two Equipments speaks last",
    rules = { "613.7e" },
    setup = {
      {
        "A",
        "battlefield",
        { "Colossus Hammer", id = "ham", on = "spirit" },
        { "Sky Spirit", id = "spirit" },
        { "Arcane Flight", on = "spirit" },
      },
    },
    steps = {
      { check = 1 },
      { detach = "ham" },
      { attach = "ham", to = "spirit" },
    },
    expect = { "@check1 has(spirit, flying)", "not has(spirit, flying)", "pt(spirit) = 13/13" },
  },
}
