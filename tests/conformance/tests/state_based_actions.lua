--- Continuous effects that state-based actions see, and what these then leave (704.5).
return {
  scenario {
    name = "lay-opalescence-enchanted-evening",
    rules = { "613.8a", "704.5f" },
    setup = {
      { "A", "battlefield", "opal: Opalescence", "eve: Enchanted Evening" },
      { "A", "battlefield", "f: Forest", "b: Bear" },
    },
    steps = { { check = true }, { sba = true }, { check = "sba" } },
    expect = {
      "@check pt(eve) = 5/5",
      "@check types(opal) = [enchantment]",
      "@check pt(f) = 0/0",
      "@check pt(b) = 2/2",
      "@sba zone(f) = A.graveyard",
    },
  },
  scenario {
    name = "sba-counters-annihilate",
    rules = { "704.5q", "122.3" },
    setup = { { "A", "battlefield", { "Bear", id = "b", counters = { ["+1/+1"] = 3 } } } },
    steps = { { add_counters = "b", kind = "-1/-1", count = 2 }, { sba = true } },
    expect = { "counters(b, +1/+1) = 1", "counters(b, -1/-1) = 0", "pt(b) = 3/3" },
  },
  scenario {
    name = "zone-blink-is-new-object",
    rules = { "400.7", "122.2" },
    setup = {
      { "A", "battlefield", { "Bear", id = "b", counters = { ["+1/+1"] = 2 } } },
      { "A", "battlefield", { "Wings", id = "w", on = "b" } },
    },
    steps = {
      { resolve = "Giant Growth", on = "b" },
      { exile = "b" },
      { move = "b", to = "battlefield" },
      { sba = true },
    },
    expect = { "pt(b) = 2/2", "counters(b) = none", "zone(w) = A.graveyard" },
  },
  scenario {
    name = "tok-blinked-never-returns",
    rules = { "111.8" },
    setup = { { "A", "battlefield", { "Goblin token", id = "g", token = true } } },
    steps = { { exile = "g" }, { refused = { move = "g", to = "battlefield" } }, { sba = true } },
    expect = { "zone(g) = ceased", "count(tokens Goblin on battlefield) = 0" },
  },
  scenario {
    name = "ppt-003-ensoul-plus-flight",
    rules = { "613.4b", "704.5m" },
    setup = {
      { "A", "battlefield", "Sol Ring", { "Ensoul Artifact", on = "Sol Ring" } },
      { "A", "battlefield", { "Arcane Flight", on = "Sol Ring" } },
    },
    steps = {
      { check = "before" },
      { destroy = "Ensoul Artifact" },
      { sba = true },
      { check = "after" },
    },
    expect = {
      "before: Sol Ring: power=6 toughness=6",
      "before: Sol Ring: base power=5 base toughness=5",
      "before: Sol Ring: has flying=true",
      "after: Sol Ring: is creature=false",
      "after: A graveyard contains Arcane Flight",
    },
  },
  scenario {
    name = "ppt-011-infest-locked-set",
    rules = { "611.2c" },
    setup = { { "A", "battlefield", "Elite Vanguard x2" } },
    steps = {
      { resolve = "Infest" },
      { put = "Grizzly Bears", id = "bears1", under = "A" },
      { put = "Grizzly Bears", id = "bears2", under = "A" },
      { sba = true },
    },
    expect = {
      "A graveyard contains Elite Vanguard x2",
      "A battlefield count Grizzly Bears=2",
      "Grizzly Bears: power=2 toughness=2",
    },
  },
  scenario {
    name = "typ-021-march-equipment-unattaches",
    rules = { "704.5p", "301.5c" },
    setup = {
      { "A", "battlefield", "Ornithopter", { "Avacyn's Collar", on = "Ornithopter" } },
      { "A", "battlefield", "March of the Machines" },
    },
    steps = { { sba = true } },
    expect = {
      "Ornithopter: power=0 toughness=2",
      "Avacyn's Collar: is creature=true",
      "Avacyn's Collar: power=1 toughness=1",
      "Avacyn's Collar: attached to=nothing",
    },
  },
  scenario {
    name = "typ-047-licid-effect-ended",
    unchanged = true,
    rules = { "116.2c", "611.2a", "704.5p" },
    setup = { { "A", "battlefield", "Pillarfield Ox", "Enraging Licid" } },
    steps = {
      { activate = "Enraging Licid" },
      { attach = "Enraging Licid", to = "Pillarfield Ox" },
      { end_effect = "Enraging Licid" },
      { sba = true },
    },
    expect = {
      "Pillarfield Ox: has haste=false",
      "Enraging Licid: is creature=true",
      "Enraging Licid: is enchantment=false",
      "Enraging Licid: attached to=nothing",
      "Enraging Licid: count of activated abilities=1",
    },
    note = "the special action is the step that ends the effect",
  },
  scenario {
    name = "typ-048-licid-loses-host",
    rules = { "704.5m" },
    setup = { { "A", "battlefield", "Pillarfield Ox", "Enraging Licid" } },
    steps = {
      { activate = "Enraging Licid" },
      { attach = "Enraging Licid", to = "Pillarfield Ox" },
      { destroy = "Pillarfield Ox" },
      { sba = true },
    },
    expect = { "A graveyard contains Pillarfield Ox", "A graveyard contains Enraging Licid" },
  },
  scenario {
    name = "att-003-protection-sheds",
    rules = { "704.5m", "704.5n", "702.16" },
    setup = {
      { "A", "battlefield", "Keeper of Kookus", { "Jackhammer", on = "Keeper of Kookus" } },
      { "A", "battlefield", { "Agility", on = "Keeper of Kookus" } },
    },
    steps = { { activate = "Keeper of Kookus" }, { sba = true } },
    expect = {
      "A graveyard contains Agility",
      "Jackhammer: attached to=nothing",
      "A battlefield count Jackhammer=1",
    },
  },
  scenario {
    name = "att-010-legend-rule",
    rules = { "704.5j" },
    setup = {
      { "A", "battlefield", "Isamaru, Hound of Konda", "Isamaru, Hound of Konda" },
    },
    steps = { { sba = true } },
    expect = {
      "A battlefield count Isamaru, Hound of Konda=1",
      "A graveyard contains Isamaru, Hound of Konda",
    },
  },
  scenario {
    name = "att-010-legend-rule-of-two-that-come-together",
    rules = { "704.5j" },
    setup = { { "A", "battlefield", { "Isamaru, Hound of Konda", id = "old" } } },
    steps = {
      {
        emit = {
          create { player = "A", card = "Isamaru, Hound of Konda" },
          create { player = "A", card = "Isamaru, Hound of Konda" },
        },
        settle = "all",
      },
    },
    expect = {
      "A battlefield count Isamaru, Hound of Konda=1",
      "A graveyard contains old",
    },
  },
  scenario {
    name = "att-015-legend-rule-per-player",
    unchanged = true,
    rules = { "704.5j" },
    setup = {
      { "A", "battlefield", { "Jace, Memory Adept", counters = { loyalty = 4 } } },
      { "B", "battlefield", { "Jace, Memory Adept", counters = { loyalty = 4 } } },
    },
    steps = { { sba = true } },
    expect = {
      "A battlefield count Jace, Memory Adept=1",
      "B battlefield count Jace, Memory Adept=1",
    },
  },
  scenario {
    name = "att-016-legend-rule-by-name",
    unchanged = true,
    rules = { "704.5j" },
    setup = {
      { "A", "battlefield", { "Jace, Memory Adept", counters = { loyalty = 4 } } },
      { "A", "battlefield", { "Jace Beleren", counters = { loyalty = 3 } } },
    },
    steps = { { sba = true } },
    expect = {
      "A battlefield count Jace, Memory Adept=1",
      "A battlefield count Jace Beleren=1",
    },
  },
  scenario {
    name = "att-017-legend-rule-choice",
    rules = { "704.5j" },
    setup = {
      {
        "A",
        "battlefield",
        { "Jace, Memory Adept", id = "Jace, Memory Adept (first)", counters = { loyalty = 4 } },
        { "Jace, Memory Adept", id = "Jace, Memory Adept (second)", counters = { loyalty = 4 } },
      },
    },
    steps = { { sba = true, keep = "Jace, Memory Adept (second)" } },
    expect = {
      "A battlefield count Jace, Memory Adept=1",
      "A graveyard contains Jace, Memory Adept (first)",
    },
  },
  scenario {
    name = "cpy-003-altered-ego-no-target-dies",
    rules = { "704.5f" },
    setup = { { "A", "hand", "Altered Ego" } },
    steps = { { cast = "Altered Ego" }, { sba = true } },
    expect = { "A graveyard contains Altered Ego" },
  },
  scenario {
    name = "cpy-063-metamorph-simultaneous-entry",
    rules = { "614.12", "707.5" },
    setup = {
      { "A", "hand", "Sheoldred, Whispering One" },
      { "B", "hand", "Phyrexian Metamorph" },
    },
    steps = {
      { move = { "Sheoldred, Whispering One", "Phyrexian Metamorph" }, to = "battlefield" },
      { sba = true },
    },
    expect = {
      "B battlefield count Sheoldred, Whispering One=0",
      "B graveyard contains Phyrexian Metamorph",
    },
  },
  scenario {
    name = "tok-029-hydra-returns-without-counters",
    rules = { "400.7", "107.3" },
    setup = {
      { "B", "exile", "Mistcutter Hydra" },
      { "A", "battlefield", "Oblivion Ring" },
    },
    steps = {
      { destroy = "Oblivion Ring" },
      { move = "Mistcutter Hydra", to = "battlefield" },
      { sba = true },
    },
    expect = { "B graveyard contains Mistcutter Hydra" },
  },
  scenario {
    name = "trg-002-oring-hangarback-new-object",
    rules = { "400.7" },
    setup = {
      { "A", "battlefield", { "Hangarback Walker", counters = { ["+1/+1"] = 2 } } },
      { "B", "battlefield", "Oblivion Ring" },
    },
    steps = {
      { exile = "Hangarback Walker" },
      { destroy = "Oblivion Ring" },
      { move = "Hangarback Walker", to = "battlefield" },
      { sba = true },
    },
    expect = { "A graveyard contains Hangarback Walker" },
  },
  scenario {
    name = "trg-017-ghoul-loses-type",
    rules = { "603.2", "613.1d" },
    setup = {
      { "A", "battlefield", "Noxious Ghoul" },
      { "B", "battlefield", "Zephyr Falcon", "Silvercoat Lion", "Scathe Zombies" },
    },
    steps = {
      { resolve = "Ego Erasure", on = "A", by = "B" },
      { trigger = "Noxious Ghoul" },
      { sba = true },
    },
    expect = {
      "Noxious Ghoul: power=0 toughness=2",
      "B graveyard contains Zephyr Falcon",
      "Scathe Zombies: power=2 toughness=2",
      "Silvercoat Lion: power=1 toughness=1",
    },
  },
  scenario {
    name = "prv-shield-counter-vs-lethal-sba",
    rules = { "122.1c", "704.5g" },
    setup = { { "A", "battlefield", { "Ox", id = "o", damage = 5 } } },
    steps = { { add_counters = "o", kind = "shield" }, { sba = true } },
    expect = { "zone(o) = A.graveyard" },
  },
}
