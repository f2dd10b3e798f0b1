--- Zones that something goes to instead of another, and draws (614.6, 903.9, 121).
return {
  scenario {
    name = "drw-012-excavation-reflection",
    rules = { "121.6", "608.2" },
    setup = {
      { "A", "battlefield", "Thought Reflection" },
      { "A", "hand", "Shock" },
      { "A", "library", "Forest x10" },
      { "A", "stack", "Ancient Excavation" },
    },
    steps = { { resolve = "Ancient Excavation", by = "A", answers = { { 1, 2 } } } },
    expect = { "A hand size=1", "A graveyard size=3" },
  },
  scenario {
    name = "drw-013-thief-all-players",
    rules = { "121.2c" },
    setup = {
      { "A", "battlefield", "Notion Thief" },
      { "A", "library", "Forest x20" },
      { "B", "library", "Forest x20" },
    },
    steps = { { resolve = "Reforge the Soul", by = "A" } },
    expect = { "A hand size=14", "B hand size=0" },
  },
  scenario {
    name = "Notion Thief: the first draw of a draw step is left alone",
    rules = { "614.1" },
    setup = {
      { "A", "battlefield", "Notion Thief" },
      { "A", "library", "Forest x5" },
      { "B", "library", "Forest x5" },
    },
    steps = {
      { end_turn = true },
      { emit = phase_begins { phase = "draw", player = "B" } },
      { draw = "B" },
      { draw = "B" },
    },
    expect = { "A hand size=1", "B hand size=1" },
  },
  scenario {
    name = "drw-021-leovold-library",
    rules = { "121.2b" },
    setup = {
      { "B", "battlefield", "Leovold, Emissary of Trest" },
      { "A", "battlefield", "Sylvan Library" },
      { "A", "library", "Forest x5" },
    },
    steps = {
      { emit = phase_begins { phase = "draw", player = "A" } },
      { draw = "A" },
      { settle = "all" },
    },
    expect = { "A draws 1 card", "A may choose to draw two additional cards=false" },
  },
  scenario {
    name = "drw-026-doubled-draw-is-drawn-this-way",
    rules = { "608.2", "614.6" },
    setup = {
      { "A", "battlefield", "Mr. Foxglove", "Teferi's Ageless Insight" },
      { "A", "hand", "Grizzly Bears" },
      { "A", "library", "Forest x10" },
      { "B", "hand", "Forest x3" },
    },
    steps = { { emit = attack { who = "Mr. Foxglove", player = "B" }, settle = "all" } },
    expect = { "A draws 4 cards", "A may put a creature card from hand=false" },
  },
  scenario {
    name = "Mr. Foxglove: without a card drawn this way it asks",
    rules = { "608.2" },
    setup = {
      { "A", "battlefield", "Mr. Foxglove" },
      { "A", "hand", "Grizzly Bears" },
    },
    steps = {
      {
        emit = attack { who = "Mr. Foxglove", player = "B" },
        settle = "all",
        answers = { "yes" },
      },
    },
    expect = { "A battlefield contains Grizzly Bears" },
  },
  scenario {
    name = "rep-notion-thief-spirit-after-first-draw",
    rules = { "614.17c", "121.2b" },
    setup = {
      { "A", "battlefield", "n: Notion Thief", "s: Spirit of the Labyrinth" },
      { "A", "library", "Forest x5" },
      { "B", "library", "Forest x5" },
    },
    steps = {
      { end_turn = true },
      { emit = phase_begins { phase = "draw", player = "B" } },
      { draw = "B" },
      { resolve = "Draw Two", by = "B" },
    },
    expect = { "draws this turn(B) = 1", "draws this turn(A) = 0" },
  },
  scenario {
    name = "rep-two-skips-two-steps",
    rules = { "614.10a" },
    note = "of one player, so that turn follows turn",
    players = { "A" },
    steps = {
      { resolve = "Skip", on = "A", by = "A" },
      { resolve = "Skip", on = "A", by = "A" },
      { emit = phase_begins { phase = "draw", player = "A" }, answers = { 1 } },
      { end_turn = true },
      { emit = phase_begins { phase = "draw", player = "A" } },
      { end_turn = true },
      { emit = phase_begins { phase = "draw", player = "A" } },
    },
    expect = {
      "draw_step happens on turn 1 = no",
      "draw_step happens on turn 2 = no",
      "draw_step happens on turn 3 = yes",
    },
  },

  -- Exile in place of a death.
  scenario {
    name = "zon-006-pupils-exile",
    rules = { "614.6" },
    setup = {
      { "A", "battlefield", "Kumano's Pupils" },
      { "B", "battlefield", "Pillarfield Ox" },
    },
    steps = {
      { hit = { { "Kumano's Pupils", "Pillarfield Ox", 3 } }, settle = "all" },
      { resolve = "Terminate", on = "Pillarfield Ox", by = "A" },
    },
    expect = { "B exile contains Pillarfield Ox" },
  },
  scenario {
    name = "Kumano's Pupils: what it has not dealt damage to this turn dies",
    rules = { "614.6" },
    setup = {
      { "A", "battlefield", "Kumano's Pupils" },
      { "B", "battlefield", "one: Pillarfield Ox", "two: Pillarfield Ox", "Grizzly Bears" },
    },
    steps = {
      { hit = { { "Kumano's Pupils", "one", 1 } }, settle = "all" },
      { hit = { { "Kumano's Pupils", "Grizzly Bears", 2 } }, settle = "all" },
      { end_turn = true },
      { destroy = { "one", "two" } },
    },
    expect = { "B graveyard contains Pillarfield Ox x2", "B exile contains Grizzly Bears" },
  },
  scenario {
    name = "zon-031-pillar-later-death",
    rules = { "614.6" },
    setup = {
      { "A", "battlefield", "Lightning Mauler" },
      { "B", "battlefield", "Warmind Infantry" },
    },
    steps = {
      { resolve = "Pillar of Flame", on = "Warmind Infantry", by = "A" },
      { hit = { { "Lightning Mauler", "Warmind Infantry" } }, combat = true, settle = "checks" },
    },
    expect = { "B exile contains Warmind Infantry", "B graveyard size=0" },
  },
  scenario {
    name = "zon-032-scorching-lava-kicked",
    rules = { "614.6" },
    setup = { { "B", "battlefield", "Silvercoat Lion" } },
    steps = {
      {
        resolve = "Scorching Lava",
        on = "Silvercoat Lion",
        by = "A",
        choosing = "kicker",
        settle = "checks",
      },
    },
    expect = { "B exile contains Silvercoat Lion" },
  },
  scenario {
    name = "zon-036-voidwalker-countered-spell",
    rules = { "614.6" },
    note = "the spells are on the stack",
    setup = {
      { "A", "battlefield", "Dauthi Voidwalker" },
      { "B", "stack", "Lightning Bolt" },
      { "A", "hand", "Counterspell" },
    },
    steps = { { resolve = "Counterspell", on = "Lightning Bolt", by = "A" } },
    expect = {
      "B exile contains Lightning Bolt",
      "Lightning Bolt in B exile: counters(void)=1",
    },
  },
  scenario {
    name = "zon-040-priest-exhume",
    rules = { "614.12" },
    setup = {
      { "A", "battlefield", "Containment Priest" },
      { "A", "graveyard", "Grizzly Bears" },
      { "B", "graveyard", "Runeclaw Bear" },
    },
    steps = { { resolve = "Exhume", by = "A" } },
    expect = { "A exile contains Grizzly Bears", "B exile contains Runeclaw Bear" },
  },
  scenario {
    name = "Exhume: nobody is asked where no creature is in a graveyard",
    unchanged = true,
    setup = { { "A", "graveyard", "Forest" } },
    steps = { { resolve = "Exhume", by = "A" } },
    expect = { "A graveyard contains Forest" },
  },
  scenario {
    name = "zon-045-yawgmoths-will-exiles-itself",
    rules = { "608.2n", "614.6" },
    note = "what is cast from the graveyard is moved to the stack",
    setup = {
      { "A", "hand", "Yawgmoth's Will" },
      { "A", "graveyard", "Reviving Dose", "Silvercoat Lion" },
      { "A", "library", "Forest x5" },
      { "B", "hand", "Lightning Bolt" },
    },
    steps = {
      { resolve = "Yawgmoth's Will", by = "A" },
      { move = "Reviving Dose", to = "stack" },
      { resolve = "Reviving Dose", by = "A" },
      { move = "Silvercoat Lion", to = "stack" },
      { cast = "Silvercoat Lion" },
      { resolve = "Lightning Bolt", on = "Silvercoat Lion", by = "B", settle = "checks" },
    },
    expect = {
      "A exile contains Yawgmoth's Will",
      "A exile contains Reviving Dose",
      "A exile contains Silvercoat Lion",
      "B graveyard contains Lightning Bolt",
      "A life=23",
    },
  },

  -- Until something happens.
  scenario {
    name = "zon-013-leyline-helm-exiles-library",
    rules = { "614.6" },
    setup = {
      { "A", "battlefield", "Leyline of the Void", "Helm of Obedience" },
      { "B", "library", "Forest x20" },
    },
    steps = { { activate = "Helm of Obedience", on = "B", x = 1 } },
    expect = { "B library size=0", "B exile size=20", "B graveyard size=0" },
  },
  scenario {
    name = "Helm of Obedience: until so many cards, or a creature, which comes",
    rules = { "608.2" },
    setup = {
      { "A", "battlefield", "Helm of Obedience" },
      { "B", "library", "Forest x5", "Grizzly Bears", "Forest x3" },
    },
    steps = {
      { activate = "Helm of Obedience", on = "B", x = 2 },
      { check = "two" },
      { activate = "Helm of Obedience", on = "B", x = 5 },
    },
    expect = {
      "two: B graveyard size=2",
      "B graveyard size=3",
      "A battlefield contains Grizzly Bears",
      "A graveyard contains Helm of Obedience",
    },
  },
  scenario {
    name = "zon-043-grindstone-one-progenitus",
    rules = { "614.6" },
    variant = "open", -- Progenitus is revealed, and its handler reads it in the library
    setup = {
      {
        "A",
        "battlefield",
        "Grindstone",
        { "Painter's Servant", chosen = "blue" },
      },
      { "B", "library", "Progenitus", "Forest x19" },
    },
    steps = { { activate = "Grindstone", on = "B" } },
    expect = { "B library size=1", "B library contains Progenitus" },
  },

  -- Commanders.
  scenario {
    name = "rep-commander-under-rip",
    rules = { "903.9a" },
    setup = {
      { "B", "battlefield", "r: Rest in Peace" },
      { "A", "battlefield", { "c: Commander", commander = true }, "m: Mourner" },
    },
    steps = { { destroy = "c", settle = "checks", answers = { "yes" } } },
    expect = { "triggers(Mourner) = 0", "zone(c) = A.command" },
  },
  scenario {
    name = "a commander that its player leaves in a graveyard is not asked about again",
    rules = { "903.9a" },
    setup = { { "A", "battlefield", { "c: Commander", commander = true } } },
    steps = {
      { destroy = "c", settle = "checks", answers = { "no" } },
      { settle = "checks" },
    },
    expect = { "zone(c) = A.graveyard" },
  },
  scenario {
    name = "rep-commander-bounce",
    rules = { "903.9b" },
    setup = { { "A", "battlefield", { "c: Commander", commander = true } } },
    steps = { { resolve = "Unsummon", on = "c", by = "B", answers = { "yes" } } },
    expect = { "zone(c) = A.command" },
  },
  scenario {
    name = "rep-commander-replacement-after-own-shuffle",
    rules = { "903.9b", "614.5" },
    setup = { { "A", "battlefield", { "c: Commander-Returner", commander = true } } },
    steps = { { destroy = "c", answers = { "yes" } } },
    expect = { "zone(c) = A.command" },
  },

  -- State-based actions, and what was face down.
  scenario {
    name = "sba-legend-rule-choice",
    rules = { "704.5j" },
    setup = { { "A", "battlefield", "l: Legend" }, { "A", "hand", "c: Clone" } },
    steps = { { enter = "c", copying = "l" }, { sba = true, keep = "c" } },
    expect = { "zone(l) = A.graveyard", "zone(c) = A.battlefield", "destroyed(l) = false" },
  },
  scenario {
    name = "fd-lost-abilities-block-morph",
    rules = { "708.7" },
    setup = {
      { "A", "battlefield", { "m: Morph", face_down = true } },
      { "B", "battlefield", { "Lignify", id = "l", on = "m" } },
    },
    steps = { { refused = { unmorph = "m" } } },
    expect = { "face_down(m) = true", "pt(m) = 0/4" },
  },
  scenario {
    name = "what is face down and has morph is turned up",
    rules = { "708.7" },
    setup = { { "A", "battlefield", { "m: Morph", face_down = true } } },
    steps = { { unmorph = "m" }, { refused = { unmorph = "m" } } },
    expect = { "face_down(m) = false" },
  },
  scenario {
    name = "Sylvan Library: two of those drawn this turn are paid for, or go back on top",
    rules = { "608.2" },
    setup = {
      { "A", "battlefield", "Sylvan Library" },
      { "A", "hand", "Shock" },
      { "A", "library", "Forest x5", "two: Grizzly Bears", "one: Runeclaw Bear" },
    },
    steps = {
      {
        emit = phase_begins { phase = "draw", player = "A" },
        settle = "all",
        answers = { "yes", { 1, 2 }, "yes", "no" },
      },
    },
    expect = { "A life=16", "A library top=two", "A hand contains Runeclaw Bear" },
  },
  scenario {
    name = "rep-archangel-two-fates",
    rules = { "400.6", "616.1" },
    life = { A = 5 },
    setup = { { "A", "battlefield", "x: Exquisite Archangel" } },
    steps = {
      { resolve = "Blast", on = { "A", "x" }, by = "B", settle = "checks", answers = { "exile" } },
    },
    expect = { "life(A) = 20", "zone(x) = A.exile", "lost(A) = false" },
  },
  scenario {
    name = "Exquisite Archangel: it may die as well, and does not leave by both",
    rules = { "400.6" },
    life = { A = 5 },
    setup = { { "A", "battlefield", "x: Exquisite Archangel", "m: Mourner" } },
    steps = {
      {
        resolve = "Blast",
        on = { "A", "x" },
        by = "B",
        settle = "checks",
        answers = { "graveyard" },
      },
    },
    expect = {
      "life(A) = 20",
      "zone(x) = A.graveyard",
      "lost(A) = false",
      "triggers(Mourner) = 1",
    },
  },
  scenario {
    name = "zon-052-archangel-sba",
    rules = { "400.6", "616.1", "704.3" },
    note = "the spell is Blast",
    life = { A = 5 },
    setup = { { "A", "battlefield", "Exquisite Archangel" } },
    steps = {
      { resolve = "Blast", on = { "A", "Exquisite Archangel" }, by = "B" },
      { sba = true, answers = { "exile" } },
    },
    expect = {
      "A life=20",
      "A exile contains Exquisite Archangel",
      "A is in the game=true",
    },
  },
  scenario {
    name = "sba-simultaneous-pass",
    rules = { "704.3" },
    note = "the effect is of no card; the Mourner draws where the record's looks at a card",
    setup = {
      { "A", "battlefield", "x: X", { "Y", id = "y", damage = 2 }, "m: Mourner" },
      { "A", "library", "Forest x5" },
    },
    steps = {
      { effect = { toughness = sub(3), lasts = "turn" }, on = "x", by = "B" },
      { sba = true },
    },
    expect = { "x and y leave simultaneously", "triggers(Mourner) = 2" },
  },
  scenario {
    name = "those who leave by one event after the other do not leave at once",
    rules = { "704.3" },
    setup = { { "A", "battlefield", "x: X", "y: Y", "m: Mourner" } },
    steps = { { destroy = "x" }, { destroy = "y" } },
    expect = { "not x and y leave simultaneously", "triggers(Mourner) = 2" },
  },
}
