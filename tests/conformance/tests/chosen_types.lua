--- Creature types that replace others and types that come on top, in all zones.
return {
  scenario {
    name = "lay-conspiracy-then-adaptation",
    rules = { "613.7" },
    setup = {
      { "A", "battlefield", "b: Bear", { "Conspiracy", id = "con", chosen = "elf" } },
      { "A", "battlefield", { "Arcane Adaptation", id = "ad", chosen = "goblin" } },
    },
    expect = { "subtypes(b) = [Elf, Goblin]" },
  },
  scenario {
    name = "lay-adaptation-then-conspiracy",
    rules = { "613.7" },
    setup = {
      { "A", "battlefield", "b: Bear", { "Arcane Adaptation", id = "ad", chosen = "goblin" } },
      { "A", "battlefield", { "Conspiracy", id = "con", chosen = "elf" } },
    },
    expect = { "subtypes(b) = [Elf]" },
  },
  scenario {
    name = "typ-002-conspiracy-reverts",
    rules = { "611.3b" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion", { "Conspiracy", chosen = "orc" } },
      { "A", "hand", "Silvercoat Lion" },
      { "A", "graveyard", "Silvercoat Lion" },
    },
    steps = { { destroy = "Conspiracy" } },
    expect = {
      "Silvercoat Lion@A battlefield: has subtype Cat=true",
      "Silvercoat Lion@A battlefield: has subtype Orc=false",
      "Silvercoat Lion in A hand: has subtype Cat=true",
      "Silvercoat Lion in A hand: has subtype Orc=false",
      "Silvercoat Lion in A graveyard: has subtype Orc=false",
    },
  },
  scenario {
    name = "typ-003-arcane-adaptation-adds",
    rules = { "613.1d", "205.1b" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion" },
      { "A", "hand", "Silvercoat Lion" },
      { "B", "battlefield", "Silvercoat Lion" },
      { "A", "battlefield", { "Arcane Adaptation", chosen = "orc" } },
    },
    expect = {
      "Silvercoat Lion@A battlefield: has subtype Cat=true",
      "Silvercoat Lion@A battlefield: has subtype Orc=true",
      "Silvercoat Lion in A hand: has subtype Cat=true",
      "Silvercoat Lion in A hand: has subtype Orc=true",
      "Silvercoat Lion@B battlefield: has subtype Orc=false",
    },
  },
  scenario {
    name = "typ-004-adaptation-token-reverts",
    rules = { "611.3b", "111.3" },
    setup = {
      { "A", "battlefield", { "Elephant token", token = true } },
      { "A", "battlefield", { "Arcane Adaptation", chosen = "orc" } },
    },
    steps = { { check = "before" }, { destroy = "Arcane Adaptation" }, { check = "after" } },
    expect = {
      "before: Elephant token: has subtype Orc=true",
      "after: Elephant token: has subtype Elephant=true",
      "after: Elephant token: has subtype Orc=false",
    },
  },
  scenario {
    name = "typ-013-kudo",
    rules = { "613.1d", "613.4b" },
    setup = {
      { "A", "battlefield", "Fugitive Wizard", "Kudo, King Among Bears" },
      { "B", "battlefield", "Fugitive Wizard" },
    },
    expect = {
      "Fugitive Wizard@A: has subtype Bear=true",
      "Fugitive Wizard@A: has subtype Wizard=true",
      "Fugitive Wizard@A: has subtype Human=true",
      "Fugitive Wizard@A: base power=2 base toughness=2",
      "Fugitive Wizard@B: base power=2 base toughness=2",
      "Kudo, King Among Bears: power=2 toughness=2",
    },
  },
}
