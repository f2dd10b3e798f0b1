--- Replacement effects: which of them apply, once for each event, and who chooses (614, 616).
return {
  scenario {
    name = "rep-regeneration-too-late",
    rules = { "614.4" },
    setup = { { "A", "battlefield", "b: Bear" } },
    steps = {
      { resolve = "Murder", on = "b", by = "B" },
      { resolve = "Regen", on = "b", by = "A" },
    },
    expect = { "zone(b) = A.graveyard" },
  },
  scenario {
    name = "rep-two-doublers-eight",
    rules = { "614.5" },
    setup = { { "A", "battlefield", "d1: Doubler", "d2: Doubler", "p: Puncher" } },
    steps = { { hit = { { "p", "B" } }, combat = true } },
    expect = { "life(B) = 12" },
  },
  scenario {
    name = "rep-exile-or-shuffle-controller-chooses",
    rules = { "616.1", "616.1e", "616.1f" },
    setup = { { "B", "battlefield", "r: Rest in Peace" }, { "A", "battlefield", "x: Returner" } },
    steps = { { destroy = "x", answers = { "Returner" } } },
    expect = { "zone(x) = A.library" },
  },
  scenario {
    name = "rep-exile-or-shuffle-other-choice",
    rules = { "616.1f" },
    setup = { { "B", "battlefield", "r: Rest in Peace" }, { "A", "battlefield", "x: Returner" } },
    steps = { { destroy = "x", answers = { "Rest in Peace" } } },
    expect = { "zone(x) = A.exile" },
  },
  scenario {
    name = "rep-doubling-season-hardened-scales-4",
    rules = { "616.1", "616.1e" },
    setup = { { "A", "battlefield", "d: Doubling Season", "h: Hardened Scales", "b: Bear" } },
    steps = { { add_counters = "b", kind = "+1/+1", answers = { "Hardened Scales" } } },
    expect = { "counters(b, +1/+1) = 4" },
  },
  scenario {
    name = "rep-vorinclex-first-kills-event",
    rules = { "614.7", "616.1f" },
    setup = {
      { "B", "battlefield", "v: Vorinclex" },
      { "A", "battlefield", "h: Hardened Scales", "b: Bear" },
    },
    steps = {
      {
        emit = put_counters { who = "b", kind = "+1/+1", count = 1, player = "A" },
        answers = { "Vorinclex" },
      },
    },
    expect = { "counters(b, +1/+1) = 0" },
  },
  scenario {
    name = "rep-doubling-season-not-loyalty-cost",
    rules = { "614.16", "606.4" },
    note = "the cost of the ability is what happens",
    setup = { { "A", "battlefield", "d: Doubling Season", "w: Walker" } },
    steps = {
      { emit = put_counters { who = "w", kind = "loyalty", count = 1, player = "A", cost = true } },
    },
    expect = { "counters(w, loyalty) = 5" },
  },
  scenario {
    name = "rep-two-token-doublers",
    rules = { "614.5", "616.1" },
    setup = { { "A", "battlefield", "d: Doubling Season", "a: Anointed Procession" } },
    steps = { { resolve = "Soldier Call", by = "A" } },
    expect = { "count(tokens Soldier) = 4" },
  },
  scenario {
    name = "rep-two-academy-manufactors",
    rules = { "614.5", "616.1f" },
    setup = { { "A", "battlefield", "m1: Academy Manufactor", "m2: Academy Manufactor" } },
    steps = { { emit = create { player = "A", card = "Treasure token" } } },
    expect = {
      "count(tokens Treasure) = 3",
      "count(tokens Food) = 3",
      "count(tokens Clue) = 3",
    },
  },
  scenario {
    name = "rep-boon-then-lich",
    rules = { "616.1", "616.2" },
    setup = {
      { "A", "battlefield", "b: Boon Reflection", "l: Nefarious Lich" },
      { "A", "library", "Forest x10" },
    },
    steps = { { gain_life = "A", amount = 3, answers = { "Boon Reflection" } } },
    expect = { "draws(A) = 6", "life(A) = 20" },
  },
  scenario {
    name = "rep-lich-then-boon",
    rules = { "616.1f" },
    setup = {
      { "A", "battlefield", "b: Boon Reflection", "l: Nefarious Lich" },
      { "A", "library", "Forest x10" },
    },
    steps = { { gain_life = "A", amount = 3, answers = { "Nefarious Lich" } } },
    expect = { "draws(A) = 3", "life(A) = 20" },
  },
  scenario {
    name = "rep-rip-vs-colossus",
    rules = { "616.1", "400.6" },
    setup = {
      { "B", "battlefield", "r: Rest in Peace" },
      { "A", "hand", "c: Darksteel Colossus" },
    },
    steps = { { discard = "c", answers = { "Darksteel Colossus" } } },
    expect = { "zone(c) = A.library" },
  },
  scenario {
    name = "rep-kalitas-simultaneous-sweep",
    rules = { "614.4", "614.6" },
    setup = { { "A", "battlefield", "k: Kalitas" }, { "B", "battlefield", "b: Bear" } },
    steps = { { resolve = "Damnation", by = "A" } },
    expect = {
      "zone(b) = B.exile",
      "zone(k) = A.graveyard",
      "count(tokens Zombie controlled by A) = 1",
    },
  },
  scenario {
    name = "rep-containment-priest-token",
    rules = { "614.1a" },
    setup = { { "A", "battlefield", "p: Containment Priest" } },
    steps = { { resolve = "Soldier Call", by = "B" } },
    expect = { "count(tokens Soldier controlled by B) = 1" },
  },
  scenario {
    name = "rep-words-of-war-per-draw",
    rules = { "614.3", "614.11a" },
    setup = { { "A", "battlefield", "w: Words of War" }, { "A", "library", "Forest x10" } },
    steps = {
      { activate = "w", on = "B" },
      { activate = "w", on = "B" },
      { draw = "A", count = 2 },
    },
    expect = { "life(B) = 16", "draws(A) = 0" },
  },
  scenario {
    name = "rep-dredge-within-sequence",
    rules = { "121.2", "614.11a", "702.52a" },
    setup = {
      { "A", "graveyard", "i: Imp" },
      { "A", "library", "Forest x18", "t: Troll", "Forest" },
    },
    steps = { { draw = "A", count = 2 } },
    expect = {
      "zone(i) = A.hand",
      "zone(t) = A.hand",
      "draws(A) = 0",
      "library_size(A) = 9",
    },
  },
  scenario {
    name = "rep-dredge-needs-enough-cards",
    rules = { "702.52b" },
    setup = { { "A", "graveyard", "i: Imp" }, { "A", "library", "x: Card", "Forest x3" } },
    steps = { { draw = "A" } },
    expect = { "choices offered = none", "draws(A) = 1" },
  },
  scenario {
    name = "rep-cant-gain-life-beats-replacement",
    rules = { "614.17c", "119.7" },
    setup = {
      { "A", "battlefield", "e: Erebos" },
      { "B", "battlefield", "l: Nefarious Lich" },
      { "B", "library", "Forest x10" },
    },
    steps = { { gain_life = "B", amount = 3 } },
    expect = { "draws(B) = 0", "life(B) = 20" },
  },
  scenario {
    name = "rep-self-replacement-first",
    rules = { "614.15", "616.1a" },
    setup = {
      { "A", "battlefield", "f: Furnace of Rath", "Sol Ring x3" },
    },
    steps = { { resolve = "Galvanic Blast", on = "B", by = "A" } },
    expect = { "life(B) = 12" },
  },
  scenario {
    name = "rep-legacy-weapon-under-jailer",
    rules = { "614.1a" },
    setup = { { "B", "battlefield", "y: Yixlid Jailer" }, { "A", "hand", "l: Legacy Weapon" } },
    steps = { { discard = "l" } },
    expect = { "zone(l) = A.library" },
  },

  -- Drawing and life.
  scenario {
    name = "drw-004-two-scriveners",
    rules = { "614.5", "616.1f" },
    setup = { { "A", "battlefield", "Blood Scrivener x2" }, { "A", "library", "Forest x10" } },
    steps = { { draw = "A", answers = { "Blood Scrivener" } } },
    expect = { "A hand size=3", "A life=18" },
  },
  scenario {
    name = "drw-009-alms-collector-reflection-two",
    rules = { "616.1g", "614.5" },
    setup = {
      { "B", "battlefield", "Alms Collector" },
      { "A", "battlefield", "Thought Reflection" },
      { "A", "library", "Forest x10" },
      { "B", "library", "Forest x10" },
    },
    steps = { { draw = "A", count = 2 } },
    expect = { "A draws 2 cards", "B draws 1 card" },
  },
  scenario {
    name = "drw-014-words-one-shot",
    rules = { "614.3", "614.5" },
    setup = { { "A", "battlefield", "Words of Wilding" }, { "A", "library", "Forest x10" } },
    steps = { { activate = "Words of Wilding" }, { draw = "A", count = 2 } },
    expect = { "A draws 1 card", "A battlefield count Bear token=1" },
  },
  scenario {
    name = "drw-015-draw-from-bottom",
    rules = { "121.6" },
    setup = {
      { "A", "battlefield", "River Song" },
      { "A", "library", "Healing Salve", "Giant Growth", "Shock" },
    },
    steps = { { draw = "A" } },
    expect = { "A hand contains Healing Salve", "A library top=Shock" },
  },
  scenario {
    name = "drw-022-life-to-draw-to-regrowth",
    rules = { "616.2" },
    setup = {
      {
        "A",
        "battlefield",
        "Generic life-to-draw replacement",
        "Generic draw-to-regrowth replacement",
      },
      { "A", "graveyard", "Shock" },
      { "A", "library", "Forest x3" },
    },
    steps = { { gain_life = "A", amount = 1 } },
    expect = { "A life=20", "A draws 0 cards", "A hand contains Shock" },
  },
  scenario {
    name = "drw-024-replacement-keeps-cause",
    rules = { "614.6" },
    note = "B's spell is said by who makes A draw",
    setup = {
      { "A", "battlefield", "Words of Worship", "Rain of Gore" },
      { "A", "library", "Forest x3" },
    },
    steps = { { activate = "Words of Worship" }, { draw = "A", by = "B" } },
    expect = { "A life=25", "A draws 0 cards" },
  },

  -- Counters and tokens.
  scenario {
    name = "reg-009-shield-counter-destroy",
    rules = { "122.1c", "614.6" },
    setup = { { "A", "battlefield", { "Disciplined Duelist", counters = { shield = 1 } } } },
    steps = { { resolve = "Murder", on = "Disciplined Duelist", by = "B" } },
    expect = {
      "A battlefield count Disciplined Duelist=1",
      "Disciplined Duelist: counters(shield)=0",
    },
  },
  scenario {
    name = "tok-004-chatterfang",
    rules = { "614.1" },
    setup = { { "A", "battlefield", "Chatterfang, Squirrel General" } },
    steps = {
      { emit = create { player = "A", card = "Soldier token", count = 2 } },
      { emit = create { player = "B", card = "Soldier token", count = 2 } },
    },
    expect = {
      "A battlefield count Soldier token=2",
      "A battlefield count Squirrel token=2",
      "B battlefield count Soldier token=2",
      "B battlefield count Squirrel token=0",
    },
  },

  -- Moving.
  scenario {
    name = "zon-005-humility-turns-off-own-replacement",
    rules = { "614.12", "613.1f" },
    setup = { { "A", "battlefield", "Progenitus", "Humility" } },
    steps = { { sacrifice = "Progenitus" } },
    expect = { "A graveyard contains Progenitus" },
  },
  scenario {
    name = "zon-017-kalitas-damnation",
    rules = { "614.6", "701.7" },
    setup = {
      { "A", "battlefield", "Kalitas, Traitor of Ghet" },
      { "B", "battlefield", "Bronze Sable", "Wall of Roots", "Sigiled Starfish" },
    },
    steps = { { resolve = "Damnation", by = "A" } },
    expect = {
      "A graveyard contains Kalitas, Traitor of Ghet",
      "B exile contains Bronze Sable",
      "B exile contains Wall of Roots",
      "B exile contains Sigiled Starfish",
      "B graveyard size=0",
      "A battlefield count Zombie token=3",
    },
  },
  scenario {
    name = "zon-020-miserys-shadow",
    rules = { "614.6" },
    setup = { { "A", "battlefield", "Misery's Shadow" }, { "B", "battlefield", "Giant Spider" } },
    steps = { { destroy = "Giant Spider" } },
    expect = { "B exile contains Giant Spider" },
  },
  scenario {
    name = "zon-028-pulmonic-sliver-exile-unaffected",
    rules = { "614.6" },
    setup = { { "A", "battlefield", "Pulmonic Sliver", "Venom Sliver" } },
    steps = { { exile = "Venom Sliver" } },
    expect = { "A exile contains Venom Sliver", "A library lacks Venom Sliver" },
  },
  scenario {
    name = "zon-034-smiter-opponent-discard",
    rules = { "614.6", "701.8" },
    note = "Thoughtseize by its two acts",
    setup = { { "B", "hand", "Loxodon Smiter" } },
    steps = { { discard = "Loxodon Smiter", by = "A" }, { lose_life = "A", amount = 2 } },
    expect = {
      "B battlefield count Loxodon Smiter=1",
      "B graveyard lacks Loxodon Smiter",
      "A life=18",
    },
  },
  scenario {
    name = "zon-035-smiter-own-discard",
    rules = { "614.6" },
    note = "Sift by its two acts",
    setup = { { "A", "hand", "Loxodon Smiter" }, { "A", "library", "Forest x5" } },
    steps = { { draw = "A", count = 3 }, { discard = "Loxodon Smiter", by = "A" } },
    expect = { "A graveyard contains Loxodon Smiter" },
  },
  scenario {
    name = "zon-050-choose-exile-or-shuffle: exile",
    rules = { "616.1f" },
    note = "the first of two games",
    setup = {
      { "A", "battlefield", "Generic shuffle-instead creature" },
      { "B", "battlefield", "Generic exile-instead enchantment" },
    },
    steps = {
      {
        destroy = "Generic shuffle-instead creature",
        answers = { "Generic exile-instead enchantment" },
      },
      { check = "first" },
    },
    expect = { "first: A exile contains Generic shuffle-instead creature" },
  },
  scenario {
    name = "zon-050-choose-exile-or-shuffle: shuffle",
    rules = { "616.1f" },
    note = "the second of two games",
    setup = {
      { "A", "battlefield", "Generic shuffle-instead creature" },
      { "B", "battlefield", "Generic exile-instead enchantment" },
    },
    steps = {
      {
        destroy = "Generic shuffle-instead creature",
        answers = { "Generic shuffle-instead creature" },
      },
      { check = "second" },
    },
    expect = { "second: A library contains Generic shuffle-instead creature" },
  },
  scenario {
    name = "zon-051-leyline-vs-wheel",
    rules = { "616.1" },
    setup = {
      { "A", "battlefield", "Leyline of the Void" },
      { "B", "battlefield", "Grizzly Bears" },
      { "B", "battlefield", { "Wheel of Sun and Moon", on = "B" } },
      { "B", "library", "Forest x3" },
    },
    steps = { { destroy = "Grizzly Bears", answers = { "Wheel of Sun and Moon" } } },
    expect = { "B library bottom=Grizzly Bears", "B exile lacks Grizzly Bears" },
  },

  -- What state-based actions do is replaced, too.
  scenario {
    name = "rep-lichs-mirror-one-replacement-for-two-sbas",
    rules = { "704.7" },
    note = "lands are enough to draw seven of",
    setup = {
      { "A", "battlefield", "m: Lich's Mirror", "Forest x8" },
      { "A", "library", "Forest" },
    },
    life = { A = 1 },
    steps = { { resolve = "Ruin", by = "A" }, { sba = true } },
    expect = { "lost(A) = false", "life(A) = 20", "count(A.hand) = 7" },
  },
  scenario {
    name = "rep-replace-draw-from-empty-library",
    rules = { "614.11", "121.6a", "704.5b" },
    setup = { { "A", "battlefield", "w: Words of War" } },
    steps = { { activate = "w", on = "B" }, { draw = "A" }, { sba = true } },
    expect = { "life(B) = 18", "lost(A) = false" },
  },
  scenario {
    name = "drw-017-angel-leaves-no-new-draw",
    rules = { "704.5b" },
    setup = { { "A", "battlefield", "Platinum Angel" } },
    steps = {
      { draw = "A" },
      { sba = true },
      { move = "Platinum Angel", to = "library", position = "top" },
      { sba = true },
    },
    expect = { "A is in the game=true", "A library size=1" },
  },
  scenario {
    name = "zon-012-anafenza-dies-simultaneously",
    rules = { "614.12", "704.3", "603.10a" },
    setup = {
      { "A", "battlefield", "Anafenza, the Foremost" },
      { "B", "battlefield", "Skyraker Giant" },
    },
    steps = {
      {
        hit = {
          { "Anafenza, the Foremost", "Skyraker Giant" },
          { "Skyraker Giant", "Anafenza, the Foremost" },
        },
      },
      { sba = true },
    },
    expect = {
      "B exile contains Skyraker Giant",
      "A graveyard contains Anafenza, the Foremost",
    },
  },
  scenario {
    name = "reg-003-shield-on-permanent-not-aura",
    rules = { "608.2h", "701.15a" },
    note = "Aura Finesse by what it does",
    setup = {
      {
        "A",
        "battlefield",
        "Grizzly Bears",
        "Kitesail Corsair",
        { "Regeneration", on = "Grizzly Bears" },
      },
    },
    steps = {
      { activate = "Regeneration" },
      { activate = "Regeneration" },
      { attach = "Regeneration", to = "Kitesail Corsair" },
      { resolve = "Lightning Bolt", on = "Grizzly Bears", by = "B" },
      { sba = true },
      { resolve = "Lightning Bolt", on = "Kitesail Corsair", by = "B" },
      { sba = true },
    },
    expect = {
      "A battlefield count Grizzly Bears=1",
      "A graveyard contains Kitesail Corsair",
    },
  },
  scenario {
    name = "tok-005-manufactor-then-chatterfang: Manufactor",
    rules = { "616.1" },
    note = "the first of two games",
    setup = { { "A", "battlefield", "Chatterfang, Squirrel General", "Academy Manufactor" } },
    steps = {
      {
        emit = create { player = "A", card = "Clue token" },
        answers = { "Academy Manufactor" },
      },
      { check = "first" },
    },
    expect = {
      "first: A battlefield count Clue token=1",
      "first: A battlefield count Food token=1",
      "first: A battlefield count Treasure token=1",
      "first: A battlefield count Squirrel token=3",
    },
  },
  scenario {
    name = "tok-005-manufactor-then-chatterfang: Chatterfang",
    rules = { "616.1" },
    note = "the second of two games",
    setup = { { "A", "battlefield", "Chatterfang, Squirrel General", "Academy Manufactor" } },
    steps = {
      {
        emit = create { player = "A", card = "Clue token" },
        answers = { "Chatterfang, Squirrel General" },
      },
      { check = "second" },
    },
    expect = {
      "second: A battlefield count Clue token=1",
      "second: A battlefield count Food token=1",
      "second: A battlefield count Treasure token=1",
      "second: A battlefield count Squirrel token=1",
    },
  },
  scenario {
    name = "zon-018-spray-with-soulscar",
    rules = { "614.1", "614.6" },
    setup = { { "A", "battlefield", "Soul-Scar Mage" }, { "B", "battlefield", "Grizzly Bears" } },
    steps = { { resolve = "Magma Spray", on = "Grizzly Bears", by = "A" }, { sba = true } },
    expect = { "B exile contains Grizzly Bears" },
  },
}
