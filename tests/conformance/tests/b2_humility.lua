--- Effects that have begun go on without their ability, others do not begin.
return {
  scenario {
    name = "lay-opalescence-then-humility",
    rules = { "613.6", "613.7" },
    setup = {
      { "A", "battlefield", "opal: Opalescence", "hum: Humility" },
      { "B", "battlefield", "b: Bear" },
    },
    expect = {
      "types(hum) = [enchantment, creature]",
      "pt(hum) = 1/1",
      "abilities(hum) = []",
      "types(opal) = [enchantment]",
      "pt(b) = 1/1",
    },
  },
  scenario {
    name = "lay-humility-opal-opal",
    rules = { "613.6", "613.7" },
    setup = { { "A", "battlefield", "hum: Humility", "o1: Opalescence", "o2: Opalescence" } },
    expect = { "pt(hum) = 4/4", "pt(o1) = 4/4", "pt(o2) = 4/4", "abilities(o1) = []" },
  },
  scenario {
    name = "lay-simultaneous-entry-owner-orders",
    rules = { "613.7m" },
    setup = { { "A", "graveyard", "hum: Humility", "opal: Opalescence" } },
    steps = { { move = { "hum", "opal" }, to = "battlefield", answers = { { "hum", "opal" } } } },
    expect = { "pt(hum) = 4/4" },
  },
  scenario {
    name = "lay-simultaneous-entry-owner-orders: the other way",
    rules = { "613.7m" },
    setup = { { "A", "graveyard", "hum: Humility", "opal: Opalescence" } },
    steps = { { move = { "hum", "opal" }, to = "battlefield", answers = { { "opal", "hum" } } } },
    expect = { "pt(hum) = 1/1" },
  },
  scenario {
    name = "lay-ashaya-under-humility",
    rules = { "613.1d", "613.6", "613.4b" },
    setup = {
      {
        "A",
        "battlefield",
        "ash: Ashaya, Soul of the Wild",
        "b: Bear",
        "f: Forest",
        "hum: Humility",
      },
    },
    expect = {
      "types(b) = [creature, land]",
      "subtypes(b) = [Bear, Forest]",
      "abilities(b) = []",
      "pt(ash) = 1/1",
    },
  },
  scenario {
    name = "lay-devoid-stays-colorless-under-humility",
    rules = { "613.3", "613.1e", "613.1f" },
    setup = { { "A", "battlefield", "d: Devoid Thing", "hum: Humility" } },
    expect = { "colors(d) = []", "abilities(d) = []" },
  },
  scenario {
    name = "lay-humility-vs-later-flying-enchantment",
    rules = { "613.7" },
    setup = {
      { "B", "battlefield", "hum: Humility" },
      { "A", "battlefield", "lev: Levitation", "b: Bear" },
    },
    expect = { "has(b, flying)", "pt(b) = 1/1" },
  },
  scenario {
    name = "lay-flying-enchantment-then-humility",
    rules = { "613.7" },
    setup = {
      { "A", "battlefield", "lev: Levitation" },
      { "B", "battlefield", "hum: Humility" },
      { "A", "battlefield", "b: Bear" },
    },
    expect = { "not has(b, flying)" },
  },
  scenario {
    name = "lay-god-low-devotion-under-humility",
    rules = { "604.3a", "613.1d", "613.1f", "613.7" },
    note = "Crusade makes the devotion three, and does nothing else here",
    setup = {
      { "A", "battlefield", "h: Heliod, God of the Sun", "b: Bear", "Crusade" },
      { "B", "battlefield", "hum: Humility" },
    },
    expect = { "types(h) = [enchantment]", "has(h, indestructible)", "not has(b, vigilance)" },
  },
  scenario {
    name = "ppt-010-humility-over-cda",
    rules = { "613.4a", "613.4b" },
    setup = {
      { "B", "battlefield", "Masumaro, First to Live" },
      { "A", "battlefield", "Humility" },
      { "B", "hand", "Plains x3" },
    },
    expect = { "Masumaro, First to Live: power=1 toughness=1" },
  },
  scenario {
    name = "dep-022-starfield-then-humility",
    rules = { "613.6", "613.4b", "613.7" },
    setup = {
      {
        "A",
        "battlefield",
        "Starfield of Nyx",
        "Humility",
        "Master of the Feast",
        "Emrakul, the Aeons Torn",
        "Crusade x4",
      },
    },
    expect = {
      "Humility: power=1 toughness=1",
      "Master of the Feast: power=1 toughness=1",
      "Emrakul, the Aeons Torn: power=1 toughness=1",
      "Emrakul, the Aeons Torn: has flying=false",
      "Crusade: power=1 toughness=1",
      "Starfield of Nyx: is creature=false",
      "Humility: count of abilities=0",
    },
  },
  scenario {
    name = "dep-023-humility-then-starfield",
    rules = { "613.6", "613.4b", "613.7" },
    setup = {
      {
        "A",
        "battlefield",
        "Humility",
        "Starfield of Nyx",
        "Master of the Feast",
        "Emrakul, the Aeons Torn",
        "Crusade x4",
      },
    },
    expect = {
      "Humility: power=4 toughness=4",
      "Master of the Feast: power=3 toughness=3",
      "Emrakul, the Aeons Torn: power=1 toughness=1",
      "Crusade: power=2 toughness=2",
      "Humility: count of abilities=0",
    },
  },
}
