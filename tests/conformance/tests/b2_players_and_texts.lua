--- Effects on players and on texts, and numbers that are looked up elsewhere.
return {
  scenario {
    name = "lay-hand-size-timestamp",
    rules = { "613.11", "613.7" },
    setup = { { "A", "battlefield", "n: Null Profusion-like", "t: Reliquary Tower" } },
    expect = { "max_hand_size(A) = none" },
  },
  scenario {
    name = "ctl-014-donated-golem-restricts-new-controller",
    rules = { "109.5", "613.11" },
    setup = { { "A", "battlefield", "Steel Golem" } },
    steps = { { resolve = "Donate", on = { "Steel Golem", "B" }, by = "A" } },
    expect = { "B may cast creature spells=false", "A may cast creature spells=true" },
  },
  scenario {
    name = "ctl-013-shackles-keeps-noncreature",
    rules = { "611.2b", "611.2c" },
    setup = {
      { "A", "battlefield", "Vedalken Shackles", "Island x3" },
      { "B", "battlefield", "Mutavault" },
    },
    steps = {
      { go = "main", turn = 2 },
      { activate = "Mutavault", by = "B" },
      { tap = "Vedalken Shackles" },
      { activate = "Vedalken Shackles", on = "Mutavault", by = "A" },
      { end_turn = true },
      { end_turn = true },
    },
    expect = { "Mutavault: controller=A", "Mutavault: is creature=false" },
  },
  scenario {
    name = "txt-hack-blood-moon",
    rules = { "612.1", "613.1c", "613.1d" },
    setup = { { "B", "battlefield", "bm: Blood Moon" }, { "A", "battlefield", "t: Tower" } },
    steps = { { resolve = "Magical Hack", on = "bm", choosing = { "mountain", "island" } } },
    expect = { "subtypes(t) = [Island]", 'abilities(t) = ["T: add U"]' },
  },
  scenario {
    name = "typ-042-text-change-basic-land",
    rules = { "612.1", "305.6" },
    setup = { { "A", "battlefield", "Forest" } },
    steps = { { resolve = "Magical Hack", on = "Forest", choosing = { "forest", "swamp" } } },
    expect = {
      "Forest: name=Forest",
      "Forest: has subtype Swamp=true",
      "Forest: has subtype Forest=false",
      "A available mana={B}",
    },
  },
  scenario {
    name = "att-013-maro-mid-resolution",
    rules = { "704.4" },
    setup = {
      { "A", "battlefield", "Maro" },
      { "A", "hand", "s1: Shock", "s2: Shock" },
      { "A", "library", "Forest x10" },
    },
    steps = { { discard = { "s1", "s2" } }, { draw = "A", count = 7 }, { sba = true } },
    expect = { "A battlefield count Maro=1", "Maro: power=7 toughness=7" },
  },
  scenario {
    name = "ppt-009-sutured-ghoul-uses-exile-cda",
    rules = { "604.3", "614.12a" },
    note = "nothing else is in exile: the exiled cards are the creature cards there",
    setup = {
      { "A", "battlefield", "Walking Corpse" },
      { "A", "graveyard", "Tymaret, Chosen from Death", "Bogstomper" },
      { "A", "hand", "Sutured Ghoul" },
    },
    steps = {
      { exile = { "Tymaret, Chosen from Death", "Bogstomper" } },
      { cast = "Sutured Ghoul" },
    },
    expect = {
      "Sutured Ghoul: power=8 toughness=9",
      "A exile contains Tymaret, Chosen from Death",
      "A exile contains Bogstomper",
    },
  },
  scenario {
    name = "ppt-017-firebreathing-source-bounced",
    rules = { "608.2h", "113.7a" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion", { "Firebreathing", on = "Silvercoat Lion" } },
    },
    steps = {
      { activate = "Firebreathing", by = "A", responding = { { bounce = "Firebreathing" } } },
    },
    expect = { "Silvercoat Lion: power=3 toughness=2", "A hand contains Firebreathing" },
  },
}
