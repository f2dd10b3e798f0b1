--- How things enter: as they would be there, tapped or not, chosen, paid for (614.12, 614.13).
return {
  scenario {
    name = "etb-002-moon-kabira",
    rules = { "614.12", "603.6b" },
    setup = { { "A", "battlefield", "Blood Moon" }, { "A", "hand", "Kabira Crossroads" } },
    steps = { { move = "Kabira Crossroads", to = "battlefield", settle = "all" } },
    expect = { "Kabira Crossroads: tapped=false", "A life=20" },
  },
  scenario {
    name = "etb-003-moon-madblind-mountain",
    rules = { "614.12" },
    setup = { { "B", "battlefield", "Blood Moon" }, { "A", "hand", "Madblind Mountain" } },
    steps = { { move = "Madblind Mountain", to = "battlefield" } },
    expect = {
      "Madblind Mountain: tapped=false",
      'Madblind Mountain: has ability "shuffle"=false',
    },
  },
  scenario {
    name = "etb-007-orb-of-dreams-not-itself",
    rules = { "614.12" },
    setup = { { "A", "hand", "Orb of Dreams", "Razortip Whip" } },
    steps = { { cast = "Orb of Dreams" }, { cast = "Razortip Whip" } },
    expect = { "Orb of Dreams: tapped=false", "Razortip Whip: tapped=true" },
  },
  scenario {
    name = "rep-orb-of-dreams-not-companions",
    rules = { "614.12", "614.4" },
    setup = { { "A", "graveyard", "o: Orb of Dreams", "r: Rock" } },
    steps = { { move = { "o", "r" }, to = "battlefield" } },
    expect = { "tapped(o) = false", "tapped(r) = false" },
  },
  scenario {
    name = "etb-008-jailer-treefolk-tapped",
    rules = { "614.12" },
    setup = { { "B", "battlefield", "Yixlid Jailer" }, { "A", "graveyard", "Scarwood Treefolk" } },
    steps = { { move = "Scarwood Treefolk", to = "battlefield" } },
    expect = { "Scarwood Treefolk: tapped=true" },
  },
  scenario {
    name = "rep-yixlid-treefolk-still-tapped",
    rules = { "614.12", "603.6d" },
    setup = {
      { "A", "battlefield", "y: Yixlid Jailer" },
      { "B", "graveyard", "t: Scarwood Treefolk" },
    },
    steps = { { move = "t", to = "battlefield" } },
    expect = { "tapped(t) = true" },
  },
  scenario {
    name = "etb-009-slow-and-fast-lands",
    rules = { "614.1c" },
    setup = {
      { "A", "battlefield", "Forest x2" },
      { "A", "hand", "Deathcap Glade", "Blackcleave Cliffs" },
    },
    steps = {
      { move = "Deathcap Glade", to = "battlefield" },
      { move = "Blackcleave Cliffs", to = "battlefield" },
    },
    expect = { "Deathcap Glade: tapped=false", "Blackcleave Cliffs: tapped=true" },
  },
  scenario {
    name = "etb-010-check-land",
    rules = { "614.1c" },
    setup = { { "A", "battlefield", "Scrubland" }, { "A", "hand", "Clifftop Retreat" } },
    steps = { { move = "Clifftop Retreat", to = "battlefield" } },
    expect = { "Clifftop Retreat: tapped=false" },
  },
  scenario {
    name = "etb-017-dearly-departed",
    rules = { "614.1c", "113.6" },
    setup = { { "A", "graveyard", "Dearly Departed" }, { "A", "hand", "Elite Vanguard" } },
    steps = { { cast = "Elite Vanguard" } },
    expect = { "Elite Vanguard: power=3 toughness=2" },
  },
  scenario {
    name = "etb-023-ashiok-breeding-pool",
    rules = { "614.13c" },
    setup = {
      { "A", "battlefield", "Ashiok, Wicked Manipulator" },
      { "A", "library", "Forest", "Swamp", "Island", "Breeding Pool" },
    },
    steps = { { move = "Breeding Pool", to = "battlefield" } },
    expect = {
      "Breeding Pool: tapped=false",
      "A life=20",
      "A exile contains Island",
      "A exile contains Swamp",
      "A library top=Forest",
    },
  },
  scenario {
    name = "rep-ashiok-ignores-entering-card",
    rules = { "614.13c" },
    setup = {
      { "A", "battlefield", { "Ashiok, Wicked Manipulator", id = "a" } },
      { "A", "library", "c2: Card", "c1: Card", "p: Breeding Pool" },
    },
    steps = { { move = "p", to = "battlefield" } },
    expect = {
      "zone(c1) = A.exile",
      "zone(c2) = A.exile",
      "zone(p) = A.battlefield",
      "tapped(p) = false",
      "life(A) = 20",
    },
  },
  scenario {
    name = "etb-025-is-an-enchantment-as-it-enters",
    rules = { "611.2e" },
    setup = {
      {
        "A",
        "battlefield",
        { "Arbiter of the Ideal", tapped = true },
        "Generic constellation permanent",
      },
      { "A", "library", "Grizzly Bears" },
    },
    steps = { { untap = "Arbiter of the Ideal", settle = "all" } },
    expect = { "A life=21", "Grizzly Bears: is enchantment=true" },
  },
  scenario {
    name = "set-is-applies-while-entering",
    rules = { "611.2e", "613.7n" },
    setup = {
      { "A", "battlefield", "w: Watcher", "Arbiter" },
      { "A", "library", "Forest x2", "r: Rock" },
    },
    steps = { { activate = "Arbiter", on = "r", settle = "all" } },
    expect = { "types(r) includes enchantment", "triggers(Watcher) = 1" },
  },
  scenario {
    name = "rep-bloodmoon-tapland-untapped",
    rules = { "614.12", "305.7" },
    setup = { { "B", "battlefield", "bm: Blood Moon" }, { "A", "hand", "g: Guildgate" } },
    steps = { { move = "g", to = "battlefield" } },
    expect = { "tapped(g) = false", "subtypes(g) = [Mountain]" },
  },
  scenario {
    name = "rep-bloodmoon-shockland-no-choice",
    rules = { "614.12" },
    setup = { { "B", "battlefield", "bm: Blood Moon" }, { "A", "hand", "t: Temple Garden" } },
    steps = { { move = "t", to = "battlefield" } },
    expect = { "tapped(t) = false", "life(A) = 20", "choices offered = none" },
  },
  scenario {
    name = "rep-humility-enters-with-counters",
    rules = { "614.12", "613.1f" },
    setup = { { "B", "battlefield", "hum: Humility" }, { "A", "hand", "t: Triskelion" } },
    steps = { { cast = "t" } },
    expect = { "counters(t, +1/+1) = 0", "pt(t) = 1/1" },
  },
  scenario {
    name = "rep-external-enters-with-counters-under-humility",
    rules = { "614.12" },
    setup = {
      { "B", "battlefield", "hum: Humility" },
      { "A", "battlefield", "e: Counter Engine" },
      { "A", "hand", "b: Bear" },
    },
    steps = { { cast = "b" } },
    expect = { "counters(b, +1/+1) = 1", "pt(b) = 2/2" },
  },
  scenario {
    name = "rep-devour-same-creature-once: three",
    rules = { "614.13b" },
    setup = {
      { "A", "battlefield", "b: Runeclaw Bear", "Jund" },
      { "A", "hand", "e: Thunder-Thrash Elder" },
    },
    steps = { { cast = "e", answers = { "Thunder-Thrash Elder", "yes" }, settle = "all" } },
    expect = { "counters(e, +1/+1) = 3", "zone(b) = A.graveyard" },
    note = "one of three choices",
  },
  scenario {
    name = "rep-devour-same-creature-once: five",
    rules = { "614.13b" },
    setup = {
      { "A", "battlefield", "b: Runeclaw Bear", "Jund" },
      { "A", "hand", "e: Thunder-Thrash Elder" },
    },
    steps = { { cast = "e", answers = { "Jund", "yes" }, settle = "all" } },
    expect = { "counters(e, +1/+1) = 5", "zone(b) = A.graveyard" },
    note = "one of three choices",
  },
  scenario {
    name = "rep-devour-same-creature-once: none",
    rules = { "614.13b" },
    setup = {
      { "A", "battlefield", "b: Runeclaw Bear", "Jund" },
      { "A", "hand", "e: Thunder-Thrash Elder" },
    },
    steps = { { cast = "e", answers = { "Jund", "no", "no" }, settle = "all" } },
    expect = { "counters(e, +1/+1) = 0", "zone(b) = A.battlefield" },
    note = "one of three choices",
  },

  -- What cannot enter, or enters elsewhere, or under somebody else.
  scenario {
    name = "rep-containment-priest-dryad-arbor",
    rules = { "614.1a", "614.6" },
    setup = {
      { "A", "battlefield", "p: Containment Priest" },
      { "B", "library", "d: Dryad Arbor" },
    },
    steps = { { resolve = "Fetch", on = "d", by = "B" } },
    expect = { "zone(d) = B.exile" },
  },
  scenario {
    name = "rep-hallowed-moonlight-token",
    rules = { "614.6", "111.7" },
    setup = {
      { "B", "battlefield", { "Creature Watcher", id = "Watcher" } },
      { "A", "library", "Forest x2" },
      { "B", "library", "Forest x4" },
    },
    steps = {
      { resolve = "Hallowed Moonlight", by = "A" },
      { resolve = "Soldier Call", by = "B", settle = "all" },
    },
    expect = { "count(tokens Soldier on battlefield) = 0", "triggers(Watcher) = 0" },
  },
  scenario {
    name = "rep-cage-beats-priest",
    rules = { "614.17c", "614.17d" },
    setup = {
      { "A", "battlefield", "c: Grafdigger's Cage", "p: Containment Priest" },
      { "B", "graveyard", "d: Dragon" },
    },
    steps = { { resolve = "Fetch", on = "d", by = "B" } },
    expect = { "zone(d) = B.graveyard" },
  },
  scenario {
    name = "rep-cage-checks-card-in-zone",
    rules = { "614.17d" },
    setup = {
      { "A", "battlefield", "c: Grafdigger's Cage" },
      { "B", "graveyard", "s: Sculpting Steel", "m: Phyrexian Metamorph" },
      { "B", "battlefield", "g: Golem" },
    },
    steps = {
      { resolve = "Fetch", on = "s", by = "B", answers = { "g" } },
      { resolve = "Fetch", on = "m", by = "B" },
    },
    expect = { "zone(s) = B.battlefield", "name(s) = Golem", "zone(m) = B.graveyard" },
  },
  scenario {
    name = "tok-forbidden-characteristics",
    rules = { "111.5", "614.17d" },
    setup = {
      { "B", "battlefield", "w: Worms of the Earth" },
      { "A", "battlefield", "d: Dryad Arbor" },
    },
    steps = { { resolve = "Copy Spell", on = "d", by = "A" } },
    expect = { "count(tokens) = 0" },
  },
  scenario {
    name = "rep-sutured-ghoul-cannot-eat-cotravellers",
    rules = { "614.13a" },
    setup = { { "A", "graveyard", "g: Sutured Ghoul", "b: Runeclaw Bear", "x: Elf" } },
    steps = { { move = { "g", "b" }, to = "battlefield", answers = { "yes" } } },
    expect = { "zone(b) = A.battlefield", "zone(x) = A.exile" },
    note = "that the one choice is about x, the last line says in place of choices(...)",
  },
  scenario {
    name = "rep-gather-specimens-dermoplasm",
    rules = { "118.12", "616.1b" },
    setup = {
      { "A", "battlefield", { "Dermoplasm", id = "d", face_down = true } },
      { "A", "hand", "m: Morpher" },
    },
    steps = {
      { resolve = "Gather Specimens", by = "B" },
      { emit = turn_face_up { who = "d" }, settle = "all" },
    },
    expect = { "controller(m) = B", "zone(d) = A.hand" },
  },
  scenario {
    name = "zon-041-specimens",
    rules = { "616.1b", "614.12" },
    setup = { { "B", "hand", "Memnite", "Spectral Procession" } },
    steps = {
      { resolve = "Gather Specimens", by = "A" },
      { cast = "Memnite" },
      { resolve = "Spectral Procession", by = "B" },
    },
    expect = {
      "Memnite: controller=A",
      "Memnite: owner=B",
      "A battlefield count Spirit token=3",
      "B battlefield count Spirit token=0",
    },
  },
  scenario {
    name = "zon-042-specimens-from-exile",
    rules = { "616.1b" },
    setup = { { "A", "hand", "Oblivion Ring" }, { "B", "battlefield", "Memnite" } },
    steps = {
      { cast = "Oblivion Ring", settle = "all" },
      { resolve = "Gather Specimens", by = "A" },
      { destroy = "Oblivion Ring", settle = "all" },
    },
    expect = { "Memnite: controller=A" },
    note = "that it is exiled is the first step",
  },
}
