--- More of damage: protection, shields that remember, exchanges of life, excess.
return {
  scenario {
    name = "dmg-024-palm-damage-prevented-by-command",
    rules = { "615.5" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion" },
      { "B", "stack", "Deflecting Palm" },
      { "A", "stack", "Dromoka's Command" },
    },
    steps = {
      {
        resolve = "Dromoka's Command",
        on = { "Deflecting Palm", "Silvercoat Lion" },
        by = "A",
      },
      { resolve = "Deflecting Palm", on = "Silvercoat Lion", by = "B" },
      { hit = { { "Silvercoat Lion", "B" } }, combat = true },
    },
    expect = { "A life=20", "B life=20", "Silvercoat Lion: power=3 toughness=3" },
  },
  scenario {
    name = "dmg-027-dolmen-gate",
    rules = { "615.1" },
    note = "each combat is its damage",
    setup = {
      { "A", "battlefield", "Pillarfield Ox" },
      { "B", "battlefield", "Dolmen Gate", "Silvercoat Lion" },
    },
    steps = {
      { emit = attack { who = "Silvercoat Lion", player = "A" } },
      {
        hit = { { "Silvercoat Lion", "Pillarfield Ox" }, { "Pillarfield Ox", "Silvercoat Lion" } },
        combat = true,
        settle = "checks",
      },
      { check = "first combat" },
      { end_turn = true },
      { emit = attack { who = "Pillarfield Ox", player = "B" } },
      {
        hit = { { "Silvercoat Lion", "Pillarfield Ox" }, { "Pillarfield Ox", "Silvercoat Lion" } },
        combat = true,
        settle = "checks",
      },
      { check = "second combat" },
    },
    expect = {
      "B battlefield count Silvercoat Lion after first combat=1",
      "B graveyard contains Silvercoat Lion after second combat",
    },
  },
  scenario {
    name = "dmg-028-malignus-vs-protection",
    rules = { "615.12", "702.16e" },
    life = { A = 17 },
    setup = {
      { "A", "battlefield", "Vedalken Outlander" },
      { "B", "battlefield", "Malignus" },
    },
    steps = {
      {
        hit = { { "Malignus", "Vedalken Outlander" }, { "Vedalken Outlander", "Malignus" } },
        combat = true,
        settle = "checks",
      },
    },
    expect = {
      "Malignus: power=9 toughness=9",
      "A graveyard contains Vedalken Outlander",
    },
  },
  scenario {
    name = "protection: damage of what it is from is prevented, other damage is not",
    rules = { "702.16e" },
    setup = { { "A", "battlefield", "Vedalken Outlander" } },
    steps = {
      { resolve = "Lightning Bolt", on = "Vedalken Outlander", by = "B" },
      { check = "red" },
      { resolve = "Hornet Sting", on = "Vedalken Outlander", by = "B" },
    },
    expect = { "red: Vedalken Outlander: damage=0", "Vedalken Outlander: damage=1" },
  },
  scenario {
    name = "dmg-030-sacred-boon",
    rules = { "615.5", "615.7" },
    setup = { { "A", "battlefield", "Silvercoat Lion" } },
    steps = {
      { resolve = "Sacred Boon", on = "Silvercoat Lion", by = "A" },
      { resolve = "Bombard", on = "Silvercoat Lion", by = "B" },
      { emit = phase_begins { phase = "end step", player = "A" }, settle = "all" },
    },
    expect = { "Silvercoat Lion: damage=1", "Silvercoat Lion: power=2 toughness=5" },
  },
  scenario {
    name = "dmg-031-boon-two-events-one-trigger",
    rules = { "603.7", "615.5" },
    note = "the storm copy is the second of the two events",
    setup = { { "A", "battlefield", "Silvercoat Lion" } },
    steps = {
      { resolve = "Sacred Boon", on = "Silvercoat Lion", by = "A" },
      { resolve = "Scattershot", on = "Silvercoat Lion", by = "B" },
      { resolve = "Scattershot", on = "Silvercoat Lion", by = "B" },
      { emit = phase_begins { phase = "end step", player = "A" }, settle = "all" },
    },
    expect = {
      "Silvercoat Lion: damage=0",
      "Silvercoat Lion: power=2 toughness=4",
      "number of end step triggers=1",
    },
  },
  scenario {
    name = "dmg-038-temporal-isolation",
    rules = { "615.1", "609.7" },
    note = "the spell of mana value 2 is Runeclaw Bear",
    setup = {
      {
        "A",
        "battlefield",
        "Kaervek the Merciless",
        { "Temporal Isolation", on = "Kaervek the Merciless" },
      },
      { "B", "stack", "Runeclaw Bear" },
    },
    steps = {
      {
        emit = cast_spell { who = "Runeclaw Bear", player = "B" },
        settle = "place",
        answers = { "B" },
      },
      { resolve_top = true },
    },
    expect = { "B life=20" },
  },
  scenario {
    name = "Kaervek the Merciless: without an Isolation it deals the mana value",
    rules = { "603.2" },
    setup = {
      { "A", "battlefield", "Kaervek the Merciless" },
      { "B", "stack", "Runeclaw Bear" },
    },
    steps = {
      {
        emit = cast_spell { who = "Runeclaw Bear", player = "B" },
        settle = "place",
        answers = { "B" },
      },
      { resolve_top = true },
    },
    expect = { "B life=18" },
  },
  scenario {
    name = "dmg-040-pummeler-double-blocked",
    rules = { "615.5", "603.2c" },
    setup = {
      { "A", "battlefield", { "Magma Pummeler", counters = { ["+1/+1"] = 5 } } },
      { "B", "battlefield", "Memnite", "Goblin Piker" },
    },
    steps = {
      {
        hit = { { "Memnite", "Magma Pummeler" }, { "Goblin Piker", "Magma Pummeler" } },
        combat = true,
        settle = "all",
        answers = { "B" },
      },
    },
    expect = {
      "Magma Pummeler: power=2 toughness=2",
      "B life=17",
      "number of Magma Pummeler triggers=1",
    },
  },
  scenario {
    name = "dmg-050-one-ring-vs-questing-beast",
    rules = { "615.12", "702.16" },
    setup = {
      { "B", "battlefield", "Questing Beast" },
      { "A", "stack", "The One Ring" },
    },
    steps = {
      { cast = "The One Ring", settle = "all" },
      { hit = { { "Questing Beast", "A" } }, combat = true },
    },
    expect = { "A life=16" },
  },
  scenario {
    name = "The One Ring: until its player's next turn, and only if it was cast",
    rules = { "702.16e", "611.2a" },
    setup = {
      { "B", "battlefield", "Silvercoat Lion" },
      { "A", "stack", "The One Ring" },
      { "B", "hand", "ring: The One Ring" },
    },
    steps = {
      { cast = "The One Ring", settle = "all" },
      { move = "ring", to = "battlefield", settle = "all" },
      { hit = { { "Silvercoat Lion", "A" }, { "Silvercoat Lion", "B" } } },
      { end_turn = true },
      { hit = { { "Silvercoat Lion", "A" } } },
      { check = "turn of B" },
      { end_turn = true },
      { hit = { { "Silvercoat Lion", "A" } } },
    },
    expect = { "turn of B: A life=20", "turn of B: B life=18", "A life=18" },
  },
  scenario {
    name = "dmg-054-cop-source-of-ability",
    rules = { "609.7", "615.8" },
    setup = {
      { "A", "battlefield", "Circle of Protection: Red" },
      { "B", "hand", "Blisterstick Shaman" },
    },
    steps = {
      { cast = "Blisterstick Shaman", settle = "place", answers = { "A" } },
      { activate = "Circle of Protection: Red", on = "Blisterstick Shaman" },
      { resolve_top = true },
    },
    expect = { "A life=20" },
  },
  scenario {
    name = "dmg-057-runed-halo",
    rules = { "702.16" },
    setup = {
      { "A", "battlefield", { "Runed Halo", chosen = "Silvercoat Lion" } },
      { "B", "battlefield", "Silvercoat Lion" },
    },
    steps = { { hit = { { "Silvercoat Lion", "A" } }, combat = true } },
    expect = { "A life=20" },
  },
  scenario {
    name = "dmg-059-transfusion-emperion",
    rules = { "119.7", "701.10" },
    life = { A = 24, B = 16 },
    setup = { { "A", "battlefield", "Platinum Emperion" } },
    steps = { { resolve = "Profane Transfusion", on = { "A", "B" }, by = "A" } },
    expect = { "A life=24", "B life=16", "Horror token: power=8 toughness=8" },
  },
  scenario {
    name = "dmg-060-transfusion-boon-reflection",
    rules = { "119.5", "614.1" },
    life = { A = 24, B = 16 },
    setup = { { "B", "battlefield", "Boon Reflection" } },
    steps = { { resolve = "Profane Transfusion", on = { "A", "B" }, by = "A" } },
    expect = { "A life=16", "B life=32", "Horror token: power=16 toughness=16" },
  },
  scenario {
    name = "dmg-064-excess-deathtouch",
    rules = { "120.4a", "702.2c" },
    setup = {
      { "A", "battlefield", "Grizzly Bears", "Pestilent Spirit" },
      { "A", "stack", "Flame Spill" },
    },
    steps = { { resolve = "Flame Spill", on = "Grizzly Bears", by = "A" } },
    expect = { "A life=17" },
  },
  scenario {
    name = "dmg-081-lifelink-one-event-reckless-embermage",
    rules = { "702.15e", "119.9", "120.3f" },
    setup = {
      {
        "A",
        "battlefield",
        "Whip of Erebos",
        "Firesong and Sunspeaker",
        "Ajani's Pridemate",
        "Kraken Hatchling",
        "Reckless Embermage",
      },
      { "B", "battlefield", "Wishcoin Crab" },
    },
    steps = { { activate = "Reckless Embermage", on = "Wishcoin Crab", settle = "all" } },
    expect = {
      "A life=22",
      "Ajani's Pridemate: counters(+1/+1)=1",
      "number of life gain events of A=1",
    },
  },
  scenario {
    name = "dmg-015-harms-way-partial",
    rules = { "614.9", "615.7" },
    setup = { { "A", "stack", "Lightning Bolt" } },
    steps = {
      { resolve = "Harm's Way", on = { "Lightning Bolt", "A" }, by = "B" },
      { resolve = "Lightning Bolt", on = "B", by = "A" },
    },
    expect = { "A life=18", "B life=19" },
  },
  scenario {
    name = "dmg-092-lava-burst-no-redirect",
    rules = { "614.9" },
    setup = {
      { "B", "battlefield", "Aegis Turtle" },
      { "A", "stack", "one: Lava Burst", "two: Lava Burst" },
    },
    steps = {
      { resolve = "Harm's Way", on = { "one", "A" }, by = "B" },
      { resolve = "Lava Burst", on = "Aegis Turtle", by = "A", x = 4 },
      { check = "first" },
      { resolve = "Harm's Way", on = { "two", "A" }, by = "B" },
      { resolve = "Lava Burst", on = "B", by = "A", x = 3 },
      { check = "second" },
    },
    expect = {
      "first: Aegis Turtle: damage=4",
      "first: A life=20",
      "second: A life=18",
      "second: B life=19",
    },
  },
  scenario {
    name = "Harm's Way: two in all, of what is dealt at once its player chooses, and no more later",
    rules = { "614.9", "615.7" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion" },
      { "B", "battlefield", "one: Pillarfield Ox", "two: Pillarfield Ox" },
    },
    steps = {
      { resolve = "Harm's Way", on = { "Silvercoat Lion", "A" }, by = "B" },
      {
        hit = {
          { "Silvercoat Lion", "one", 3 },
          { "Silvercoat Lion", "two", 3 },
        },
        answers = { { 1, 1 } },
      },
      { check = "at once" },
      { hit = { { "Silvercoat Lion", "B", 3 } } },
    },
    expect = {
      "at once: one: damage=2",
      "at once: two: damage=2",
      "at once: A life=18",
      "B life=17",
      "A life=18",
    },
  },
}
