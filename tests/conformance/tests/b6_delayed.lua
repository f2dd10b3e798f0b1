--- Delayed, reflexive and state triggers, intervening ifs, what has become of objects meanwhile.
return {
  scenario {
    name = "trg-009-otherworldly-journey",
    rules = { "603.7", "122.6" },
    setup = { { "A", "battlefield", "Silvercoat Lion" } },
    steps = {
      { resolve = "Otherworldly Journey", on = "Silvercoat Lion", by = "A" },
      { emit = phase_begins { phase = "end step", player = "A" }, settle = "all" },
    },
    expect = { "Silvercoat Lion: power=3 toughness=3" },
  },
  scenario {
    name = "trg-019-biovisionary-clones",
    rules = { "603.4", "707.2" },
    setup = {
      {
        "A",
        "battlefield",
        "Biovisionary",
        { "Clone", copying = "Biovisionary" },
        { "Clone", copying = "Biovisionary" },
        { "Clone", copying = "Biovisionary" },
      },
    },
    steps = { { emit = phase_begins { phase = "end step", player = "A" }, settle = "all" } },
    expect = { "A wins the game" },
  },
  scenario {
    name = "trg-023-sacred-ground-card-moved",
    rules = { "400.7", "603.10" },
    setup = { { "B", "battlefield", "Caves of Koilos", "Sacred Ground" } },
    steps = {
      { resolve = "Molten Rain", on = "Caves of Koilos", by = "A", settle = "place" },
      { check = "triggered" },
      { exile = "Caves of Koilos" },
      { resolve_top = true },
    },
    expect = {
      "triggered: triggers(Sacred Ground) = 1",
      "B exile contains Caves of Koilos",
      "B battlefield count Caves of Koilos=0",
    },
  },
  scenario {
    name = "trg-026-devourer-state-trigger",
    rules = { "603.8", "704.3" },
    setup = {
      { "A", "battlefield", "d: Phyrexian Devourer" },
      { "A", "library", "Phyrexian Devourer" },
    },
    steps = { { activate = "d", settle = "all" } },
    expect = {
      "A graveyard contains Phyrexian Devourer",
      "A exile contains Phyrexian Devourer",
    },
  },
  scenario {
    name = "trg-028-ascension-each-end-step",
    rules = { "603.4" },
    setup = { { "A", "battlefield", "Bloodchief Ascension" } },
    steps = {
      { lose_life = "B", amount = 3 },
      { emit = phase_begins { phase = "end step", player = "A" }, settle = "all" },
      { end_turn = true },
      { lose_life = "B", amount = 3 },
      { emit = phase_begins { phase = "end step", player = "B" }, settle = "all" },
    },
    expect = { "Bloodchief Ascension: counters(quest)=2" },
  },
  scenario {
    name = "life lost in a turn is of that turn",
    unchanged = true,
    rules = { "603.4" },
    setup = { { "A", "battlefield", "Bloodchief Ascension" } },
    steps = {
      { lose_life = "B", amount = 1 },
      { end_turn = true },
      { lose_life = "B", amount = 1 },
      { emit = phase_begins { phase = "end step", player = "B" }, settle = "all" },
    },
    expect = { "Bloodchief Ascension: counters(quest)=0" },
  },
  scenario {
    name = "trg-032-blood-artist-sacrificed-as-cost",
    rules = { "603.2", "603.10a" },
    setup = {
      { "A", "battlefield", "Blood Artist" },
      { "B", "battlefield", "Pillarfield Ox" },
    },
    steps = {
      {
        resolve = "Bone Splinters",
        on = "Pillarfield Ox",
        by = "A",
        settle = "all",
        answers = { "B" },
      },
    },
    expect = { "A life=21", "B life=19", "B graveyard contains Pillarfield Ox" },
  },
  scenario {
    name = "trg-036-elenda-simultaneous-deaths",
    rules = { "603.10a", "704.3" },
    setup = {
      {
        "A",
        "battlefield",
        "Elenda, the Dusk Rose",
        "Silvercoat Lion",
        "Angelic Renewal",
      },
    },
    steps = {
      {
        resolve = "Sweltering Suns",
        by = "B",
        settle = "all",
        answers = { { 1, 3, 2 }, "no", "yes" },
      },
    },
    expect = {
      "A battlefield count Vampire token=1",
      "Elenda, the Dusk Rose: power=1 toughness=1",
      "A graveyard contains Silvercoat Lion",
    },
  },
  scenario {
    name = "trg-043-showstopper-twice",
    rules = { "603.10a", "113.2c" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion" },
      { "B", "battlefield", "Ornithopter", "Grizzly Bears" },
    },
    steps = {
      { resolve = "Showstopper", by = "A" },
      { resolve = "Showstopper", by = "A" },
      { destroy = "Silvercoat Lion", settle = "all", answers = { "Ornithopter", "Grizzly Bears" } },
    },
    expect = { "B graveyard contains Ornithopter", "B graveyard contains Grizzly Bears" },
  },
  scenario {
    name = "trg-048-face-down-reaper",
    rules = { "708.2", "603.10a" },
    setup = {
      { "A", "battlefield", { "Midnight Reaper", face_down = true }, "Ixidron" },
    },
    steps = { { destroy = "face-down Midnight Reaper", settle = "all" } },
    expect = {
      "A life=20",
      "A draws 0 cards",
      "A graveyard contains Midnight Reaper",
      "A graveyard contains Ixidron",
    },
  },
  scenario {
    name = "Ixidron turns the others face down as it enters",
    rules = { "708.2" },
    setup = {
      { "A", "battlefield", "Bear", { "Bear token", token = true } },
      { "A", "hand", "Ixidron" },
    },
    steps = { { cast = "Ixidron", settle = "all" } },
    expect = { "Ixidron: power=1 toughness=1", "Ixidron: is face down=false" },
  },
  scenario {
    name = "trg-054-aura-flickered-vs-moved: flickered",
    rules = { "608.2h", "400.7" },
    setup = {
      {
        "A",
        "battlefield",
        "Skyrider Trainee",
        "Thran Golem",
        { "Dreadful Apathy", on = "Skyrider Trainee" },
      },
    },
    steps = {
      {
        activate = "Dreadful Apathy",
        responding = {
          { exile = "Dreadful Apathy" },
          { move = "Dreadful Apathy", to = "battlefield", on = "Thran Golem" },
        },
      },
      { check = "first" },
    },
    expect = { "first: A exile contains Skyrider Trainee" },
    note = "moves stand for Flicker of Fate",
  },
  scenario {
    name = "trg-054-aura-flickered-vs-moved: moved",
    rules = { "608.2h", "400.7" },
    setup = {
      {
        "A",
        "battlefield",
        "Skyrider Trainee",
        "Thran Golem",
        { "Dreadful Apathy", on = "Skyrider Trainee" },
      },
    },
    steps = {
      {
        activate = "Dreadful Apathy",
        responding = { { attach = "Dreadful Apathy", to = "Thran Golem" } },
      },
      { check = "second" },
    },
    expect = { "second: A exile contains Thran Golem" },
    note = "a step stands for Aura Finesse",
  },
  scenario {
    name = "trg-056-aura-boost-counts-for-intervening-if",
    rules = { "603.4", "611.3c" },
    setup = {
      { "A", "battlefield", "Runeclaw Bear", "Horizon Chimera" },
      { "A", "hand", "Historian's Wisdom" },
      { "A", "library", "Forest" },
    },
    steps = { { cast = "Historian's Wisdom", on = "Runeclaw Bear", settle = "all" } },
    expect = { "Runeclaw Bear: power=4 toughness=3", "A draws 1 card", "A life=21" },
  },
  scenario {
    name = "trg-063-felidar-intervening-if",
    rules = { "603.4" },
    life = { A = 40, B = 20 },
    setup = { { "A", "battlefield", "Felidar Sovereign" } },
    steps = {
      { emit = phase_begins { phase = "upkeep", player = "A" }, settle = "place" },
      { check = "triggered" },
      { lose_life = "A", amount = 1 },
      { settle = "all" },
    },
    expect = {
      "triggered: triggers(Felidar Sovereign) = 1",
      "A is in the game=true",
      "B is in the game=true",
      "won(A) = no",
    },
  },
  scenario {
    name = "trg-felidar-39-then-45",
    unchanged = true,
    rules = { "603.4" },
    life = { A = 39, B = 20 },
    setup = { { "A", "battlefield", "f: Felidar Sovereign" } },
    steps = {
      { emit = phase_begins { phase = "upkeep", player = "A" } },
      { gain_life = "A", amount = 6 },
      { settle = "all" },
    },
    expect = { "triggers(Felidar Sovereign) = 0", "won(A) = no" },
  },
  scenario {
    name = "trg-067-delayed-untap-waits",
    rules = { "603.7a" },
    setup = { { "A", "battlefield", { "Grizzly Bears", tapped = true } } },
    steps = {
      { untap = "Grizzly Bears" },
      { resolve = "Generic untap delayed effect", on = "Grizzly Bears", settle = "all" },
      { check = "first" },
      { tap = "Grizzly Bears" },
      { untap = "Grizzly Bears", settle = "all" },
      { check = "second" },
    },
    expect = {
      "first: A battlefield count Grizzly Bears=1",
      "second: A graveyard contains Grizzly Bears",
    },
  },
  scenario {
    name = "trg-068-delayed-exile-noncreature",
    rules = { "603.7c" },
    setup = { { "A", "battlefield", "Grizzly Bears" } },
    steps = {
      { resolve = "Generic exile-at-end-step token maker", on = "Grizzly Bears" },
      { effect = { types = set { "artifact" } }, on = "Grizzly Bears" },
      { emit = phase_begins { phase = "end step", player = "A" }, settle = "all" },
    },
    expect = { "A exile contains Grizzly Bears" },
  },
  scenario {
    name = "trg-069-delayed-exile-new-object",
    rules = { "603.7c", "400.7" },
    setup = { { "A", "battlefield", "Grizzly Bears" } },
    steps = {
      { resolve = "Generic exile-at-end-step token maker", on = "Grizzly Bears" },
      { exile = "Grizzly Bears" },
      { move = "Grizzly Bears", to = "battlefield" },
      { emit = phase_begins { phase = "end step", player = "A" }, settle = "all" },
    },
    expect = { "A battlefield count Grizzly Bears=1" },
  },
  scenario {
    name = "trg-072-reflexive-only-own-sacrifice",
    rules = { "603.12" },
    setup = {
      { "A", "battlefield", "Craw Wurm", "Grizzly Bears" },
      { "A", "hand", "Heart-Piercer Manticore" },
    },
    steps = {
      {
        cast = "Heart-Piercer Manticore",
        settle = "all",
        answers = { "yes", "Craw Wurm", "B" },
      },
    },
    expect = { "B life=14" },
  },
  scenario {
    name = "trg-075-whisperwood-granted",
    rules = { "603.10a", "708" },
    setup = {
      { "A", "battlefield", "Whisperwood Elemental", "Silvercoat Lion" },
      { "A", "library", "Forest" },
    },
    steps = {
      {
        activate = "Whisperwood Elemental",
        responding = { { sacrifice = "Whisperwood Elemental" } },
      },
      { destroy = "Silvercoat Lion", settle = "all" },
    },
    expect = { "A battlefield count face-down 2/2 creatures=1" },
  },
  scenario {
    name = "trg-101-lki-power-after-persist",
    rules = { "603.10a", "608.2h", "702.79" },
    setup = {
      {
        "A",
        "battlefield",
        "Safehold Elite",
        { "Murder Investigation", on = "Safehold Elite" },
      },
    },
    steps = {
      {
        resolve = "Lightning Bolt",
        on = "Safehold Elite",
        by = "B",
        settle = "place",
        answers = { { 2, 1 } },
      },
      { resolve_top = true },
      { check = "returned" },
      { resolve = "Lightning Bolt", on = "Safehold Elite", by = "B", settle = "place" },
      { sba = true },
      { settle = "all" },
    },
    expect = {
      "returned: Safehold Elite: counters(-1/-1)=1",
      "A battlefield count Soldier token=2",
      "A battlefield count Safehold Elite=0",
      "A graveyard contains Murder Investigation",
    },
  },
  scenario {
    name = "trg-102-trostani-toughness-on-resolution",
    rules = { "608.2h" },
    setup = {
      { "A", "battlefield", "Trostani, Selesnya's Voice" },
      { "A", "hand", "Grizzly Bears", "Giant Growth" },
    },
    steps = {
      { cast = "Grizzly Bears", settle = "place" },
      { resolve = "Giant Growth", on = "Grizzly Bears" },
      { settle = "all" },
    },
    expect = { "A life=25" },
  },
  scenario {
    name = "trg-103-trostani-two-objects",
    rules = { "400.7", "608.2h" },
    setup = {
      { "A", "battlefield", "Trostani, Selesnya's Voice" },
      { "A", "hand", "Grizzly Bears", "Giant Growth", "Cloudshift" },
    },
    steps = {
      { cast = "Grizzly Bears", settle = "place" },
      {
        resolve = "Giant Growth",
        on = "Grizzly Bears",
        responding = { { resolve = "Cloudshift", on = "Grizzly Bears" } },
      },
      { settle = "all" },
    },
    expect = { "A life=24", "Grizzly Bears: power=2 toughness=2" },
  },
  scenario {
    name = "trg-delayed-impossible-event",
    unchanged = true,
    rules = { "603.7a" },
    setup = { { "A", "battlefield", "d: Doomer" }, { "A", "library", "Forest x3" } },
    steps = { { activate = "d", responding = { { destroy = "d" } }, settle = "all" } },
    expect = { "triggers(delayed) = 0", "draws(A) = 0" },
  },
  scenario {
    name = "delayed: it triggers, and is counted so",
    rules = { "603.7a" },
    setup = { { "A", "battlefield", "d: Doomer" }, { "A", "library", "Forest x3" } },
    steps = { { activate = "d" }, { destroy = "d", settle = "all" } },
    expect = { "triggers(delayed) = 1", "triggers(reflexive) = 0", "draws(A) = 3" },
  },
  scenario {
    name = "trg-state-trigger-momentary",
    rules = { "603.8", "704.4" },
    setup = {
      { "A", "battlefield", "e: Empty Hand" },
      { "A", "hand", "Forest x2" },
      { "A", "library", "Forest x4" },
    },
    steps = { { resolve = "Windfall-like", by = "A", settle = "all" } },
    expect = { "triggers(Empty Hand) = 1" },
  },
  scenario {
    name = "trg-reflexive-only-own-sacrifice",
    rules = { "603.12" },
    setup = {
      { "A", "battlefield", "b: Bear", "a: Altar" },
      { "A", "hand", "m: Heart-Piercer Manticore" },
    },
    steps = {
      { cast = "m", settle = "all", answers = { "no" } },
      { activate = "a", answers = { "b" }, settle = "all" },
    },
    expect = { "triggers(reflexive) = 0" },
  },
  scenario {
    name = "trg-apnap-stack-order",
    rules = { "603.3b" },
    setup = {
      { "A", "battlefield", "Mourner-A" },
      { "B", "battlefield", "Mourner-B" },
      { "A", "battlefield", "b: Bear" },
    },
    steps = { { destroy = "b", settle = "place" } },
    expect = {
      "stack from bottom: [Mourner-A trigger, Mourner-B trigger]",
      "first to resolve = Mourner-B trigger",
    },
  },
  scenario {
    name = "trg-torpor-orb",
    rules = { "603.2", "603.6d" },
    setup = {
      { "B", "battlefield", "t: Torpor Orb" },
      { "A", "battlefield", "s: Soul Warden" },
      { "A", "hand", "v: Visionary", "h: Hydra" },
    },
    steps = { { cast = "v", settle = "all" }, { cast = "h", settle = "all" } },
    expect = {
      "triggers(Visionary) = 0",
      "triggers(Soul Warden) = 0",
      "counters(h, +1/+1) = 2",
    },
  },
  scenario {
    name = "trg-doubler-not-for-delayed-or-reflexive",
    rules = { "603.2d" },
    setup = {
      { "A", "battlefield", "p: Panharmonicon", "b: Bear", "e: Elf" },
      { "A", "hand", "m: Heart-Piercer Manticore" },
    },
    steps = {
      { cast = "m", settle = "all", answers = { "yes", "b", "B", "yes", "B" } },
    },
    expect = { "triggers(enters) = 2", "triggers(reflexive) = 2" },
  },
  scenario {
    name = "trg-two-banisher-priests-return-together",
    rules = { "610.3d" },
    setup = {
      { "B", "battlefield", "b: Bear", "e: Elf" },
      { "A", "hand", "p1: Banisher Priest", "p2: Banisher Priest" },
      { "A", "command", "Arrival Watch" },
    },
    steps = {
      { cast = "p1", settle = "all", answers = { "b" } },
      { cast = "p2", settle = "all" },
      { move = "Arrival Watch", to = "battlefield", settle = "all" },
      { resolve = "Day of Judgment", by = "A", settle = "all" },
    },
    expect = {
      "zone(b) = B.battlefield",
      "zone(e) = B.battlefield",
      "triggers(Arrival Watch) = 2",
    },
    note = "the line of the record is 'entered_simultaneously(b, e)'; the Watch, which triggers"
      .. " once for all that enters at once, as it does for itself, is there to tell",
  },
  scenario {
    name = "lki-sorins-thirst-fizzles",
    unchanged = true,
    rules = { "608.2b" },
    setup = { { "B", "battlefield", "b: Bear" } },
    steps = {
      { resolve = "Sorin's Thirst", on = "b", by = "A", responding = { { bounce = "b" } } },
    },
    expect = { "life(A) = 20" },
  },
  scenario {
    name = "lki-impossible-choice",
    rules = { "608.2d" },
    steps = { { resolve = "Punish", by = "A" } },
    expect = { "life(A) = 16" },
  },
  scenario {
    name = "lki-sequential-when-impossible",
    rules = { "608.2f" },
    setup = {
      { "A", "library", "c1: Card MV 1", "c3: Card MV 3" },
      { "B", "battlefield", "k: Ox" },
    },
    steps = { { resolve = "Soulfire Eruption", on = { "B", "k" }, by = "A" } },
    expect = { "life(B) = 17", "damage(k) = 1" },
  },
  scenario {
    name = "ctr-dies-counters-are-put-not-moved",
    rules = { "122.8" },
    setup = {
      {
        "A",
        "battlefield",
        "o: Ozolith-like",
        "d: Doubling Season",
        { "x: Bear", counters = { ["+1/+1"] = 2 } },
        "e: Elf",
      },
    },
    steps = { { destroy = "x", settle = "all" } },
    expect = { "counters(e, +1/+1) = 4" },
  },
  scenario {
    name = "eff-as-much-as-possible",
    rules = { "609.3" },
    setup = { { "B", "hand", "c: Card" } },
    steps = { { resolve = "Mind Rot", on = "B", by = "A" } },
    expect = { "count(B.hand) = 0", "discards(B) = 1" },
  },
  scenario {
    name = "zone-cost-moved-object-found",
    rules = { "400.7j" },
    setup = { { "A", "battlefield", "a: Altar Draw", "b: Bear" } },
    steps = { { activate = "a" } },
    expect = { "zone(b) = A.exile" },
  },
  scenario {
    name = "ctl-020-betrays-follows-to-exile",
    rules = { "400.7j", "603.10a" },
    setup = {
      { "A", "battlefield", "Flooded Strand", "Rest in Peace" },
      { "B", "battlefield", "It That Betrays" },
    },
    steps = { { sacrifice = "Flooded Strand", settle = "all" } },
    expect = { "Flooded Strand: controller=B", "B battlefield count Flooded Strand=1" },
  },
  scenario {
    name = "ctl-023-bombshell-whispers",
    rules = { "603.8" },
    setup = { { "A", "battlefield", "Bronze Bombshell", "Endless Whispers" } },
    steps = {
      { destroy = "Bronze Bombshell", settle = "all" },
      { emit = phase_begins { phase = "end step", player = "A" }, settle = "all" },
    },
    expect = { "A graveyard contains Bronze Bombshell", "B life=13" },
  },
  scenario {
    name = "dur-023-saga-bounced-in-response",
    rules = { "714.4", "113.7a" },
    setup = {
      { "A", "battlefield", { "Rite of Belzenlok", counters = { lore = 2 } } },
    },
    steps = {
      { add_counters = "Rite of Belzenlok", kind = "lore", settle = "place" },
      { bounce = "Rite of Belzenlok" },
      { settle = "all" },
    },
    expect = {
      "A hand contains Rite of Belzenlok",
      "A battlefield count Demon token=1",
    },
    note = "a step stands for Boomerang; the four Cleric tokens are left out",
  },
  scenario {
    name = "trg-016-scion-cast-then-reanimated",
    rules = { "603.4", "400.7" },
    setup = { { "A", "hand", "Scion of Vitu-Ghazi" } },
    steps = {
      { move = "Scion of Vitu-Ghazi", to = "stack" },
      { move = "Scion of Vitu-Ghazi", to = "battlefield", settle = "all" },
      { destroy = "Scion of Vitu-Ghazi" },
      { resolve = "Reanimate", on = "Scion of Vitu-Ghazi", by = "A", settle = "all" },
    },
    expect = { "A battlefield count Bird token=2" },
  },
  scenario {
    name = "trg-018-uro-escaped",
    rules = { "400.7d", "603.4" },
    setup = {
      { "A", "graveyard", "Uro, Titan of Nature's Wrath" },
      { "A", "library", "Grizzly Bears" },
    },
    steps = {
      {
        emit = move { who = "Uro, Titan of Nature's Wrath", to = "stack", cast_by = "escape" },
      },
      {
        move = "Uro, Titan of Nature's Wrath",
        to = "battlefield",
        settle = "all",
        answers = { { 1, 2 } },
      },
    },
    expect = { "A battlefield count Uro, Titan of Nature's Wrath=1", "A life=23" },
  },
  scenario {
    name = "Uro, put on to the battlefield, is sacrificed",
    rules = { "400.7d", "603.4" },
    setup = {
      { "A", "hand", "Uro, Titan of Nature's Wrath" },
      { "A", "library", "Grizzly Bears" },
    },
    steps = {
      { move = "Uro, Titan of Nature's Wrath", to = "stack" },
      {
        move = "Uro, Titan of Nature's Wrath",
        to = "battlefield",
        settle = "all",
        answers = { { 1, 2 } },
      },
    },
    expect = { "A graveyard contains Uro, Titan of Nature's Wrath", "A life=23" },
  },
  scenario {
    name = "trg-052-do-this-once-each-turn",
    rules = { "603.2i" },
    setup = { { "A", "battlefield", "Nykthos Paragon" } },
    steps = {
      { gain_life = "A", amount = 5 },
      { gain_life = "A", amount = 5 },
      { settle = "all" },
    },
    expect = { "Nykthos Paragon: power=9 toughness=11" },
  },
  scenario {
    name = "do this once each turn: refused is not done, and what is done triggers no more",
    rules = { "603.2i" },
    setup = { { "A", "battlefield", "Nykthos Paragon" } },
    steps = {
      { gain_life = "A", amount = 1, settle = "all", answers = { "no" } },
      { gain_life = "A", amount = 2, settle = "all", answers = { "yes" } },
      { gain_life = "A", amount = 4, settle = "all" },
      { check = "turn 1" },
      { end_turn = true },
      { gain_life = "A", amount = 1, settle = "all" },
    },
    expect = {
      "turn 1: Nykthos Paragon: power=6 toughness=8",
      "Nykthos Paragon: power=7 toughness=9",
      "triggers(Nykthos Paragon) = 3",
    },
  },
  scenario {
    name = "lki-simultaneous-theft",
    rules = { "608.2f" },
    players = { "A", "B", "C" },
    setup = { { "B", "battlefield", "x: Rock" }, { "C", "battlefield", "y: Rock2" } },
    steps = { { resolve = "Blatant Thievery", on = { "x", "y" }, by = "A" } },
    expect = { "controller(x) = A", "controller(y) = A" },
    note = "the line 'simultaneous' is left out: it is one effect on both",
  },
}
