--- Base values, modifiers and the switch (613.4).
return {
  scenario {
    name = "ppt-006-mimic-and-figure",
    rules = { "613.4b", "613.7b", "400.7" },
    setup = { { "A", "battlefield", "Battlegate Mimic", "Figure of Destiny" } },
    steps = {
      { trigger = "Battlegate Mimic" },
      { activate = "Figure of Destiny", ability = "Kithkin Spirit" },
      { activate = "Figure of Destiny", ability = "Kithkin Spirit Warrior" },
      { check = "turn 1" },
      { end_turn = true },
      { check = "turn 2" },
      { exile = "Figure of Destiny" },
      { move = "Figure of Destiny", to = "battlefield", under = "A" },
      { check = "after blink" },
    },
    expect = {
      "turn 1: Battlegate Mimic: power=4 toughness=2",
      "turn 1: Figure of Destiny: power=4 toughness=4",
      "turn 2: Battlegate Mimic: power=2 toughness=1",
      "turn 2: Figure of Destiny: power=4 toughness=4",
      "after blink: Figure of Destiny: power=1 toughness=1",
    },
  },
  scenario {
    name = "ppt-012-bushwhacker-locked-set",
    rules = { "611.2c" },
    setup = { { "A", "battlefield", "Elite Vanguard", "Goblin Bushwhacker" } },
    steps = {
      { trigger = "Goblin Bushwhacker", ability = "kicked" },
      { put = "Grizzly Bears", under = "A" },
    },
    expect = {
      "Elite Vanguard: power=3 toughness=1",
      "Grizzly Bears: power=2 toughness=2",
      "Grizzly Bears: has haste=false",
    },
  },
  scenario {
    name = "ppt-016-three-anthems-filter",
    rules = { "613.4c" },
    setup = {
      { "A", "battlefield", "Favorable Winds x3", "Sky Spirit", "Merfolk Looter" },
      { "B", "battlefield", "Sky Spirit" },
    },
    expect = {
      "Sky Spirit@A: power=5 toughness=5",
      "Merfolk Looter: power=1 toughness=1",
      "Sky Spirit@B: power=2 toughness=2",
    },
  },
  scenario {
    name = "ppt-022-petroglyphs-auras",
    rules = { "613.1f" },
    setup = {
      { "A", "battlefield", "Grizzly Bears", "Runeclaw Bear", "Muraganda Petroglyphs" },
      {
        "A",
        "battlefield",
        { "Rancor", on = "Grizzly Bears" },
        { "Dehydration", on = "Runeclaw Bear" },
      },
    },
    expect = { "Grizzly Bears: power=4 toughness=2", "Runeclaw Bear: power=4 toughness=4" },
  },
  scenario {
    name = "ppt-024-petroglyphs-face-down",
    rules = { "708.2", "613.2b" },
    setup = {
      { "A", "battlefield", { "Pine Walker", face_down = true }, "Muraganda Petroglyphs" },
    },
    expect = { "face-down Pine Walker: power=4 toughness=4" },
  },
  scenario {
    name = "ppt-025-article-switch",
    rules = { "613.4b", "613.4c", "613.4d" },
    setup = {
      {
        "A",
        "battlefield",
        "Battlegate Mimic",
        { "Scourge of the Nobilis", on = "Battlegate Mimic" },
      },
      { "B", "battlefield", "first Hypnotist: Wilderness Hypnotist" },
      { "B", "battlefield", "second Hypnotist: Wilderness Hypnotist" },
    },
    steps = {
      { trigger = "Battlegate Mimic" },
      { activate = "first Hypnotist", on = "Battlegate Mimic" },
      { resolve = "Inside Out", on = "Battlegate Mimic" },
      { activate = "second Hypnotist", on = "Battlegate Mimic" },
    },
    expect = { "Battlegate Mimic: power=4 toughness=2" },
  },
  scenario {
    name = "ppt-026-mirrorweave-figure",
    rules = { "613.2", "613.4b", "613.4c", "707.2" },
    setup = {
      { "A", "battlefield", "ex-Grizzly Bears: Grizzly Bears", "ex-Bog Wraith: Bog Wraith" },
      { "A", "battlefield", { "Lignify", on = "ex-Bog Wraith" } },
      { "A", "battlefield", "Figure of Destiny (original): Figure of Destiny" },
    },
    steps = {
      { activate = "Figure of Destiny (original)", ability = "Kithkin Spirit" },
      { activate = "Figure of Destiny (original)", ability = "Kithkin Spirit Warrior" },
      { activate = "Figure of Destiny (original)", ability = "Kithkin Spirit Warrior Avatar" },
      { resolve = "Giant Growth", on = "ex-Grizzly Bears" },
      { resolve = "Mirrorweave", on = "Figure of Destiny (original)" },
    },
    expect = {
      "ex-Grizzly Bears: name=Figure of Destiny",
      "ex-Grizzly Bears: power=4 toughness=4",
      "ex-Bog Wraith: name=Figure of Destiny",
      "ex-Bog Wraith: power=0 toughness=4",
      "ex-Bog Wraith: count of abilities=0",
      "ex-Bog Wraith: has subtype Treefolk=true",
      "Figure of Destiny (original): power=8 toughness=8",
    },
  },
  scenario {
    name = "ppt-032-noncreature-artifacts-set-locked",
    rules = { "613.6", "611.2c" },
    setup = { { "A", "battlefield", "first Sol Ring: Sol Ring", "Alloy Myr" } },
    steps = { { resolve = "Generic animate spell" }, { put = "Sol Ring", id = "second Sol Ring" } },
    expect = {
      "first Sol Ring: power=2 toughness=2",
      "first Sol Ring: is creature=true",
      "Alloy Myr: power=2 toughness=2",
      "second Sol Ring: is creature=false",
    },
  },
  scenario {
    name = "ppt-036-swarm-surge-colourless",
    rules = { "611.2c", "613.1f" },
    setup = {
      { "A", "battlefield", "Birthing Hulk", { "Eldrazi Scion token", token = true } },
      { "A", "battlefield", { "Eldrazi Scion token", token = true }, "Silvercoat Lion" },
    },
    steps = { { resolve = "Swarm Surge" } },
    expect = {
      "Birthing Hulk: power=7 toughness=4",
      "Birthing Hulk: has first strike=true",
      "Eldrazi Scion token: power=3 toughness=1",
      "Eldrazi Scion token: has first strike=true",
      "Silvercoat Lion: power=4 toughness=2",
      "Silvercoat Lion: has first strike=false",
    },
  },
}
