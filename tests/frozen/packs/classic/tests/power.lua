--- Power and toughness (613.4): what defines, sets, changes and switches them.
return {
  scenario {
    name = "Glorious Anthem: mine are larger",
    rules = { "613.4c" },
    setup = {
      { "A", "battlefield", "Glorious Anthem", "Grizzly Bears" },
      { "B", "battlefield", "Elite Vanguard" },
    },
    expect = { "Grizzly Bears: power=3 toughness=3", "Elite Vanguard: power=2 toughness=1" },
  },
  scenario {
    name = "Glorious Anthem: whoever takes the creature has it as it is",
    rules = { "613.1b", "613.4c" },
    setup = {
      { "A", "battlefield", "Glorious Anthem", "Grizzly Bears" },
      { "B", "battlefield", { "Control Magic", on = "Grizzly Bears" } },
    },
    expect = { "Grizzly Bears: controller=B", "Grizzly Bears: power=2 toughness=2" },
  },
  scenario {
    name = "Giant Growth: until the end of the turn, over what sets",
    rules = { "613.4b", "613.4c", "514.2" },
    setup = { { "A", "battlefield", "Grizzly Bears" }, { "B", "battlefield", "Humility" } },
    steps = {
      { resolve = "Giant Growth", on = "Grizzly Bears" },
      { check = 1 },
      { end_turn = true },
    },
    expect = { "@check1 pt(Grizzly Bears) = 4/4", "pt(Grizzly Bears) = 1/1" },
  },
  scenario {
    name = "Inside Out: what comes later is switched too",
    rules = { "613.4d" },
    setup = { { "A", "battlefield", "ox: Pillarfield Ox" } },
    steps = {
      { resolve = "Inside Out", on = "ox" },
      { check = 1 },
      { resolve = "Infest" },
      { add_counters = "ox", kind = "+1/+0" },
      { check = 2 },
      { resolve = "Inside Out", on = "ox" },
    },
    expect = { "@check1 pt(ox) = 4/2", "@check2 pt(ox) = 2/1", "pt(ox) = 1/2" },
  },
  scenario {
    name = "Tarmogoyf: grows with the graveyards, whoever they belong to",
    rules = { "604.3", "613.4a" },
    setup = {
      { "A", "battlefield", "Tarmogoyf" },
      { "A", "graveyard", "Grizzly Bears", "Elite Vanguard" },
      { "B", "graveyard", "Lightning Bolt" },
    },
    steps = { { check = 1 }, { move = "Lightning Bolt", to = "exile" } },
    expect = { "@check1 pt(Tarmogoyf) = 2/3", "pt(Tarmogoyf) = 1/2" },
  },
  scenario {
    name = "Tarmogoyf: it counts itself once it is there",
    rules = { "604.3", "113.6a" },
    setup = { { "A", "graveyard", "Tarmogoyf" }, { "A", "hand", "t: Tarmogoyf" } },
    expect = {
      "Tarmogoyf in A graveyard: power=1 toughness=2",
      "Tarmogoyf in A hand: power=1 toughness=2",
    },
  },
  scenario {
    name = "Death's Shadow: its size is its controller's life",
    rules = { "613.4c" },
    setup = { { "A", "battlefield", "Death's Shadow" } },
    steps = {
      { life = "A", set = 5 },
      { check = 1 },
      { gain_control = "Death's Shadow", by = "B" },
      { check = 2 },
      { sba = true },
    },
    expect = {
      "@check1 pt(Death's Shadow) = 8/8",
      "@check2 pt(Death's Shadow) = -7/-7",
      "zone(Death's Shadow) = A.graveyard",
    },
  },
  scenario {
    name = "Godhead of Awe: who came last sets",
    rules = { "613.4b", "613.7" },
    setup = {
      { "A", "battlefield", "Godhead of Awe" },
      { "B", "battlefield", "Grizzly Bears", { "Lignify", on = "Godhead of Awe" } },
    },
    expect = { "pt(Grizzly Bears) = 2/2", "pt(Godhead of Awe) = 0/4" },
  },
  scenario {
    name = "counters: of two kinds, and one more than the other",
    rules = { "122.1a", "704.5q" },
    setup = {
      {
        "A",
        "battlefield",
        { "Grizzly Bears", id = "b", counters = { ["+1/+1"] = 2, ["-1/-1"] = 3 } },
      },
    },
    steps = { { check = 1 }, { sba = true } },
    expect = {
      "@check1 pt(b) = 1/1",
      "pt(b) = 1/1",
      "counters(b, +1/+1) = 0",
      "counters(b, -1/-1) = 1",
    },
  },
  scenario {
    name = "devotion: hybrid symbols and what is no permanent yet",
    rules = { "700.5", "613.1d" },
    setup = {
      { "A", "battlefield", "Heliod, God of the Sun", "Opalescence", "Elite Vanguard" },
      { "A", "hand", "Humility" },
    },
    steps = { { check = 1 }, { cast = "Humility" } },
    expect = {
      "@check1 types(Heliod, God of the Sun) = [enchantment, creature]",
      "types(Heliod, God of the Sun) = [enchantment, creature]",
      "pt(Heliod, God of the Sun) = 1/1",
      "abilities(Heliod, God of the Sun) = []",
    },
  },
}
